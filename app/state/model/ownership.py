"""The owner of each part of the state: the rules that scenes, demos, recordings and lessons follow.

The annotation of a field names its owners.  It applies to everything in the field, except fields of nested records
that have annotations of their own:

    class State(Struct, frozen=True):
        document: Annotated[Document, Of.SCENE | Of.SHOW]
        preferences: Annotated[Preferences, Of.USER]

    with_parts(state, opened, Of.SCENE)  # `state` with all that the scene owns taken from `opened`
"""

from collections.abc import Iterator, Mapping
from enum import Flag, auto
from functools import cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct, structs

from gjkscope.app.base.records import field_names, has_fields

Record = TypeVar("Record", bound=Struct)


ORIGIN = "__origin__"  # the underlying type of an annotated type


class Of(Flag):
    SCENE = auto()  # reset when a scene is opened; everything else is kept
    DEMO = auto()  # captured: demo files set it at the start, recordings reproduce it
    SHOW = auto()  # controlled by a demo: changing it by hand takes over from the demo
    TOOLS = auto()  # tool settings: a demo or a lesson sets its own, and the user's are restored afterwards
    USER = auto()  # never changed by scenes, demos or lessons


class StatePart(NamedTuple):
    """A field of a record or of a nested record, with the path to it."""

    path: tuple[str, ...]
    owners: Of
    kind: Any  # its type

    @property
    def name(self) -> str:
        return self.path[-1]


def owners(annotation: Any) -> Of | None:
    """The owners named by the annotation; None if there are none."""
    notes = getattr(annotation, "__metadata__", ())
    return next((note for note in notes if isinstance(note, Of)), None)


@cache
def state_parts(record: type, owner: Of) -> tuple[StatePart, ...]:
    """The largest parts that belong entirely to that owner.  Raises `TypeError` if a field has no owner."""
    return tuple(part for top in _tree(record, (), None) for part in _owned_parts(top, owner))


@cache
def captured_fields(record: type) -> Mapping[str, StatePart]:
    """The fields that demo files set and recordings reproduce, by name."""
    fields: dict[str, StatePart] = {}
    for group in _tree(record, (), None):
        for part in _members(group) or (group,):
            if Of.DEMO not in part.owners:
                continue
            if part.name in fields:
                raise TypeError(f"{'.'.join(part.path)}: {'.'.join(fields[part.name].path)} has the same name")
            fields[part.name] = part
    return fields


def kind_at(record: type, path: tuple[str, ...]) -> type:
    """The type of the field at that path."""
    for name in path:
        kind = _kind(record.__annotations__[name])
        assert isinstance(kind, type), f"{name}: not a record"
        record = kind
    return record


def value_at(record: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        record = getattr(record, name)
    return record


def with_values(record: Record, values: Mapping[tuple[str, ...], Any]) -> Record:
    """A copy of the record with the values at these paths replaced."""
    changes: dict[str, Any] = {path[0]: value for path, value in values.items() if len(path) == 1}
    nested: dict[str, dict[tuple[str, ...], Any]] = {}
    for path, value in values.items():
        if len(path) > 1:
            nested.setdefault(path[0], {})[path[1:]] = value
    changes |= {name: with_values(getattr(record, name), inner) for name, inner in nested.items()}
    return structs.replace(record, **changes) if changes else record


def with_parts(record: Record, other: Record, owner: Of) -> Record:
    """The record with that owner's parts taken from `other`."""
    return with_values(record, {part.path: value_at(other, part.path) for part in state_parts(type(record), owner)})


def differ(before: Struct, after: Struct, owner: Of) -> bool:
    """Whether any part of that owner is a different object in `after`."""
    return any(value_at(before, part.path) is not value_at(after, part.path) for part in fields_of(type(before), owner))


@cache
def fields_of(record: type, owner: Of) -> tuple[StatePart, ...]:
    """Like `state_parts`, but with the fields listed separately if the owner has a whole record of the state."""
    members = (_members(part) if len(part.path) == 1 else () for part in state_parts(record, owner))
    return tuple(
        member for part, inner in zip(state_parts(record, owner), members, strict=True) for member in inner or (part,)
    )


def has_parts(kind: Any) -> bool:
    """Whether the fields of this type can have owners; those of a named tuple cannot."""
    return isinstance(kind, type) and has_fields(kind) and not issubclass(kind, tuple)


def _owned_parts(part: StatePart, owner: Of) -> Iterator[StatePart]:
    """The part itself if it belongs entirely to that owner, otherwise those of its fields that do."""
    inner = _members(part)
    owned = [owned_part for member in inner for owned_part in _owned_parts(member, owner)]
    if owner in part.owners if not inner else owned == list(inner):
        yield part
    else:
        yield from owned


def _members(part: StatePart) -> tuple[StatePart, ...]:
    """The fields of the part if it is a record, otherwise nothing."""
    kind = part.kind
    return tuple(_tree(kind, part.path, part.owners)) if has_parts(kind) else ()


def _tree(record: type, path: tuple[str, ...], inherited: Of | None) -> Iterator[StatePart]:
    """The fields of a record with their owners."""
    for name in field_names(record):
        annotation = record.__annotations__[name]
        own = owners(annotation) or inherited
        if own is None:
            raise TypeError(f"{name}: its annotation does not name its owner")
        yield StatePart((*path, name), own, _kind(annotation))


def _kind(annotation: Any) -> Any:
    """The type, without a note of its owners."""
    return getattr(annotation, ORIGIN) if owners(annotation) else annotation
