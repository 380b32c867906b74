"""Locates shipped data files: shaders, scenes, meshes, fonts.

They are in `shaders/` and `assets/` at the root of the source tree, and inside the package in a wheel, where
pyproject.toml puts them.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_ROOT = _PACKAGE if (_PACKAGE / "shaders").is_dir() else _PACKAGE.parent


def resource(*parts: str) -> Path:
    """The path of a shipped file or folder, e.g. `resource("shaders", "line.vert")`.

    Raises `FileNotFoundError` with the path if it does not exist: the installation is incomplete, or the name is wrong.
    """
    path = _ROOT.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"{path}: missing file of gjkscope; reinstall it, or correct the name")
    return path
