"""The registry of readers: each module of `readers` calls `register`."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Reading
from gjkscope.engine.registry.discovery import modules_in

Recognizer = Callable[[str], float]


class Notation(NamedTuple):
    """A notation of pairs of shapes in text."""

    name: str  # for --notation
    title: str  # for people
    recognize: Recognizer  # the confidence that a text is in this notation, 0 … 1; must be fast for a million lines
    read: Callable[[ReadContext], Reading]  # raises `TextError` and `ImportFault`
    suffixes: tuple[str, ...] = ()  # of its files, such as ".urdf"


_REGISTERED: dict[str, Notation] = {}


def register(notation: Notation) -> None:
    """Registers a notation.  Raises `ValueError` if one of that name exists."""
    if notation.name in _REGISTERED:
        raise ValueError(f"notation {notation.name!r}: registered twice")
    _REGISTERED[notation.name] = notation


@cache
def notations() -> dict[str, Notation]:
    """All notations by name."""
    tuple(modules_in("gjkscope.app.bring.notations.readers"))  # each registers its notation when it is imported
    return dict(sorted(_REGISTERED.items()))
