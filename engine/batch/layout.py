"""How compiled code writes the records of a step as numbers, for pages that read them (`compiled_steps.py`).

Both sides follow from the types of the records, so a new field needs no change here:

1. A number, an enumeration and a truth value are one float64; a record and a tuple are their parts, in order.
2. A list, or a tuple of any length, is written behind all other parts of the step, as what has changed in it since the
   step before: its length, the number of changes, and for each the index and the item.
3. A part that may be `None` is left out: it belongs to variants that compiled code does not run.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

NUMBER = "number"
LIST = "list"

Layout = str | list[Any] | dict[str, Any]
"""`NUMBER`; the name of a record; a tuple of layouts; or `{"list": layout of the items}`."""


@cache
def record_layout(record: type) -> dict[str, dict[str, Layout]]:
    """The layouts of the fields of a record and of all records in it, by their names.

    Raises `TypeError` for a field that is of none of the types above, and for two records of the same name.

    >>> from gjkscope.engine.epa.steps import DepthPoint
    >>> record_layout(DepthPoint)["DepthPoint"]["weights"]
    ['number', 'number', 'number', 'number']
    """
    known: dict[str, tuple[type, dict[str, Layout]]] = {}
    _layout(record, known)
    return {name: fields for name, (_, fields) in known.items()}


def record_numbers(record: Any) -> Iterator[float]:
    """The numbers of a record of any of these types, with those of all items of its lists, which come last."""
    kind: Any = type(record)
    layouts = record_layout(kind)
    lists: list[tuple[Layout, Sequence[Any]]] = []
    yield from _numbers(record, kind.__name__, layouts, lists)
    for layout, items in lists:
        for item in items:
            yield from _numbers(item, layout, layouts, [])


def _numbers(
    value: Any, layout: Layout, layouts: dict[str, dict[str, Layout]], lists: list[tuple[Layout, Sequence[Any]]]
) -> Iterator[float]:
    if layout == NUMBER:
        yield float(value)
    elif isinstance(layout, str):
        for name, part in layouts[layout].items():
            yield from _numbers(getattr(value, name), part, layouts, lists)
    elif isinstance(layout, list):
        for item, part in zip(value, layout, strict=True):
            yield from _numbers(item, part, layouts, lists)
    else:
        lists.append((layout[LIST], value))


def _layout(kind: Any, known: dict[str, tuple[type, dict[str, Layout]]]) -> Layout:
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in (int, float, bool) or (isinstance(kind, type) and issubclass(kind, IntEnum)):
        return NUMBER
    if origin is tuple and Ellipsis not in arguments:
        return [_layout(part, known) for part in arguments]
    if origin in (list, tuple, Sequence):
        return {LIST: _layout(arguments[0], known)}
    if hasattr(kind, "_fields"):
        return _record(kind, known)
    raise TypeError(f"{kind}: must be a number, a tuple, a list or a record")


def _record(kind: Any, known: dict[str, tuple[type, dict[str, Layout]]]) -> str:
    name: str = kind.__name__
    if name not in known:
        fields: dict[str, Layout] = {}
        known[name] = (kind, fields)
        hints = _hints(kind)
        fields.update((field, _layout(hints[field], known)) for field in kind._fields if not _may_be_none(hints[field]))
    if known[name][0] is not kind:
        raise TypeError(f"{name}: two records have this name")
    return name


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _may_be_none(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
