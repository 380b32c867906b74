"""Optional parts of the installation ("extras"), and how to get one that is missing.

The self-contained application has no pip, so another way to install gjkscope is named there.
"""

import sys
from importlib.util import find_spec


class MissingExtraError(ValueError):
    """A request that needs an extra that is not installed; the message names it, and how to get it."""


def is_installed(module: str) -> bool:
    """Whether a module is installed.

    >>> is_installed("numpy")
    True
    """
    return find_spec(module) is not None


def is_self_contained() -> bool:
    """Whether this is the self-contained application, which has neither Python nor pip."""
    return bool(getattr(sys, "frozen", False))


def extra_remedy(extra: str) -> str:
    """What to do to get an extra, as the end of a sentence.

    >>> extra_remedy("films")
    'pip install "gjkscope[films]"'
    """
    command = f'pip install "gjkscope[{extra}]"'
    if is_self_contained():
        return f"it is not part of the self-contained application; with Python, {command}"
    return command


COMPILER, COMPILED = "numba", "batch"
"""What compiles answers about many pairs, and its extra."""


def require_compiler() -> None:
    """Raises `MissingExtraError` where answers about many pairs cannot be compiled."""
    require(COMPILER, COMPILED, "answers about many pairs need")


def require(module: str, extra: str, purpose: str) -> None:
    """Raises `MissingExtraError` if a module of an extra is not installed.  Its message begins with `purpose`.

    >>> require("numpy", "all", "this example needs")
    """
    if not is_installed(module):
        raise MissingExtraError(f"{purpose} {module}, which is not installed: {extra_remedy(extra)}")
