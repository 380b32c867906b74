"""Node as the program that runs an engine's script."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

from packaging.version import InvalidVersion, Version

OLDEST_NODE = 18  # the oldest in use: Debian 12 has it
VERSION_SECONDS = 10.0  # to print the version

BRIDGE = Path(__file__).with_name("bridge.mjs")
# Engines print on standard output, so answers go to the file descriptor 3.
SHELL = ("sh", "-c", 'exec "$0" "$@" 3>&1 1>&2')


class NodeError(RuntimeError):
    """Node, or a package for it, that cannot be used; the message is one line."""


def bridge_command(script: Path, folder: Path, package: str) -> tuple[str, ...]:
    """The command that answers about pairs.  Raises `NodeError` if there is no Node, or only an older one."""
    return (*SHELL, _node(), str(BRIDGE), str(script), str(folder), package)


@cache
def _node() -> str:
    needed = f"Node {OLDEST_NODE} or newer is needed (https://nodejs.org)"
    path = shutil.which("node")
    if path is None:
        raise NodeError(f"{needed}, but there is no program node on the PATH")
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=VERSION_SECONDS).stdout
        is_new = Version(printed.strip()) >= Version(str(OLDEST_NODE))
    except (OSError, subprocess.SubprocessError, InvalidVersion) as fault:
        raise NodeError(f"{needed}, but {path} prints no version: {fault}") from None
    if not is_new:
        raise NodeError(f"{needed}, but {path} is {printed.strip()}")
    return path
