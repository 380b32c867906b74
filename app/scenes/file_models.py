"""What the models of our files share: strict types of numbers and names, and the words for what is wrong.

Apart from all else, because importing pydantic takes time that only the reading of a file should cost.
"""

import json
import reprlib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from math import isfinite
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
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypeAliasType

from gjkscope.app.base.json_document import Misfit
from gjkscope.app.base.numbers import HEX_FLOAT, HexInteger, parse_hex_float


def version(newest: int) -> BeforeValidator:
    """The check of a file's version: there is but one so far."""

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
    if type(value) not in (int, float):  # a bool is an int to Python, but `true` is no length
        raise ValueError('must be a number, or one in a string like "0x1.8p-3"')
    number = float(value)  # type: ignore[arg-type]
    if not isfinite(number):
        raise ValueError("must be a finite number")
    return number


def _hex_float(text: str) -> float:
    try:
        return parse_hex_float(text)
    except HexInteger:
        raise
    except OverflowError:
        raise ValueError("must be a finite number") from None
    except ValueError:
        raise ValueError('must be a number, or one in a string like "0x1.8p-3"') from None


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


def exactly(count: int) -> tuple[AfterValidator, FieldInfo]:
    def check(entries: list[Any]) -> list[Any]:
        if len(entries) != count:
            raise ValueError(f"must have {count} entries")
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


def _at_once(points: object, one_by_one: ValidatorFunctionWrapHandler) -> object:
    """Many points are looked at as a whole where they are plain numbers, and one by one to say what is wrong."""
    return points if isinstance(points, list) and _are_plain(points) else one_by_one(points)


def _are_plain(points: list[Any]) -> bool:
    plain = all(type(point) is list and len(point) == 3 and {*map(type, point)} <= NUMBERS for point in points)
    return plain and len(points) > 0 and all(isfinite(number) for point in points for number in point)


NUMBERS = {int, float}
Vector = TypeAliasType("Vector", Annotated[list[Number], *exactly(3)])
Points = TypeAliasType("Points", Annotated[list[Vector], WrapValidator(_at_once), Field(min_length=1)])
Sizes = TypeAliasType("Sizes", Annotated[list[Positive], *exactly(3)])
Name = TypeAliasType("Name", Annotated[str, Field(min_length=1), AfterValidator(_one_line)])
PairOfNames = TypeAliasType("PairOfNames", Annotated[list[Name], *exactly(2)])


class Strict(BaseModel):
    """No unknown keys, no guessing of types; built when first used, and then all models in one go."""

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)


class FileLayout(NamedTuple):
    """How the models of a file hang together, for its schema and the words about a fault in it."""

    marker: str  # the key that holds the version: a fault there explains all others
    root: type[Strict]
    entries: Mapping[str, type[Strict] | Mapping[str, type[Strict]]]
    """By the key of a list the model of its entries; where `tag` tells their kinds apart, the models by kind."""
    tag: str


def validated(document: object, layout: FileLayout) -> Any:
    """The model of the file that the document is of.  Raises `Misfit`."""
    try:
        return layout.root.model_validate(document)
    except ValidationError as error:
        raise Misfit(*_keys_and_fault(error, layout)) from None


def _keys_and_fault(error: ValidationError, layout: FileLayout) -> tuple[list[int | str], str]:
    """The keys that lead to what is wrong in the file, and in words what is wrong there and what would be right.

    Of several faults the first in the file counts, but the version comes before all, as it explains the others, and
    then an unknown key, since the key that it was meant to be is also reported, as missing.
    """
    faults = error.errors(include_url=False)
    first = min(faults, key=lambda fault: (fault["loc"] != (layout.marker,), fault["type"] != "extra_forbidden"))
    kind = first["type"]
    keys, model = _followed(first["loc"], layout)
    known = {name: field.description or "" for name, field in model.model_fields.items()}
    if kind == "extra_forbidden":
        return keys, _unknown_key(str(keys[-1]), known)
    if kind == "missing":
        about = known.get(str(keys[-1]))
        return keys, f"missing: {about}" if about else "missing"
    if kind in ("union_tag_not_found", "union_tag_invalid"):
        return [*keys, layout.tag], _no_such_kind(first["input"], layout, str(keys[-2]))
    return keys, f"{_message(kind, first)}, got {_shown(first['input'])}"


def _message(kind: str, fault: Any) -> str:
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    if kind in _MESSAGES:
        return _MESSAGES[kind].format(**fault.get("ctx", {}))
    text: str = fault["msg"]  # pydantic's own
    return f"{text[:1].lower()}{text[1:]}"


def _followed(way: Sequence[int | str], layout: FileLayout) -> tuple[list[int | str], type[Strict]]:
    """The keys on the way, without the kinds that pydantic counts as parts of it, and the model around the last."""
    keys: list[int | str] = []
    model, parts = layout.root, iter(way)
    for part in parts:
        keys.append(part)
        inside = layout.entries.get(str(part))
        if inside is None or (place := next(parts, None)) is None:
            continue
        keys.append(place)
        if not isinstance(inside, Mapping):
            model = inside
        elif (kind := next(parts, None)) is not None:
            model = inside[str(kind)]
    return keys, model


_MESSAGES = {
    "string_type": "must be text in quotes",
    "string_unicode": "must be text that Unicode allows",
    "string_too_short": "must not be empty",
    "dict_type": "must be an object {{ }}",
    "list_type": "must be a list [ ]",
    "too_short": "must not be empty",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be ≥ {ge}",
    "literal_error": "must be {expected}",
    "recursion_depth_exceeded": "must not be nested so deep",
    "model_type": "must be an object {{ }}",
    "model_attributes_type": "must be an object {{ }}",
}


def _unknown_key(key: str, known: dict[str, str]) -> str:
    near = get_close_matches(key, known, 1)
    return f"unknown key, did you mean {near[0]}?" if near else f"unknown key; known are {', '.join(known)}"


def _no_such_kind(entry: Mapping[str, object], layout: FileLayout, of: str) -> str:
    kinds = layout.entries[of]
    known = f"one of {', '.join(kinds)}" if isinstance(kinds, Mapping) else ""
    return f"unknown {layout.tag} {_shown(entry[layout.tag])}; {known}" if layout.tag in entry else f"missing: {known}"


def _shown(value: object) -> str:
    """What a file holds somewhere, short enough for a line and as JSON calls it."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return reprlib.repr(value)


class _Schema(GenerateJsonSchema):
    """Without the titles that repeat each key."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False


def schema_text(layout: FileLayout, title: str) -> str:
    """The JSON Schema of a kind of file."""
    schema = layout.root.model_json_schema(schema_generator=_Schema)
    about = {"$schema": _Schema.schema_dialect, "title": title}
    schema.pop("title")
    return json.dumps(about | schema, indent=1, ensure_ascii=False) + "\n"
