"""Who owns which part of the state: one place for the rules that scenes, demos, recordings and lessons go by.

The annotation of a field names its owners.  It holds for all that is in the field, down to fields of nested records
that carry an annotation of their own:

    @dataclass(frozen=True)
    class State:
        document: Annotated[Document, Of.SCENE | Of.SHOW]
        preferences: Annotated[Preferences, Of.USER]

    with_parts(state, opened, Of.SCENE)  # `state` with the document, and all else that is the scene's, of `opened`
"""

from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, is_dataclass, replace
from enum import Flag, auto
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Record = TypeVar("Record", bound=DataclassInstance)
else:
    Record = TypeVar("Record")


ORIGIN = "__origin__"  # of an annotated type: the type


class Of(Flag):
    SCENE = auto()  # reset when a scene is opened; everything else stays as the user has it
    DEMO = auto()  # captured: a demo file sets it at the start, a recording reproduces it
    SHOW = auto()  # what a demo shows: changing it by hand takes over from the demo
    TOOLS = auto()  # how a person works: a demo or a lesson brings its own, and the user's are restored after it
    USER = auto()  # stays the user's whatever is shown


class StatePart(NamedTuple):
    """A field of a record, or of a record within it: `path` leads to it."""

    path: tuple[str, ...]
    owners: Of
    kind: Any  # its type

    @property
    def name(self) -> str:
        return self.path[-1]


def owners(field: "Field[Any]") -> Of | None:
    """The owners that the annotation names; None where it names none."""
    notes = getattr(field.type, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Of)), None)


@cache
def state_parts(record: type, owner: Of) -> tuple[StatePart, ...]:
    """The largest parts that are all that owner's.  Raises `TypeError` for a field that has no owner."""
    return tuple(part for top in _tree(record, (), None) for part in _owned(top, owner))


@cache
def captured(record: type) -> Mapping[str, StatePart]:
    """What demo files set and recordings reproduce, by name: the fields of the records that the state is made of."""
    found: dict[str, StatePart] = {}
    for group in _tree(record, (), None):
        for part in _members(group) or (group,):
            if Of.DEMO not in part.owners:
                continue
            if part.name in found:
                raise TypeError(f"{'.'.join(part.path)}: {'.'.join(found[part.name].path)} has the same name")
            found[part.name] = part
    return found


def kind_at(record: type, path: tuple[str, ...]) -> type:
    """The type of what is at the end of the path."""
    for name in path:
        [field] = (field for field in fields(record) if field.name == name)
        kind = getattr(field.type, ORIGIN) if owners(field) else field.type
        assert isinstance(kind, type), f"{name}: no record"
        record = kind
    return record


def value_at(record: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        record = getattr(record, name)
    return record


def with_values(record: Record, values: Mapping[tuple[str, ...], Any]) -> Record:
    """The record with these values at the ends of these paths."""
    changes: dict[str, Any] = {path[0]: value for path, value in values.items() if len(path) == 1}
    nested: dict[str, dict[tuple[str, ...], Any]] = {}
    for path, value in values.items():
        if len(path) > 1:
            nested.setdefault(path[0], {})[path[1:]] = value
    changes |= {name: with_values(getattr(record, name), inner) for name, inner in nested.items()}
    return replace(record, **changes) if changes else record


def with_parts(record: Record, other: Record, owner: Of) -> Record:
    """The record with the parts that are that owner's as in `other`."""
    return with_values(record, {part.path: value_at(other, part.path) for part in state_parts(type(record), owner)})


def differ(one: "DataclassInstance", other: "DataclassInstance", owner: Of) -> bool:
    """Whether a part that is that owner's is another object in `other`."""
    return any(value_at(one, part.path) is not value_at(other, part.path) for part in fields_of(type(one), owner))


@cache
def fields_of(record: type, owner: Of) -> tuple[StatePart, ...]:
    """As `state_parts`, but one by one where a whole record of the state is that owner's."""
    members = (_members(part) if len(part.path) == 1 else () for part in state_parts(record, owner))
    return tuple(
        one for part, inner in zip(state_parts(record, owner), members, strict=True) for one in inner or (part,)
    )


def _owned(part: StatePart, owner: Of) -> Iterator[StatePart]:
    """The part, if all of it is that owner's, or what of it is."""
    inner = _members(part)
    owned = [one for member in inner for one in _owned(member, owner)]
    if owner in part.owners if not inner else owned == list(inner):
        yield part
    else:
        yield from owned


def _members(part: StatePart) -> tuple[StatePart, ...]:
    """The fields of the record that the part is; none where it is no record."""
    kind = part.kind
    return tuple(_tree(kind, part.path, part.owners)) if isinstance(kind, type) and is_dataclass(kind) else ()


def _tree(record: type, path: tuple[str, ...], inherited: Of | None) -> Iterator[StatePart]:
    """The fields of a record with their owners."""
    for field in fields(record):
        own = owners(field) or inherited
        if own is None:
            raise TypeError(f"{field.name}: its annotation does not name its owner")
        yield StatePart((*path, field.name), own, getattr(field.type, ORIGIN) if owners(field) else field.type)
