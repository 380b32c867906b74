"""Fields and copies of records, which are msgspec structs or frozen dataclasses: one interface for both."""

import dataclasses
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, structs

if TYPE_CHECKING:
    from dataclasses import replace as replace  # mypy checks the names and types of the fields, also of structs
else:
    Record = TypeVar("Record")

    def replace(record: Record, /, **changes: Any) -> Record:
        """A copy of a record with other values in some fields.  Raises `TypeError` for an unknown field."""
        copied = structs.replace if isinstance(record, Struct) else dataclasses.replace
        return copied(record, **changes)


def has_fields(kind: object) -> bool:
    """Whether it is a record, or a class of records."""
    return isinstance(kind, Struct) or dataclasses.is_dataclass(kind) or _is_struct(kind)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    return kind.__struct_fields__ if _is_struct(kind) else tuple(field.name for field in dataclasses.fields(kind))


def required_fields(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields that have no default."""
    if _is_struct(kind):
        return tuple(field.name for field in structs.fields(kind) if field.required)
    return tuple(
        field.name
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    )


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
