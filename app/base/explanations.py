"""Explains why a JSON value does not match a type: the fault, and the correct form."""

import re
from collections.abc import Iterator, Mapping, Sequence
from sys import float_info
from typing import Any

from msgspec import ValidationError, inspect

from gjkscope.app.base.mismatch import Mismatch, shown
from gjkscope.app.base.suggestions import did_you_mean

LISTS = inspect.ListType | inspect.VarTupleType | inspect.TupleType


def explained(error: ValidationError, value: Any, kind: Any, instead: Mapping[str, str]) -> Mismatch:
    """The error about a value that `decode` rejected, with its place and the correct form.

    An unknown or missing key comes first, although another fault may precede it in the file: an unknown key is often
    the missing one, misspelt.
    """
    way, node, must = tuple(_place(str(error))), inspect.type_info(kind), ""
    for count in range(len(way) + 1):
        must, node = _extra(node).get("must", must), _member(node, value)
        if isinstance(_plain(node), inspect.StructType):
            must = ""  # an object, whose keys tell more
        if isinstance(value, dict) and (fault := _fault_of_keys(node, value, instead)):
            return fault.inside(*way[:count])
        if count < len(way):
            value, node = value[way[count]], _inner(node, way[count])
    cause = error.__cause__
    if isinstance(cause, Mismatch):
        return cause.inside(*way)
    words = str(cause) if cause is not None else f"must {must or _wanted(node, value)}"
    if words.endswith("be empty"):
        return Mismatch(way, words)
    return Mismatch(way, f"{words}, got {shown(value)}{did_you_mean(value, _choices(node))}")


def _place(message: str) -> Iterator[str | int]:
    """The keys at the end of a message from msgspec: "… - at `$.shapes[0].radius`"."""
    place = re.search(r" - at `\$([^`]*)`$", message)
    for name, number in re.findall(r"\.([^.\[]+)|\[(\d+)\]", place[1].partition("[...]")[0] if place else ""):
        yield name or int(number)


def _plain(node: Any) -> Any:
    return _plain(node.type) if isinstance(node, inspect.Metadata) else node


def _extra(node: Any) -> dict[str, str]:
    return _extra(node.type) | (node.extra or {}) if isinstance(node, inspect.Metadata) else {}


def _member(node: Any, value: Any) -> Any:
    """The type itself, or the member of a union that has the value's form and tag."""
    union = _plain(node)
    kinds = union.types if isinstance(union, inspect.UnionType) else ()
    return next((kind for kind in kinds if _has_form(_plain(kind), value)), node)


def _has_form(node: Any, value: Any) -> bool:
    if isinstance(node, inspect.StructType) and isinstance(value, dict):
        return node.tag_field is None or value.get(node.tag_field) == node.tag
    return isinstance(node, LISTS) and isinstance(value, list)


def _inner(node: Any, key: str | int) -> Any:
    """The type of the value at a key; None inside a value that a rule reads."""
    node = _plain(node)
    if isinstance(node, inspect.StructType):
        return next((field.type for field in node.fields if field.encode_name == key), None)
    if isinstance(node, inspect.TupleType) and isinstance(key, int):
        return node.item_types[key]
    return getattr(node, "item_type", None)


def _fault_of_keys(node: Any, value: dict[str, Any], instead: Mapping[str, str]) -> Mismatch | None:
    """An unknown or missing key of an object."""
    node = _plain(node)
    if isinstance(node, inspect.UnionType):
        tagged = [kind for kind in map(_plain, node.types) if isinstance(kind, inspect.StructType)]
        return _fault_of_tag(tagged, value, instead) if tagged and tagged[0].tag_field else None
    if not isinstance(node, inspect.StructType):
        return None
    known = [field.encode_name for field in node.fields]
    for key in value:
        if key not in known and key != node.tag_field:
            tag = [node.tag_field] if node.tag_field else []
            return Mismatch([key], _unknown_key(key, [*tag, *known], instead))
    for field in node.fields:
        if field.required and field.encode_name not in value:
            described = getattr(field.type, "extra_json_schema", None) or {}
            return Mismatch([field.encode_name], f"missing: {described.get('description', '')}".removesuffix(": "))
    return None


def _unknown_key(key: str, known: Sequence[str], instead: Mapping[str, str]) -> str:
    if key in instead:
        return f"unknown key; {instead[key]}"
    return f"unknown key{did_you_mean(key, known) or '; must be one of ' + (', '.join(known) or 'none')}"


def _fault_of_tag(kinds: list[inspect.StructType], value: dict[str, Any], instead: Mapping[str, str]) -> Mismatch:
    """A missing or unknown tag."""
    name, known = str(kinds[0].tag_field), [str(kind.tag) for kind in kinds]
    listed = f"must be one of {', '.join(known)}"
    if name not in value:
        return Mismatch([name], f"missing: {listed}")
    tag = value[name]
    advice = instead.get(tag) if isinstance(tag, str) else None
    near = did_you_mean(tag, known)
    return Mismatch([name], f"unknown {name} {shown(tag)}{near if near and not advice else f'; {advice or listed}'}")


def _wanted(node: Any, value: Any) -> str:
    """What the value must be, after "must": "be a whole number"."""
    length, node = _extra(node).get("length", ""), _plain(node)
    match node:
        case inspect.UnionType(types=kinds):
            parts = [_wanted(kind, value) for kind in kinds if not isinstance(kind, inspect.NoneType)]
            first, *others = dict.fromkeys(parts)
            return " or ".join((first, *(other.removeprefix("be ") for other in others)))
        case inspect.IntType():
            return _limits(node) if type(value) is int else "be a whole number"
        case inspect.FloatType():
            is_number = type(value) in (int, float) and abs(value) <= float_info.max
            return _limits(node) if is_number else "be a finite number"
        case inspect.StrType(max_length=most) if isinstance(value, str) and most is not None and len(value) > most:
            return f"have at most {most:,} characters"
        case inspect.StrType():
            return "not be empty" if value == "" else "be text in quotes"
        case inspect.BoolType():
            return "be true or false"
        case inspect.EnumType() | inspect.LiteralType():
            choices = _choices(node)
            return f"be one of {', '.join(choices)}" if len(choices) > 1 else f"be {choices[0]!r}"
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            return length or _length(node, value) if isinstance(value, list) else "be a list [ ]"
        case _:
            return "be an object { }"


def _length(node: Any, value: list[Any]) -> str:
    if isinstance(node, inspect.TupleType):
        return f"have {len(node.item_types)} entries"
    if len(value) < (node.min_length or 0):
        return f"have at least {node.min_length} entries" if node.min_length > 1 else "not be empty"
    return f"have at most {node.max_length} entries"


def _limits(node: Any) -> str:
    if node.ge is not None and node.le is not None:
        return f"be from {_short(node.ge)} to {_short(node.le)}"
    return f"be ≥ {_short(node.ge)}" if node.ge is not None else "be a finite number"


def _short(limit: float) -> str:
    return f"{limit:g}" if isinstance(limit, float) else str(limit)


def _choices(node: Any) -> list[str]:
    node = _plain(node)
    if isinstance(node, inspect.UnionType):
        return [choice for kind in node.types for choice in _choices(kind)]
    if isinstance(node, inspect.EnumType):
        return [str(member.value) for member in node.cls]
    return [str(value) for value in node.values] if isinstance(node, inspect.LiteralType) else []
