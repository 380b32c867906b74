"""Shared by the pydantic models of scene and demo files: strict types, and error messages.

This module imports pydantic, which is slow; import it only to read a file.
"""

import json
import re
import reprlib
from collections.abc import Mapping, Sequence
from math import isfinite, nan
from typing import Annotated, Any, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, models_json_schema
from typing_extensions import TypeAliasType

from gjkscope.app.base.json_document import ValueMismatch
from gjkscope.app.base.numbers import HEX_FLOAT, NOT_FINITE, HexInteger, parse_hex_float
from gjkscope.app.base.suggestions import did_you_mean


def version(newest: int) -> BeforeValidator:
    """Validates a file's version; there is only one so far."""

    def check(value: object) -> object:
        if type(value) is int and value > newest:
            raise ValueError(f"made by a newer version of gjkscope: must be {newest}")
        if type(value) is not int or value != newest:
            raise ValueError(f"must be {newest}")
        return value

    return BeforeValidator(check)


def _number(value: object) -> float:
    if isinstance(value, str):
        return _hex_float(value)
    if type(value) not in (int, float):  # bool is a subclass of int, but `true` is not a length
        raise ValueError('must be a number, or a hex float in a string, such as "0x1.8p-3"')
    number = float(value)  # type: ignore[arg-type]
    if not isfinite(number):
        raise ValueError("must be a finite number")
    return number


def _said_number(value: object) -> float:
    """A number that an engine said: any at all."""
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if type(value) in (int, float) and not isfinite(value):  # type: ignore[arg-type]
        return nan if value != value else float(value)  # type: ignore[arg-type]
    try:
        return _number(value)
    except HexInteger:
        raise
    except ValueError:
        raise ValueError('must be a number, or a string such as "0x1.8p-3", "NaN" or "-Infinity"') from None


def _hex_float(text: str) -> float:
    try:
        return parse_hex_float(text)
    except HexInteger:
        raise
    except OverflowError:
        raise ValueError("must be a finite number") from None
    except ValueError:
        raise ValueError('must be a number, or a hex float in a string, such as "0x1.8p-3"') from None


def _above_zero(number: float) -> float:
    if not number > 0:
        raise ValueError("must be > 0")
    return number


def _not_negative(number: float) -> float:
    if not number >= 0:
        raise ValueError("must be ≥ 0")
    return number


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("must be printable characters on one line")
    return text


IN_2D = ", as the scene is 2D"


def exactly(count: int, because: str = "") -> tuple[AfterValidator, FieldInfo]:
    def check(entries: list[Any]) -> list[Any]:
        if len(entries) != count:
            raise ValueError(f"must have {count} entries{because}")
        return entries

    return AfterValidator(check), Field(json_schema_extra={"minItems": count, "maxItems": count})


def _number_schema(description: str, sign: str, **bounds: float) -> WithJsonSchema:
    as_text = {"type": "string", "pattern": f"^{sign}{HEX_FLOAT}$"}
    return WithJsonSchema({"anyOf": [{"type": "number", **bounds}, as_text], "description": description})


Number = TypeAliasType(
    "Number",
    Annotated[
        float,
        BeforeValidator(_number),
        _number_schema("A finite number, or its exact value as a C hexadecimal float in a string.", "[-+]?"),
    ],
)
SaidNumber = TypeAliasType(
    "SaidNumber",
    Annotated[
        float,
        BeforeValidator(_said_number),
        WithJsonSchema(
            {
                "anyOf": [
                    {"type": "number"},
                    {"type": "string", "pattern": f"^[-+]?{HEX_FLOAT}$"},
                    {"enum": [*NOT_FINITE]},
                ],
                "description": "A number that an engine said, or its exact value as a C hexadecimal float in a string; "
                "infinity and NaN are strings, too.",
            }
        ),
    ],
)
Positive = TypeAliasType(
    "Positive", Annotated[Number, AfterValidator(_above_zero), _number_schema("> 0", "[+]?", exclusiveMinimum=0)]
)
NotNegative = TypeAliasType(
    "NotNegative", Annotated[Number, AfterValidator(_not_negative), _number_schema("≥ 0", "[-+]?", minimum=0)]
)


def at_least(least: float) -> Any:
    """The type of a number with a lower bound."""

    def check(number: float) -> float:
        if not number >= least:
            raise ValueError(f"must be ≥ {least:g}")
        return number

    return Annotated[Number, AfterValidator(check), _number_schema(f"≥ {least:g}", "[+]?", minimum=least)]


def _at_once(width: int) -> WrapValidator:
    """Validates plain points in bulk, which is much faster; otherwise one by one, to locate the error."""

    def check(points: object, one_by_one: ValidatorFunctionWrapHandler) -> object:
        return points if isinstance(points, list) and _are_plain(points, width) else one_by_one(points)

    return WrapValidator(check)


def _are_plain(points: list[Any], width: int) -> bool:
    plain = all(type(point) is list and len(point) == width and {*map(type, point)} <= NUMBERS for point in points)
    return plain and len(points) > 0 and all(isfinite(number) for point in points for number in point)


NUMBERS = {int, float}
Vector = TypeAliasType("Vector", Annotated[list[Number], *exactly(3)])
SaidVector = TypeAliasType("SaidVector", Annotated[list[SaidNumber], *exactly(3)])
Points = TypeAliasType("Points", Annotated[list[Vector], _at_once(3), Field(min_length=1)])
Sizes = TypeAliasType("Sizes", Annotated[list[Positive], *exactly(3)])


def _two_or_three(numbers: list[float]) -> list[float]:
    if len(numbers) not in (2, 3):
        raise ValueError("must have 3 entries, or 2 in a 2D scene")
    return numbers


AnyVector = TypeAliasType(
    "AnyVector",
    Annotated[list[Number], AfterValidator(_two_or_three), Field(json_schema_extra={"minItems": 2, "maxItems": 3})],
)
Vector2 = TypeAliasType("Vector2", Annotated[list[Number], *exactly(2, IN_2D)])
SaidVector2 = TypeAliasType("SaidVector2", Annotated[list[SaidNumber], *exactly(2, IN_2D)])
Points2 = TypeAliasType("Points2", Annotated[list[Vector2], _at_once(2), Field(min_length=1)])
Sizes2 = TypeAliasType("Sizes2", Annotated[list[Positive], *exactly(2, IN_2D)])
Name = TypeAliasType("Name", Annotated[str, Field(min_length=1), AfterValidator(_one_line)])
PairOfNames = TypeAliasType("PairOfNames", Annotated[list[Name], *exactly(2)])


class Strict(BaseModel):
    """Base model: no unknown keys, no type coercion.  Validators are built on first use, for all models at once."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class FileLayout(NamedTuple):
    """The models of a file format, for its schema and its error messages."""

    marker: str  # the key of the version: an error there explains all others
    root: type[Strict]
    entries: Mapping[str, type[Strict] | Mapping[str, type[Strict]]]
    """The model of an object, or of a list's entries, by its key; for those distinguished by `tag`, models by tag."""
    tag: str
    instead: Mapping[str, str] = {}
    """What to say about keys and tags of a related format: what to use instead."""


def validated(document: object, layout: FileLayout) -> Any:
    """Validates a JSON document and returns its model.  Raises `ValueMismatch`."""
    try:
        return layout.root.model_validate(document)
    except ValidationError as error:
        raise ValueMismatch(*_keys_and_fault(error, document, layout)) from None


def _keys_and_fault(error: ValidationError, document: object, layout: FileLayout) -> tuple[list[int | str], str]:
    """The keys of the error to report, and its message: what is wrong and what would be right.

    If there are several errors, the first in the file is reported.  However, a wrong version or dimension takes
    precedence, as it explains the others, and so does an unknown key, as the key it was meant to be is also reported
    as missing.
    """
    faults = error.errors(include_url=False)
    decisive = ((layout.marker,), ("dimension",))
    first = min(faults, key=lambda fault: (fault["loc"] not in decisive, fault["type"] != "extra_forbidden"))
    kind = first["type"]
    keys, model = _followed(first["loc"], layout)
    known = {field.alias or name: field.description or "" for name, field in model.model_fields.items()}
    if kind == "extra_forbidden":
        return keys, _unknown_key(str(keys[-1]), known, layout)
    if kind == "missing":
        about = known.get(str(keys[-1]))
        return keys, f"missing: {about}" if about else "missing"
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        return [*keys, layout.tag], _no_such_kind(first["input"], layout, str(keys[-2]))
    if kind in EMPTY:
        return keys, EMPTY[kind]
    keys = _in_document(keys, document)
    same = [fault for fault in faults if _in_document(_followed(fault["loc"], layout)[0], document) == keys]
    near = did_you_mean(first["input"], _expected(first)) if kind in ("literal_error", "enum") else ""
    return keys, f"{_alternatives(same)}, got {_shown(first['input'])}{near}"


def _expected(fault: Any) -> list[str]:
    """The texts that would be right, of a value that must be one of several."""
    return re.findall(r"'([^']*)'", fault["ctx"]["expected"])


def _in_document(keys: list[int | str], document: Any) -> list[int | str]:
    """The keys without what follows a value that is neither a list nor an object: names of a union's types."""
    for count, key in enumerate(keys):
        known = document if isinstance(document, dict) else range(len(document)) if isinstance(document, list) else ()
        if key not in known:
            return keys[:count]
        document = document[key]
    return keys


def _alternatives(faults: Sequence[Any]) -> str:
    """For example "must be a whole number or 'last'": what each type of a union says about the same value."""
    first, *others = dict.fromkeys(_message(fault["type"], fault) for fault in faults)
    return " or ".join((first, *(other.removeprefix("must be ") for other in others)))


def _message(kind: str, fault: Any) -> str:
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    if kind in _MESSAGES:
        return _MESSAGES[kind].format(**fault.get("ctx", {}))
    text: str = fault["msg"]  # pydantic's own
    return f"{text[:1].lower()}{text[1:]}"


def _followed(way: Sequence[int | str], layout: FileLayout) -> tuple[list[int | str], type[Strict]]:
    """The keys of a pydantic location, without the tags that it contains, and the model that holds the last key."""
    keys: list[int | str] = []
    model, left = layout.root, list(way)
    while left:
        keys.append(left.pop(0))
        inside = layout.entries.get(str(keys[-1]))
        if inside is None or not left:
            continue
        if isinstance(left[0], int):
            keys.append(left.pop(0))
        if not isinstance(inside, Mapping):
            model = inside
        elif left:
            model = inside[str(left.pop(0))]
    return keys, model


EMPTY = dict.fromkeys(("string_too_short", "too_short"), "must not be empty")

_MESSAGES = {
    "string_type": "must be text in quotes",
    "string_unicode": "must be valid Unicode text",
    "dict_type": "must be an object {{ }}",
    "list_type": "must be a list [ ]",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be ≥ {ge}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "recursion_depth_exceeded": "is nested too deeply",
    "model_type": "must be an object {{ }}",
    "model_attributes_type": "must be an object {{ }}",
}


def _unknown_key(key: str, known: dict[str, str], layout: FileLayout) -> str:
    if key in layout.instead:
        return f"unknown key; {layout.instead[key]}"
    return f"unknown key{did_you_mean(key, known) or '; must be one of ' + ', '.join(known)}"


def _no_such_kind(entry: Mapping[str, object], layout: FileLayout, of: str) -> str:
    kinds = layout.entries[of]
    known = list(kinds) if isinstance(kinds, Mapping) else []
    listed = f"must be one of {', '.join(known)}" if known else ""
    if layout.tag not in entry:
        return f"missing: {listed}"
    tag = entry[layout.tag]
    if isinstance(tag, str) and tag in layout.instead:
        return f"unknown {layout.tag} {_shown(tag)}; {layout.instead[tag]}"
    return f"unknown {layout.tag} {_shown(tag)}{did_you_mean(tag, known) or f'; {listed}'}"


def _shown(value: object) -> str:
    """A value of a file in JSON terms, short enough for a one-line message."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return reprlib.repr(value)


class _Schema(GenerateJsonSchema):
    """A schema without titles, which would repeat each key."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def schema_text(layout: FileLayout, title: str) -> str:
    """The JSON Schema of a file format."""
    schema = layout.root.model_json_schema(schema_generator=_Schema)
    schema.pop("title")
    return _schema_document(title, schema)


def two_schemas_text(title: str, layout: FileLayout, when: Mapping[str, Any], other: FileLayout) -> str:
    """The JSON Schema of a file format with two forms: `other` where the schema `when` holds, else `layout`."""
    roots = (layout.root, other.root)
    names, whole = models_json_schema([(root, "validation") for root in roots], schema_generator=_Schema)
    one, another = (names[root, "validation"] for root in roots)
    return _schema_document(title, {**whole, "if": when, "then": another, "else": one})


def _schema_document(title: str, schema: Mapping[str, Any]) -> str:
    about = {"$schema": _Schema.schema_dialect, "title": title}
    return json.dumps({**about, **schema}, indent=1, ensure_ascii=False) + "\n"
