"""Fields of records, which are frozen dataclasses or msgspec structs: the same questions for both."""

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from msgspec import Struct, structs


def has_fields(kind: object) -> bool:
    """Whether it is a record of either kind, or a class of them."""
    return is_dataclass(kind) or isinstance(kind, Struct) or _is_struct(kind)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    return kind.__struct_fields__ if _is_struct(kind) else tuple(field.name for field in fields(kind))


def required_fields(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields that have no default."""
    if _is_struct(kind):
        return tuple(field.name for field in structs.fields(kind) if field.required)
    return tuple(field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING)


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
