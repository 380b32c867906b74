"""Fields of records, which are frozen dataclasses, msgspec structs or named tuples: the same questions for all."""

from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from msgspec import Struct, structs


def has_fields(kind: object) -> bool:
    """Whether it is a record of any kind, or a class of them."""
    return is_dataclass(kind) or isinstance(kind, Struct) or _is_struct(kind) or hasattr(kind, "_field_defaults")


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields, in order."""
    if _is_struct(kind):
        return tuple(kind.__struct_fields__)
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else tuple(kind._fields)


def required_fields(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields that have no default."""
    if _is_struct(kind):
        return tuple(field.name for field in structs.fields(kind) if field.required)
    if not is_dataclass(kind):
        return tuple(name for name in kind._fields if name not in kind._field_defaults)
    return tuple(field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING)


def _is_struct(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
