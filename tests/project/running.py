"""Runs commands as in a terminal that knows nothing of this environment."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


def run(command: Sequence[str | Path], folder: Path, **variables: str) -> str:
    """The command's standard output; if it fails, its error output is shown."""
    variables = {"PATH": "/usr/bin:/bin", "LIBGL_ALWAYS_SOFTWARE": "1", **variables}
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout
