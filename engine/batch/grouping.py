"""Compiles the search for the distinct objects among many, by their addresses.

In NumPy, sorting or hashing takes at least four times as long: a third of the time of solving spheres and boxes.
"""

import numpy as np
from numba import types

from gjkscope.engine.batch import arrays, lists
from gjkscope.engine.batch.arrays import ROW
from gjkscope.engine.batch.lists import lent
from gjkscope.engine.runtime.compilation.options import Native, native_code


def compile_group() -> Native:
    """`group`, compiled."""
    lists.register()
    return native_code(group, (types.intp, types.intp, types.intp), [__file__, arrays.__file__, lists.__file__])


def group(rows: int, count: int, mask: int) -> int:
    """Numbers objects in the order in which they first occur, and returns how many distinct ones there are.

    `rows` is the address of `list_rows(addresses, slots, numbers, first)`: the addresses of the objects; 0 for each of
    the `mask` + 1 slots of a hash table, a power of 2 that exceeds `count`; and, to be filled, the number of each
    object, and where each distinct one first occurs.
    """
    addresses, slots = lent(rows, np.int64), lent(rows + ROW, np.int64)
    numbers, first = lent(rows + 2 * ROW, np.int64), lent(rows + 3 * ROW, np.int64)
    groups = 0
    for i in range(count):
        slot = (addresses[i] >> 4) & mask  # objects are 16 bytes apart
        while slots[slot] != 0 and addresses[first[slots[slot] - 1]] != addresses[i]:
            slot = (slot + 1) & mask
        if slots[slot] == 0:
            first[groups] = i
            groups += 1
            slots[slot] = groups
        numbers[i] = slots[slot] - 1
    return groups
