"""Finds the files that are shipped beside the code: shaders, scenes, meshes, fonts.

They stand in `shaders/` and `assets/` at the root of the source tree, and in the same folders inside the installed
package (pyproject.toml puts them there), so that a wheel needs nothing else.
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_ROOT = _PACKAGE if (_PACKAGE / "shaders").is_dir() else _PACKAGE.parent


def resource(*parts: str) -> Path:
    """The path of a shipped file or folder, e.g. `resource("shaders", "line.vert")`.

    Raises `FileNotFoundError`, naming the path that was looked for, when nothing stands there: the installation
    is incomplete, or the name is wrong.
    """
    path = _ROOT.joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(f"{path}: this file should have come with gjkscope; install it again, or mend the name")
    return path
