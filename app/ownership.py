"""Whose the parts of a record are, as its annotations say: one place for what many ask about.

@dataclass(frozen=True)
class State:
    scene: Annotated[Scene, Of.SCENE | Of.SHOW]

parts_of(State, Of.SCENE)  # ("scene",)
"""

from dataclasses import Field, fields
from enum import Flag, auto
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Of(Flag):
    SCENE = auto()  # begins anew with a scene; all else stays as the user has it
    DEMO = auto()  # a demo's file says how it is at the beginning
    SHOW = auto()  # is seen in a demo: who changes it takes over
    TOOLS = auto()  # how somebody works: a demo or a lesson brings its own, and the user's come back after it
    USER = auto()  # stays the user's whatever is shown


def owners(field: "Field[Any]") -> Of:
    """Raises `TypeError` for a field that is nobody's."""
    for note in getattr(field.type, "__metadata__", ()):
        if isinstance(note, Of):
            return note
    raise TypeError(f"{field.name}: its annotation does not say whose it is")


@cache
def parts_of(record: "type[DataclassInstance]", owner: Of) -> tuple[str, ...]:
    """The names of the fields that are that one's."""
    return tuple(field.name for field in fields(record) if owner in owners(field))
