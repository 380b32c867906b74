"""Decodes JSON values into records by their annotations, strictly: the application's own files and texts.

Each value is checked against the annotation of its field, at every depth; rules in `Annotated`, such as `Within`, are
checked too, so that decoded records need no further checks.  Errors say where, what is wrong, and what would be right.

Numbers are finite, except inside records whose class attribute `takes_any_number` is true: there, infinities and NaN
are texts (`numbers.NOT_FINITE`).

Documents that people write (scenes and demos) are read with pydantic instead, which is slow to import.
"""

import json
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from math import isfinite
from reprlib import Repr
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from gjkscope.app.base.numbers import NOT_FINITE
from gjkscope.app.base.records import field_names, has_fields, required_fields
from gjkscope.app.base.suggestions import did_you_mean

KIND = "is"
LARGEST_INTEGER = 2**63 - 1  # equal to `state.LAST_STEP` on every 64-bit system

Decode = Callable[[Any], Any]
Record = TypeVar("Record")

_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = 40
_short.maxlevel = 2


class Mismatch(ValueError):
    """A value that does not match its annotation; `place` is its path, such as "PlaceBody.placement[1]"."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place, self.message = place, message

    def inside(self, place: str) -> "Mismatch":
        """The same error, with `place` relative to the enclosing record or list."""
        inner = self.place if self.place.startswith("[") or not (self.place and place) else f".{self.place}"
        return Mismatch(f"{place}{inner}", self.message)


class Within(NamedTuple):
    """A rule, in `Annotated`, that restricts numbers to a range."""

    low: float
    high: float

    def check(self, value: float) -> None:
        if not self.low <= value <= self.high:
            raise Mismatch("", f"must be from {self.low:g} to {self.high:g}, got {shown(value)}")


class OneOf(NamedTuple):
    """A rule, in `Annotated`, that restricts values to a list of choices."""

    choices: tuple[str, ...]

    def check(self, value: str) -> None:
        if value not in self.choices:
            raise Mismatch("", f"must be one of {', '.join(self.choices)}, got {shown(value)}")


def shown(value: Any) -> str:
    """A value in an error message."""
    return json.dumps(value) if value is None or isinstance(value, bool) else _short.repr(value)


def read_record(text: str, kind: type[Record], marker: str, version: int) -> Record:
    """Parses a JSON object with the fields of a record, and a key `marker` whose value must be `version`.

    Raises `ValueError`.
    """
    record: Record = PLAIN.decoded(_marked(text, marker, version), kind)
    return record


def usable_fields(text: str, kind: type[Record], marker: str, version: int) -> Record:
    """The record with the valid fields of an object that `read_record` rejects, and defaults for the others."""
    found: dict[str, Any] = {}
    try:
        entries = _marked(text, marker, version)
    except ValueError:
        entries = {}
    for name, value in entries.items():
        try:
            found |= PLAIN.fields({name: value}, kind)
        except Mismatch:
            continue
    return kind(**found)


def parsed(text: str) -> Any:
    """Parses JSON.  Raises `ValueError`."""
    try:
        return json.loads(text)
    except ValueError as fault:
        raise ValueError(f"not JSON: {fault}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _marked(text: str, marker: str, version: int) -> dict[str, Any]:
    value = parsed(text)
    if not isinstance(value, dict) or type(value.get(marker)) is not int or value[marker] != version:
        raise ValueError(f'must be an object with "{marker}": {version}')
    return {name: part for name, part in value.items() if name != marker}


def _unchecked(_: Any) -> None:
    pass


class Decoder:
    """Decodes values; with `tagged` records, each object states its class under "is", and so do enumerations.

    Otherwise, an object is decoded as the record that the annotation names, and an enumeration by its value.
    """

    def __init__(
        self,
        tagged: Mapping[str, type] | None = None,
        check_record: Callable[[Any], None] = _unchecked,
        any_number: bool = False,
    ) -> None:
        """`check_record` checks rules between the fields of a decoded record.  It raises `ValueError`.

        `any_number`: whether numbers may be infinite and NaN in all records.
        """
        self._tagged = tagged
        self._check_record = check_record
        self._any_number = any_number
        self._decoder = cache(self._built)

    def decoded(self, value: Any, annotation: Any) -> Any:
        """Decodes a value with this annotation.  Raises `Mismatch`."""
        return self._decoder(annotation)(value)

    def tagged(self, value: Any) -> Any:
        """Decodes a record of any of the tagged classes.  Raises `Mismatch`."""
        if not isinstance(value, dict):
            raise Mismatch("", f"must be an object with the name of a record under {KIND!r}, got {shown(value)}")
        return self._decoder(self._kind_of(value))(value)

    def fields(self, entries: Mapping[str, Any], kind: type) -> dict[str, Any]:
        """Decodes some of the fields of a record.  Raises `Mismatch`."""
        return {key: self._field(kind, key, value) for key, value in entries.items()}

    def _kind_of(self, value: dict[str, Any]) -> type:
        kind, known = value.get(KIND), self._tagged or {}
        if KIND not in value:
            raise Mismatch("", f'the name of a record is missing under "{KIND}"')
        if not isinstance(kind, str) or kind not in known:
            raise Mismatch("", f"{KIND}: unknown record {shown(kind)}{did_you_mean(kind, known)}")
        return known[kind]

    def _built(self, annotation: Any) -> Decode:
        """The function that decodes a value with this annotation."""
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._ruled(*get_args(annotation))
        if origin in (Union, UnionType):
            return self._union(get_args(annotation))
        if origin is Literal:
            return _literal(get_args(annotation))
        if origin is tuple:
            return self._tuple(get_args(annotation))
        if annotation is float and self._any_number:
            return _said_float
        if annotation in _SIMPLE:
            return _SIMPLE[annotation]
        if _is_enumeration(annotation):
            return _enumeration(annotation) if self._tagged is None else self._tagged_enumeration(annotation)
        if isinstance(annotation, type) and has_fields(annotation):
            return self._record(annotation)
        if derived := self._tagged_below(annotation):
            return self._union(derived)
        return _refusal(annotation)

    def _tagged_below(self, annotation: Any) -> tuple[type, ...]:
        """The tagged records derived from a base class."""
        known = (self._tagged or {}).values()
        return tuple(kind for kind in known if isinstance(annotation, type) and issubclass(kind, annotation))

    def _ruled(self, annotation: Any, *metadata: Any) -> Decode:
        decode = self._decoder(annotation)
        checks = [rule.check for rule in metadata if hasattr(rule, "check")]
        if not checks:
            return decode

        def decode_and_check(value: Any) -> Any:
            found = decode(value)
            for check in checks:
                check(found)
            return found

        return decode_and_check

    def _union(self, kinds: tuple[Any, ...]) -> Decode:
        """Decodes a union.  If the intended type is clear, by name or as the only non-null one, reports its error."""
        named = {} if self._tagged is None else {kind.__name__: kind for kind in kinds if _is_tagged(kind)}
        others = [kind for kind in kinds if getattr(kind, "__name__", None) not in named and kind is not NoneType]
        takes_none = NoneType in kinds

        def decode(value: Any) -> Any:
            if value is None and takes_none:
                return None
            members = [kind for kind in kinds if _is_enumeration(kind)]
            if isinstance(value, str) and len(members) == 1 and str not in others:
                return self._decoder(members[0])(value)
            if isinstance(value, dict) and self._tagged is not None:
                kind = self._kind_of(value)
                if kind.__name__ not in named:
                    raise Mismatch("", f"must be {_listed(kinds)}, got a {kind.__name__}")
                return self._decoder(kind)(value)
            if len(others) == 1:
                return self._decoder(others[0])(value)
            for kind in others:
                try:
                    return self._decoder(kind)(value)
                except Mismatch:
                    continue
            raise Mismatch("", f"must be {_listed(kinds)}, got {shown(value)}")

        return decode

    def _tuple(self, kinds: tuple[Any, ...]) -> Decode:
        """Decodes a tuple of fixed length, or of any length with `...`."""
        repeats = len(kinds) == 2 and kinds[1] is Ellipsis

        def decode(value: Any) -> tuple[Any, ...]:
            if not isinstance(value, list):
                raise Mismatch("", f"must be a list, got {shown(value)}")
            if not repeats and len(value) != len(kinds):
                raise Mismatch("", f"must have {len(kinds)} entries, got {len(value)}")
            one_each = [self._decoder(kinds[0])] * len(value) if repeats else [self._decoder(kind) for kind in kinds]
            parts: list[Any] = []
            try:
                parts.extend(decode_part(part) for decode_part, part in zip(one_each, value, strict=True))
            except Mismatch as fault:
                raise fault.inside(f"[{len(parts)}]") from None
            return tuple(parts)

        return decode

    def _tagged_enumeration(self, kind: type[Enum]) -> Decode:
        def decode(value: Any) -> Enum:
            if isinstance(value, str):  # as a person writes it
                value = {KIND: kind.__name__, "value": value}
            if not isinstance(value, dict):
                raise Mismatch("", f"must be {_choices(kind)}, got {shown(value)}")
            if self._kind_of(value) is not kind or set(value) != {KIND, "value"}:
                raise Mismatch("", f"must be a {kind.__name__} with its value, got {shown(value)}")
            try:
                return kind(value["value"])
            except ValueError:
                raise _no_member(kind, value["value"]) from None

        return decode

    def _record(self, kind: type) -> Decode:
        if getattr(kind, "takes_any_number", False) and not self._any_number:
            return Decoder(self._tagged, self._check_record, any_number=True)._record(kind)
        name, required = self._name(kind), required_fields(kind)

        def decode(value: Any) -> Any:
            if not isinstance(value, dict):
                raise Mismatch("", f"must be a {kind.__name__}, got {type(value).__name__}")
            if self._tagged is not None and self._kind_of(value) is not kind:
                raise Mismatch("", f"must be a {name}, got a {self._kind_of(value).__name__}")
            contents = self.fields({key: part for key, part in value.items() if not self._is_tag(key)}, kind)
            for field in required:
                if field not in contents:
                    raise Mismatch(field, "missing").inside(name)
            try:
                record = kind(**contents)
                self._check_record(record)
            except Mismatch as fault:
                raise fault.inside(name) from None
            except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
                raise Mismatch(name, str(fault)) from None
            return record

        return decode

    def _is_tag(self, key: str) -> bool:
        return self._tagged is not None and key == KIND

    def _name(self, kind: type) -> str:
        """The name of a record for the place of an error; only included if the file contains it."""
        return "" if self._tagged is None else kind.__name__

    def _field(self, kind: type, key: str, value: Any) -> Any:
        hints = _hints(kind)
        if key not in hints:
            known = ", ".join(hints) or "none"
            if self._tagged is None:
                raise Mismatch(key[:60], f"unknown key; must be one of {known}{did_you_mean(key, hints)}")
            near = did_you_mean(key, hints)
            raise Mismatch(kind.__name__, f"unknown field {shown(key)}; must be one of {known}{near}")
        try:
            return self._decoder(hints[key])(value)
        except Mismatch as fault:
            raise fault.inside(key).inside(self._name(kind)) from None


PLAIN = Decoder()


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The annotations of the fields."""
    known = get_type_hints(kind, include_extras=True)
    return {name: known[name] for name in field_names(kind)}


def _refusal(annotation: Any) -> Decode:
    """Rejects types that must not occur in a file, such as a lesson or a demo inside an action."""

    def decode(value: Any) -> Any:
        raise Mismatch("", f"cannot be read from a file: a value of type {annotation}")

    return decode


def _float(value: Any) -> float:
    if type(value) not in (int, float):  # bool is a subclass of int
        raise Mismatch("", f"must be a finite number, got {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not isfinite(number):
        raise Mismatch("", f"must be a finite number, got {shown(value)}")
    return number


def _said_float(value: Any) -> float:
    return NOT_FINITE[value] if isinstance(value, str) and value in NOT_FINITE else _float(value)


def _int(value: Any) -> int:
    if type(value) is not int:
        raise Mismatch("", f"must be an integer, got {shown(value)}")
    if abs(value) > LARGEST_INTEGER:
        raise Mismatch("", f"must be from {-LARGEST_INTEGER} to {LARGEST_INTEGER}")
    return value


def _bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Mismatch("", f"must be true or false, got {shown(value)}")
    return value


def _str(value: Any) -> str:
    if type(value) is not str:
        raise Mismatch("", f"must be a string, got {shown(value)}")
    if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise Mismatch("", f"must be valid Unicode text, got {shown(value)}")
    return value


def _none(value: Any) -> None:
    if value is not None:
        raise Mismatch("", f"must be null, got {shown(value)}")


_SIMPLE: Mapping[Any, Decode] = {float: _float, int: _int, bool: _bool, str: _str, NoneType: _none}


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _is_tagged(kind: Any) -> bool:
    return has_fields(kind) or _is_enumeration(kind)


def _listed(kinds: tuple[Any, ...]) -> str:
    names = ["null" if kind is NoneType else kind.__name__ if get_origin(kind) is None else "a list" for kind in kinds]
    return " or ".join(dict.fromkeys(names))


def _literal(choices: tuple[Any, ...]) -> Decode:
    def decode(value: Any) -> Any:
        for choice in choices:
            if type(value) is type(choice) and value == choice:
                return choice
        raise Mismatch("", f"must be one of {', '.join(map(str, choices))}, got {shown(value)}")

    return decode


def _enumeration(kind: type[Enum]) -> Decode:
    def decode(value: Any) -> Enum:
        try:
            return kind(value)
        except ValueError:
            raise _no_member(kind, value) from None

    return decode


def _no_member(kind: type[Enum], value: Any) -> Mismatch:
    near = did_you_mean(value, (str(member.value) for member in kind))
    return Mismatch("", f"must be {_choices(kind)}, got {shown(value)}{near}")


def _choices(kind: type[Enum]) -> str:
    return "one of " + ", ".join(str(member.value) for member in kind)
