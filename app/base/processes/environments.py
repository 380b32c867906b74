"""Virtual environments of child processes.

One holds only what a child needs in addition to our environment, or in another version: its Python also sees our
packages, after its own, so that gjkscope, NumPy and others are not copied.
"""

import site
import sys
import venv
from importlib.util import find_spec
from pathlib import Path

from gjkscope.app.base.processes import interpreter

# Adds our packages before anything is imported, whichever environment created this one, and runs a module.
BOOT = (
    "import runpy, site, sys; [site.addsitedir(folder) for folder in sys.argv.pop(1).split(':')]; "
    "runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True)"
)


def create_environment(folder: Path) -> None:
    """Creates one; with a pip of its own only if ours has none.  Raises `OSError`, and `CalledProcessError`."""
    venv.create(folder, symlinks=True, with_pip=find_spec("pip") is None)


def command_in(folder: Path | None, module: str, *words: str) -> tuple[str, ...]:
    """The command that runs a module with the Python of a folder's environment; with ours if it has none."""
    python = None if folder is None else folder / "bin" / "python"
    if python is None or not python.exists():
        return interpreter.module_command(module, *words)
    return (str(python), "-u", "-W", "ignore", "-c", BOOT, ":".join(_package_folders()), module, *words)


def packages_folder(folder: Path) -> Path:
    """Where an environment of this Python has its packages; it may not exist."""
    return folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"


def _package_folders() -> list[str]:
    ours = {*site.getsitepackages(), site.getusersitepackages()}
    return [folder for folder in sys.path if folder in ours]
