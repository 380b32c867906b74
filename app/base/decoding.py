"""Decodes JSON values into records by their annotations, strictly, and explains what it rejects.

msgspec decodes.  Records are structs with `forbid_unknown_fields`; `meaning` describes a field, `msgspec.Meta` limits
it, and `rule` makes a type that reads its values itself.  Errors give the place, the fault and the correct form: only
the place comes from msgspec's message; the rest follows from the type and the value there.
"""

import json
from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Any, TypeVar

from msgspec import Meta, ValidationError, convert

from gjkscope.app.base.json_document import Keys, is_valid_text, leaf_values, read_integer
from gjkscope.app.base.mismatch import Mismatch, shown

Record = TypeVar("Record")


class RuleType(type):
    """The class of types that `rule` makes."""

    read: Callable[[Any], Any]
    schema: Mapping[str, Any]

    def __instancecheck__(cls, _: object) -> bool:
        """True, because msgspec calls this after `read`, which has checked the value."""
        return True


def rule(name: str, read: Callable[[Any], Any], schema: Mapping[str, Any] | None = None) -> Any:
    """A type whose values `read` converts from JSON values.  It raises `ValueError` with what is wrong.

    With a name, JSON Schemas define it once.
    """
    return RuleType(name, (), {"read": staticmethod(read), "schema": schema or {}})


def one_of(choices: Collection[str]) -> Any:
    """A type of texts whose choices are known only at run time."""

    def check(value: object) -> object:
        if value not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return value

    return rule("", check)


def meaning(description: str, must: str = "", **schema: Any) -> Meta:
    """Describes a field, for JSON Schemas and for errors; `must` replaces the requirement in an error message."""
    return Meta(description=description, extra={"must": must} if must else {}, extra_json_schema=schema)


def decode(value: object, kind: Any, instead: Mapping[str, str] | None = None) -> Any:
    """Decodes a JSON value as this type.  Raises `Mismatch`.

    `instead`: what to suggest for keys and tags of a related format in place of the known ones.
    """
    try:
        return convert(value, kind, dec_hook=_read)
    except ValidationError as error:
        if isinstance(error.__cause__, TypeError):  # in a rule: a fault of the program, not of the value
            raise error.__cause__ from None
        from gjkscope.app.base.explanations import explained  # which imports msgspec's inspection

        raise explained(error, value, kind, instead or {}) from None


def _read(kind: Any, value: object) -> Any:
    return kind.read(value)


# --- files with a version ---


def parsed(text: str) -> Any:
    """Parses JSON.  Raises `ValueError`."""
    try:
        return json.loads(text, parse_int=read_integer)
    except ValueError as fault:
        raise ValueError(f"not JSON: {fault}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def read_record(text: str, kind: type[Record], marker: str, version: int) -> Record:
    """Parses a JSON object with the fields of a record, and a key `marker` whose value must be `version`.

    Raises `ValueError`.
    """
    return _record_of(_marked(text, marker, version), kind)


def usable_fields(text: str, kind: type[Record], marker: str, version: int) -> Record:
    """The record with the valid fields of an object that `read_record` rejects, and defaults for the others."""
    valid: dict[str, Any] = {}
    try:
        entries = _marked(text, marker, version)
    except ValueError:
        entries = {}
    for name, value in entries.items():
        try:
            valid[name] = getattr(_record_of({name: value}, kind), name)
        except Mismatch:
            continue
    return kind(**valid)


def _marked(text: str, marker: str, version: int) -> dict[str, Any]:
    value = parsed(text)
    if not isinstance(value, dict) or type(value.get(marker)) is not int or value[marker] != version:
        raise ValueError(f'must be an object with "{marker}": {version}')
    return {name: part for name, part in value.items() if name != marker}


def _record_of(entries: dict[str, Any], kind: type[Record]) -> Record:
    for keys, value in leaf_values(entries):
        check_leaf(keys, value)
    record: Record = decode(entries, kind)
    return record


def check_leaf(keys: Keys, value: object) -> None:
    """Raises `Mismatch` for an infinite number, NaN, and text that is not valid Unicode."""
    if isinstance(value, float) and not isfinite(value):
        raise Mismatch(keys, f"must be a finite number, got {shown(value)}")
    if isinstance(value, str) and not is_valid_text(value):
        raise Mismatch(keys, f"must be valid Unicode text, got {shown(value)}")
