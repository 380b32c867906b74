"""Fields and copies of records: msgspec structs, frozen dataclasses and named tuples behind one interface."""

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

if TYPE_CHECKING:
    from dataclasses import replace as replace  # mypy checks the names and types of the fields, also of structs
else:
    Record = TypeVar("Record")

    def replace(record: Record, /, **changes: Any) -> Record:
        """A copy of a struct or a dataclass with other values in some fields.

        Raises `TypeError` for an unknown field.
        """
        copied = structs.replace if isinstance(record, Struct) else dataclasses.replace
        return copied(record, **changes)


def has_fields(kind: object) -> bool:
    """Whether it is a record of any kind, or a class of records."""
    is_struct = isinstance(kind, Struct) or _is_struct(kind)
    return is_struct or dataclasses.is_dataclass(kind) or hasattr(kind, "_field_defaults")


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    if _is_struct(kind):
        return tuple(kind.__struct_fields__)
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return tuple(kind._fields)


def required_fields(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields that have no default."""
    if _is_struct(kind):
        return tuple(field.name for field in structs.fields(kind) if field.required)
    if not dataclasses.is_dataclass(kind):
        return tuple(name for name in kind._fields if name not in kind._field_defaults)
    return tuple(
        field.name
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    )


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
