"""Writes records as numbers in compiled code, as `layout.py` describes.

numba's type of a record says which numbers it consists of, so each is stored by an instruction of its own, and no
function is called.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from gjkscope.engine.batch.lists import (
    CAPACITY,
    COUNT,
    ITEMS,
    RawList,
    _get,
    _grow,
    _header,
    _new_list,
    _set,
)
from gjkscope.engine.runtime.compilation.compiling import make_known
from gjkscope.engine.runtime.compilation.options import INNER

NUMBERS = RawList(types.int64)  # the bits of float64, which tell 0 from −0
SCALARS = (types.Float, types.Integer, types.Boolean, types.IntEnumMember)


def write_record(log: Any, shadows: Any, record: Any) -> None:
    """Appends a record to the log.  `shadows` are the numbers of its lists as they were last written."""
    append_numbers(log, record)
    write_lists(log, shadows, lists_in(record))


def write_lists(log: Any, shadows: Any, lists: Any) -> None:
    """Appends what has changed in several lists.  (Compiled code has its own function: it divides the tuple.)"""
    for shadow, items in zip(shadows, lists, strict=True):
        write_changes(log, shadow, items)


def write_changes(log: Any, shadow: Any, items: Any) -> None:
    """Appends the length of a list, the number of its changed items, and each with its index; updates the shadow."""
    append_numbers(log, float(len(items)))
    place, changes, kept = len(log), 0.0, 0
    append_numbers(log, changes)
    for i in range(len(items)):
        start = len(log)
        append_numbers(log, (float(i), items[i]))
        width = len(log) - start - 1
        kept += width
        if _differs(log, start + 1, shadow, i * width, width):
            changes += 1
        else:
            while len(log) > start:
                log.pop()
    end = len(log)
    append_numbers(log, changes)
    log[place] = log[end]
    log.pop()
    while len(shadow) > kept:  # the list has become shorter
        shadow.pop()


def _differs(log: Any, start: int, shadow: Any, first: int, width: int) -> bool:
    """Whether an item of the log is not that of the shadow, which it then becomes."""
    if first >= len(shadow):
        for k in range(width):
            shadow.append(log[start + k])
        return True
    differs = False
    for k in range(width):
        differs = differs or shadow[first + k] != log[start + k]
        shadow[first + k] = log[start + k]
    return differs


KNOWN = (write_record, write_lists, write_changes, _differs)  # to compiled code, once they are registered


@cache
def register() -> None:
    """Makes these functions known to compiled code; once per process."""
    overload(write_lists, jit_options=INNER)(_write_lists)
    make_known(KNOWN, {write_lists}, INNER)


def _write_lists(log: Any, shadows: Any, lists: Any) -> Any:
    def last(log: Any, shadows: Any, lists: Any) -> None:
        pass

    def others(log: Any, shadows: Any, lists: Any) -> None:
        write_changes(log, shadows[0], lists[0])
        write_lists(log, shadows[1:], lists[1:])

    return others if len(lists) > 0 else last


# --- instructions ---


def _append_numbers(typing: Any, log: Any, record: Any) -> Any:
    """Appends the numbers of a record to the log, without its lists."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers = [
            _bits(context, builder, kind, value)
            for kind, value in _leaves(builder, record, arguments[1])
            if isinstance(kind, SCALARS)
        ]
        held = _header(context, builder, log, arguments[0])
        _reserve(context, builder, log, held, len(numbers))
        count, items = _get(builder, held, COUNT), _get(builder, held, ITEMS)
        for i, bits in enumerate(numbers):
            builder.store(bits, builder.gep(items, [builder.add(count, ir.Constant(count.type, i))], inbounds=True))
        _set(builder, held, COUNT, builder.add(count, ir.Constant(count.type, len(numbers))))
        return context.get_dummy_value()

    return types.none(log, record), code


def _lists_in(typing: Any, record: Any) -> Any:
    """The lists of a record, as a tuple."""
    lists = types.Tuple(tuple(kind for kind in _kinds(record) if isinstance(kind, RawList)))

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = [value for kind, value in _leaves(builder, record, arguments[0]) if isinstance(kind, RawList)]
        return context.make_tuple(builder, lists, values)

    return lists(record), code


def _shadows_of(typing: Any, record: Any) -> Any:
    """An empty list of numbers for each list of a record, to be released."""
    count = sum(isinstance(kind, RawList) for kind in _kinds(record))
    shadows = types.UniTuple(NUMBERS, count)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, shadows, [_new_list(context, builder, NUMBERS) for _ in range(count)])

    return shadows(record), code


append_numbers: Any = intrinsic(_append_numbers)
lists_in: Any = intrinsic(_lists_in)
shadows_of: Any = intrinsic(_shadows_of)


def _kinds(kind: Any) -> Iterator[Any]:
    """The types of the parts of a record that are not records themselves."""
    if isinstance(kind, types.BaseTuple):
        for part in kind:
            yield from _kinds(part)
    else:
        yield kind


def _leaves(builder: Any, kind: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of a record that are not records themselves, with their types."""
    if isinstance(kind, types.BaseTuple):
        for i, part in enumerate(kind):
            yield from _leaves(builder, part, builder.extract_value(value, i))
    else:
        yield kind, value


def _bits(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The bits of a number as float64."""
    number = kind.dtype if isinstance(kind, types.IntEnumMember) else kind
    return builder.bitcast(context.cast(builder, value, number, types.float64), ir.IntType(64))


def _reserve(context: Any, builder: Any, kind: Any, held: Any, more: int) -> None:
    """Grows a list until it has room for that many more items."""
    head, body, end = (builder.append_basic_block(name) for name in ("room", "grow", "roomy"))
    builder.branch(head)
    builder.position_at_end(head)
    needed = builder.add(_get(builder, held, COUNT), ir.Constant(ir.IntType(64), more))
    builder.cbranch(builder.icmp_signed(">", needed, _get(builder, held, CAPACITY)), body, end)
    builder.position_at_end(body)
    _grow(context, builder, kind, held)
    builder.branch(head)
    builder.position_at_end(end)
