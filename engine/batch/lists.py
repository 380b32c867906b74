"""EPA's lists in compiled code: plain memory that is reused for all pairs.

numba's own lists are counted by reference.  A state of EPA contains several, and each of its copies would change their
counts, with an atomic instruction each: half of EPA's time.  The lists here are addresses, which are copied like
numbers.  An array can be `lent` as such a list, for the same reason.  They support what the engine does with its lists:
`len`, items at indices ≥ 0, `append`, `pop`, `clear`, a heap, a set of numbers.

EPA copies its polytope at each step and changes the copy, so that the trace has all polytopes.  The compiled loop keeps
only the last state, and each step is finished with the old lists before it changes the new ones, so they can be the
same.

How it can fail: an index is not checked, so a wrong one reads or writes other memory.  The interpreter runs the same
code with checks.
"""

import heapq
import operator
from functools import cache
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, overload_method, register_model

from gjkscope.engine.epa import settling
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.runtime.compilation.options import INLINE
from gjkscope.engine.runtime.compilation.stored import ALLOCATE, FREE

ROOM = 64  # initial capacity: enough vertices or faces for most polytopes

COUNT, CAPACITY, ITEMS = range(3)  # fields of the memory behind a list


class RawList(types.Type):  # type: ignore[misc]
    """The type of a list of items of one type, which must not be counted by reference."""

    def __init__(self, item: Any) -> None:
        self.item = item
        super().__init__(name=f"RawList({item})")


@register_model(RawList)
class RawListModel(models.PrimitiveModel):  # type: ignore[misc]
    """An address; in the records that functions return, a number of 64 bits, wherever an address has fewer."""

    def __init__(self, manager: Any, kind: RawList) -> None:
        super().__init__(manager, kind, ir.IntType(8).as_pointer())

    def get_data_type(self) -> Any:
        return ir.IntType(64)

    def as_data(self, builder: Any, value: Any) -> Any:
        return builder.ptrtoint(value, self.get_data_type())

    def from_data(self, builder: Any, value: Any) -> Any:
        return builder.inttoptr(value, self.get_value_type())


@cache
def register() -> None:
    """Makes compiled code use the list itself instead of a copy, and defines what lists can do; once per process."""
    for module in (epa, settling):
        overload(module._copy, jit_options=INLINE)(lambda items: lambda items: items)
    overload(len, jit_options=INLINE)(_of_lists(lambda items: lambda items: counted(items)))
    overload(operator.getitem, jit_options=INLINE)(_of_lists(lambda items, i: lambda items, i: read(items, i)))
    overload(operator.setitem, jit_options=INLINE)(
        _of_lists(lambda items, i, item: lambda items, i, item: write(items, i, item))
    )
    overload(operator.contains, jit_options=INLINE)(_contains)
    for name, method in METHODS.items():
        overload_method(RawList, name, jit_options=INLINE)(method)
    overload(heapq.heappush, jit_options=INLINE)(_heappush)
    overload(heapq.heappop, jit_options=INLINE)(_heappop)


def _of_lists(implementation: Any) -> Any:
    """The implementation, for these lists only."""
    count = implementation.__code__.co_argcount
    choices = {
        1: lambda items: implementation(items) if isinstance(items, RawList) else None,
        2: lambda items, i: implementation(items, i) if isinstance(items, RawList) else None,
        3: lambda items, i, item: implementation(items, i, item) if isinstance(items, RawList) else None,
    }
    return choices[count]


METHODS: dict[str, Any] = {
    "add": lambda items, item: lambda items, item: push(items, item),  # of a set: see `_contains`
    "append": lambda items, item: lambda items, item: push(items, item),
    "pop": lambda items: lambda items: read(items, shortened(items)),
    "clear": lambda items: lambda items: emptied(items),
}


# --- memory ---


def _roomy(typing: Any, like: Any) -> Any:
    """An empty list of items of this type, with capacity `ROOM`; to be released."""
    kind = RawList(like)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _new_list(context, builder, kind)

    return kind(like), code


def _short(typing: Any, like: Any) -> Any:
    """Like `roomy`, with capacity 1."""
    kind = RawList(like)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _new_list(context, builder, kind, 1)

    return kind(like), code


def _lent(typing: Any, address: Any, item: Any) -> Any:
    """The list of items of this NumPy type whose memory is at an address (`arrays.list_rows`), without its length."""
    return _list_at(RawList(item.dtype), address, item)


def _lent_like(typing: Any, address: Any, like: Any) -> Any:
    """The same, of items of the type of this one."""
    return _list_at(RawList(like), address, like)


def _list_at(kind: RawList, address: Any, item: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return kind(address, item), code


def _release(typing: Any, lists: Any) -> Any:
    """Frees the memory of several lists, given as a tuple."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for i, kind in enumerate(lists):
            address = builder.extract_value(arguments[0], i)
            items = _get(builder, _header(context, builder, kind, address), ITEMS)
            _free(builder, builder.bitcast(items, address.type))
            _free(builder, address)
        return context.get_dummy_value()

    return types.none(lists), code


def _empty(typing: Any, items: Any) -> Any:
    """Removes all items from the list; it keeps its capacity."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        _set(builder, _header(context, builder, items, arguments[0]), COUNT, ir.Constant(ir.IntType(64), 0))
        return arguments[0]

    return items(items), code


def _count(typing: Any, items: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _get(builder, _header(context, builder, items, arguments[0]), COUNT)

    return types.intp(items), code


def _shorten(typing: Any, items: Any) -> Any:
    """Removes the last item; returns its index, where it can still be read."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        held = _header(context, builder, items, arguments[0])
        count = builder.sub(_get(builder, held, COUNT), ir.Constant(ir.IntType(64), 1))
        _set(builder, held, COUNT, count)
        return count

    return types.intp(items), code


def _read(typing: Any, items: Any, i: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, items, *arguments))

    return items.item(items, types.intp), code


def _write(typing: Any, items: Any, i: Any, item: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *where, value = arguments
        builder.store(value, _place(context, builder, items, *where))
        return context.get_dummy_value()

    return types.none(items, types.intp, items.item), code


def _push(typing: Any, items: Any, item: Any) -> Any:
    """Appends an item; doubles the capacity if necessary."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, value = arguments
        held = _header(context, builder, items, address)
        count = _get(builder, held, COUNT)
        with cgutils.if_unlikely(builder, builder.icmp_signed("==", count, _get(builder, held, CAPACITY))):
            _grow(context, builder, items, held)
        _set(builder, held, COUNT, builder.add(count, ir.Constant(count.type, 1)))
        builder.store(value, _place(context, builder, items, address, count))
        return context.get_dummy_value()

    return types.none(items, items.item), code


roomy: Any = intrinsic(_roomy)
short: Any = intrinsic(_short)
lent: Any = intrinsic(_lent)
lent_like: Any = intrinsic(_lent_like)
release: Any = intrinsic(_release)
emptied: Any = intrinsic(_empty)
counted: Any = intrinsic(_count)
shortened: Any = intrinsic(_shorten)
read: Any = intrinsic(_read)
write: Any = intrinsic(_write)
push: Any = intrinsic(_push)


def _new_list(context: Any, builder: Any, kind: RawList, capacity: int = ROOM) -> Any:
    """An empty list with this capacity."""
    layout, size = _layout(context, kind)
    held = builder.bitcast(_allocate(builder, _size_of(context, layout)), layout.as_pointer())
    room = ir.Constant(ir.IntType(64), capacity)
    items = _allocate(builder, ir.Constant(size.type, size.constant * capacity))
    _set(builder, held, COUNT, ir.Constant(ir.IntType(64), 0))
    _set(builder, held, CAPACITY, room)
    _set(builder, held, ITEMS, builder.bitcast(items, layout.elements[ITEMS]))
    return builder.bitcast(held, ir.IntType(8).as_pointer())


def _allocate(builder: Any, size: Any) -> Any:
    pointer = ir.IntType(8).as_pointer()
    return builder.call(
        cgutils.get_or_insert_function(builder.module, ir.FunctionType(pointer, [size.type]), ALLOCATE), [size]
    )


def _free(builder: Any, address: Any) -> None:
    kind = ir.FunctionType(ir.VoidType(), [address.type])
    builder.call(cgutils.get_or_insert_function(builder.module, kind, FREE), [address])


def _layout(context: Any, kind: RawList) -> tuple[Any, Any]:
    """The memory behind a list, and the size of an item in bytes."""
    item = context.get_value_type(kind.item)
    integer = ir.IntType(64)
    return ir.LiteralStructType([integer, integer, item.as_pointer()]), _size_of(context, item)


def _size_of(context: Any, kind: Any) -> Any:
    return ir.Constant(ir.IntType(64), context.get_abi_sizeof(kind))


def _header(context: Any, builder: Any, kind: RawList, address: Any) -> Any:
    return builder.bitcast(address, _layout(context, kind)[0].as_pointer())


def _field(builder: Any, held: Any, field: int) -> Any:
    number = ir.IntType(32)
    return builder.gep(held, [ir.Constant(number, 0), ir.Constant(number, field)], inbounds=True)


def _get(builder: Any, held: Any, field: int) -> Any:
    return builder.load(_field(builder, held, field))


def _set(builder: Any, held: Any, field: int, value: Any) -> None:
    builder.store(value, _field(builder, held, field))


def _place(context: Any, builder: Any, kind: RawList, address: Any, i: Any) -> Any:
    """The address of an item."""
    return builder.gep(_get(builder, _header(context, builder, kind, address), ITEMS), [i], inbounds=True)


def _grow(context: Any, builder: Any, kind: RawList, held: Any) -> None:
    """Moves the items into twice the memory."""
    byte = ir.IntType(8).as_pointer()
    layout, size = _layout(context, kind)
    capacity, items = _get(builder, held, CAPACITY), _get(builder, held, ITEMS)
    more = builder.mul(capacity, ir.Constant(capacity.type, 2))
    moved = builder.bitcast(_allocate(builder, builder.mul(more, size)), layout.elements[ITEMS])
    cgutils.raw_memcpy(builder, moved, items, capacity, size)
    _free(builder, builder.bitcast(items, byte))
    _set(builder, held, CAPACITY, more)
    _set(builder, held, ITEMS, moved)


# --- the set ---


def _contains(items: Any, item: Any) -> Any:
    """Whether a number is among those of a set, which is a list here.  The compiler compares eight at a time."""

    def code(items: Any, item: Any) -> bool:
        equal = 0
        for i in range(len(items)):
            equal += int(items[i] == item)
        return equal > 0

    return code if isinstance(items, RawList) else None


# --- the heap ---
#
# Items leave it in the order of Python's module heapq, as all are different; its array is another one.  An item has
# four children (Johnson, Priority queues with update and finding minimum spanning trees, IPL 4(3), 1975): half the
# levels of a binary heap, and half the cache misses.  The least child is found without branches, which would be
# unpredictable.


def _heappush(heap: Any, item: Any) -> Any:
    def code(heap: Any, item: Any) -> None:
        slot = len(heap)
        heap.append(item)
        while slot > 0 and item < heap[(slot - 1) >> 2]:
            heap[slot] = heap[(slot - 1) >> 2]
            slot = (slot - 1) >> 2
        heap[slot] = item

    return code if isinstance(heap, RawList) else None


def _heappop(heap: Any) -> Any:
    """Removes the least item: the last one takes its place, and sinks below all that are less."""

    def code(heap: Any) -> Any:
        last = heap.pop()
        count, slot, child = len(heap), 0, 1
        if count == 0:
            return last
        least = heap[0]
        while child < count:
            if child + 3 < count:
                first = child + int(heap[child + 1] < heap[child])
                second = child + 2 + int(heap[child + 3] < heap[child + 2])
                child = first + (second - first) * int(heap[second] < heap[first])
            else:
                for other in range(child + 1, count):
                    if heap[other] < heap[child]:
                        child = other
            if not heap[child] < last:
                break
            heap[slot] = heap[child]
            slot, child = child, 4 * child + 1
        heap[slot] = last
        return least

    return code if isinstance(heap, RawList) else None
