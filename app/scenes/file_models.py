"""The types of values in scene and demo files: numbers, vectors and names, with their rules and JSON Schemas."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite, nan
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from gjkscope.app.base.decoding import decode, rule
from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.base.mismatch import Mismatch, shown
from gjkscope.app.base.numbers import HEX_FLOAT, NOT_FINITE, HexInteger, parse_hex_float

VERSION = 1
"""Of scene files and of demo files."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBERS = {int, float}
PLAIN_NUMBER = "must be a number"
A_NUMBER = f'{PLAIN_NUMBER}, or a hex float in a string, such as "0x1.8p-3"'
A_SAID_NUMBER = 'must be a number, or a string such as "0x1.8p-3", "NaN" or "-Infinity"'


def _number(value: object) -> float:
    number = _hex_float(value, A_NUMBER if _has_digit(value) else PLAIN_NUMBER) if isinstance(value, str) else value
    if type(number) not in NUMBERS:  # bool is a subclass of int, but `true` is not a length
        raise ValueError(PLAIN_NUMBER)
    if not isfinite(number):  # type: ignore[arg-type]
        raise ValueError("must be a finite number")
    return float(number)  # type: ignore[arg-type]


def _has_digit(text: str) -> bool:
    """Whether the text may be meant as a number."""
    return any(letter.isdigit() for letter in text)


def _said_number(value: object) -> float:
    """A number that an engine said: any at all."""
    if isinstance(value, str):
        return NOT_FINITE[value] if value in NOT_FINITE else _hex_float(value, A_SAID_NUMBER)
    if type(value) not in NUMBERS:
        raise ValueError(A_SAID_NUMBER)
    return nan if value != value else float(value)  # type: ignore[arg-type]


def _hex_float(text: str, otherwise: str) -> float:
    try:
        return parse_hex_float(text)
    except HexInteger:
        raise
    except OverflowError:
        raise ValueError("must be a finite number") from None
    except ValueError:
        raise ValueError(otherwise) from None


def _bound(is_right: Callable[[float], bool], limit: str) -> Callable[[object], float]:
    def read(value: object) -> float:
        number = _number(value)
        if not is_right(number):
            raise ValueError(f"must be {limit}")
        return number

    return read


def _number_schema(description: str, sign: str, **bounds: float) -> dict[str, Any]:
    as_text = {"type": "string", "pattern": f"^{sign}{HEX_FLOAT}$"}
    return {"anyOf": [{"type": "number", **bounds}, as_text], "description": description}


def at_least(least: float) -> Any:
    """The type of a number with a lower bound."""
    limit = f"≥ {least:g}"
    return rule("", _bound(lambda number: number >= least, limit), _number_schema(limit, "[+]?", minimum=least))


def from_zero_to(name: str, most: float) -> Any:
    """The type of a number ≥ 0 with an upper bound."""

    def read(value: object) -> float:
        number = _not_negative(value)
        if number > most:
            raise ValueError(f"must be ≤ {most:g}")
        return number

    return rule(name, read, _number_schema(f"from 0 to {most:g}", "[-+]?", minimum=0, maximum=most))


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("must be text in quotes")
    if not value:
        raise ValueError("must not be empty")
    if not value.isprintable():
        raise ValueError("must be printable characters on one line")
    return value


_not_negative = _bound(lambda number: number >= 0, "≥ 0")

if TYPE_CHECKING:
    Number = float
    SaidNumber = float
    Positive = float
    NotNegative = float
    Name = str
else:
    Number = rule(
        "Number",
        _number,
        _number_schema("A finite number, or its exact value as a C hexadecimal float in a string.", "[-+]?"),
    )
    SaidNumber = rule(
        "SaidNumber",
        _said_number,
        {
            "anyOf": [
                {"type": "number"},
                {"type": "string", "pattern": f"^[-+]?{HEX_FLOAT}$"},
                {"enum": [*NOT_FINITE]},
            ],
            "description": "A number that an engine said, or its exact value as a C hexadecimal float in a string; "
            "infinity and NaN are strings, too.",
        },
    )
    Positive = rule(
        "Positive",
        _bound(lambda number: number > 0, "> 0"),
        _number_schema("> 0", "[+]?", exclusiveMinimum=0),
    )
    NotNegative = rule("NotNegative", _not_negative, _number_schema("≥ 0", "[-+]?", minimum=0))
    Name = rule("Name", _name, {"type": "string", "minLength": 1})


def _are_plain(points: object, width: int) -> bool:
    """Whether it is a list of points of finite numbers; for many points, this is faster than reading each number."""
    if type(points) is not list or not points:
        return False
    plain = all(type(point) is list and len(point) == width and {*map(type, point)} <= NUMBERS for point in points)
    return plain and all(isfinite(number) for point in points for number in point)


def _points(name: str, point: Any, width: int) -> Any:
    many = Annotated[tuple[point, ...], Meta(min_length=1)]
    schema = {"type": "array", "items": {"$ref": f"#/$defs/{'Vector' if width == 3 else 'Vector2'}"}, "minItems": 1}
    return rule(name, lambda value: value if _are_plain(value, width) else decode(value, many), schema)


def _row(name: str, least: int) -> Any:
    """The type of a list of numbers, which is fast if there are many."""
    many = Annotated[tuple[Number, ...], Meta(min_length=least)]
    schema = {"type": "array", "items": {"$ref": "#/$defs/Number"}, "minItems": least}

    def read(value: object) -> Any:
        if type(value) is list and len(value) >= least and {*map(type, value)} <= NUMBERS and all(map(isfinite, value)):
            return value
        return decode(value, many)

    return rule(name, read, schema)


OF_2D = Meta(extra={"length": "have 2 entries, as the scene is 2D"})
OF_ANY = Meta(min_length=2, max_length=3, extra={"length": "have 3 entries, or 2 in a 2D scene"})

Index = Annotated[int, Meta(ge=0)]
Vector = tuple[Number, Number, Number]
Vector2 = Annotated[tuple[Number, Number], OF_2D]
AnyVector = Annotated[tuple[Number, ...], OF_ANY]
SaidVector = tuple[SaidNumber, SaidNumber, SaidNumber]
SaidVector2 = Annotated[tuple[SaidNumber, SaidNumber], OF_2D]
PairOfNames = tuple[Name, Name]
if TYPE_CHECKING:
    Points = tuple[Vector, ...]
    Points2 = tuple[Vector2, ...]
    HeightRow = tuple[float, ...]
else:
    HeightRow = _row("HeightRow", 2)
    Points, Points2 = _points("Points", Vector, 3), _points("Points2", Vector2, 2)

NAMED: dict[str, Any] = {
    name: globals()[name] for name in ("Vector", "Vector2", "AnyVector", "SaidVector", "SaidVector2", "PairOfNames")
}
"""The types that JSON Schemas define once, apart from records and rules."""


class Strict(Struct, forbid_unknown_fields=True):
    """An object in a file: no unknown keys."""


def validate_document(document: object, kind: type[Any], marker: str, instead: Mapping[str, str] | None = None) -> Any:
    """Decodes a JSON document as this record.  Raises `ValueMismatch`.

    A wrong version, under the key `marker`, precedes other errors: it explains them.
    """
    try:
        _check_version(document, marker)
        return decode(document, kind, instead)
    except Mismatch as fault:
        raise ValueMismatch(fault.keys, fault.message) from None


def _check_version(document: object, marker: str) -> None:
    version = document.get(marker, VERSION) if isinstance(document, dict) else VERSION
    if type(version) is int and version > VERSION:
        raise Mismatch([marker], f"made by a newer version of gjkscope: must be {VERSION}, got {version}")
    if type(version) is not int or version != VERSION:
        raise Mismatch([marker], f"must be {VERSION}, got {shown(version)}")


def schema_text(
    title: str,
    kinds: Sequence[type[Struct]],
    named: Mapping[str, Any],
    whole: Mapping[str, Any],
    between_keys: Mapping[str, Mapping[str, Any]] | None = None,
) -> str:
    """The JSON Schema `whole`, with definitions of these records and of everything inside.

    `named` are the types that are defined once, and `between_keys` adds to the definition of a record.
    """
    rules: dict[str, Any] = {}

    def schema_of(kind: Any) -> dict[str, Any]:
        if not kind.__name__:
            return {**kind.schema}
        rules[kind.__name__] = kind.schema
        return {"$ref": f"#/$defs/{kind.__name__}"}

    aliases, _ = msgspec.json.schema_components(named.values(), schema_hook=schema_of)
    _, records = msgspec.json.schema_components(kinds, schema_hook=schema_of)
    known: dict[str, Any] = {}
    for name, alias in zip(named, aliases, strict=True):
        known[name] = _tidy(alias, known)
    for name, schema in (between_keys or {}).items():
        records[name] |= schema
    definitions = {**{name: _tidy(record, known) for name, record in records.items()}, **rules, **known}
    used = _references({"root": whole, **{kind.__name__: definitions[kind.__name__] for kind in kinds}}, definitions)
    whole = {"$schema": DIALECT, "title": title, "$defs": {name: definitions[name] for name in sorted(used)}, **whole}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _tidy(schema: Any, known: Mapping[str, Any]) -> Any:
    """The schema with references to the known ones, and with one schema for all entries of a list."""
    if isinstance(schema, list):
        return [_tidy(part, known) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: _tidy(part, known) for name, part in schema.items()}
    entries = schema.get("prefixItems", [])
    if entries and all(entry == entries[0] for entry in entries):
        del schema["prefixItems"]
        schema["items"] = entries[0]
    described = {name: schema.pop(name) for name in ("description", "default") if name in schema and "type" in schema}
    name = next((name for name, alias in known.items() if alias == schema), None)
    return {**(schema if name is None else {"$ref": f"#/$defs/{name}"}), **described}


def _references(schemas: Mapping[str, Any], definitions: Mapping[str, Any]) -> set[str]:
    """The names of the definitions that the schemas refer to, also indirectly."""
    used, waiting = {name for name in schemas if name in definitions}, json.dumps(schemas)
    while names := {*re.findall(r'"#/\$defs/(\w+)"', waiting)} - used:
        used |= names
        waiting = json.dumps([definitions[name] for name in names])
    return used
