"""Functions of machine code that are loaded where they will be called often enough.

Until then, and without machine code, there is no function, and the interpreter answers.
"""

from collections.abc import Callable
from typing import Any

DEPTH = "depth"
"""The name of the function that `depth.py` calls."""

BOXES = "boxes"
"""The name of the function that `boxes.py` calls."""

IMPULSES = "impulses"
"""The name of the function that `engine/impulses/native.py` calls."""


class OnDemand:
    """A function with this name, which takes these ctypes.  Attribute: `function`, None while there is none."""

    def __init__(self, name: str, *arguments: Any) -> None:
        self.function: Callable[..., int] | None = None
        self._name, self._arguments = name, arguments
        self._is_sought = False

    def load(self) -> None:
        """Loads the machine code, if there is any; looks for it only once."""
        if self._is_sought:
            return
        self._is_sought = True
        from gjkscope.engine.native.code import known_address, native_function

        address = known_address(self._name)
        if address is not None:
            self.function = native_function(address, *self._arguments)
