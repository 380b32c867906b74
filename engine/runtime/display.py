"""How results are displayed in notebooks.  The application provides the display; the engine does not depend on it.

Notebooks ask a value for HTML by `_repr_html_`, and IPython for text by `_repr_pretty_`.  Until `display_with` is
called, as `import gjkscope` does, values show their `repr`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple


class NotebookDisplay(NamedTuple):
    """Makes what notebooks show; None leaves a value to `repr`."""

    html: Callable[[object], str | None]
    text: Callable[[object], str | None]


_CHOSEN: list[NotebookDisplay] = []


def display_with(display: NotebookDisplay) -> None:
    """Displays all values with this, from now on."""
    _CHOSEN[:] = [display]


class Displayed:
    """A value that notebooks display with what was passed to `display_with`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._repr_pretty_ = Displayed._repr_pretty_  # type: ignore[method-assign]  # else IPython prefers its `__repr__`

    def _repr_html_(self) -> str | None:
        return _CHOSEN[0].html(self) if _CHOSEN else None

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        text = _CHOSEN[0].text(self) if _CHOSEN and not cycle else None
        printer.text(repr(self) if text is None else text)
