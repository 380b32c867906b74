"""The highest vertex of a hull, eight vertices at a time, which compiled code has in a form of its own.

The compiler makes no vector instructions of the search for a maximum, since it may not assume that no number is NaN;
for a hull of 256 vertices that is four times slower.  Here the instructions are spelt out: each of `LANES` lanes
keeps the highest of its own vertices, the first of equals; then the lanes are compared.  Heights are the same sums in
the same order as in `support.vertex_support`, without fused multiply-add, so that the index is the same too.  If the
hull has cells (shapes/cells.py), only the vertices that may be the highest in the direction's cell are searched.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from gjkscope.engine.runtime.compilation.options import INLINE
from gjkscope.engine.shapes import support
from gjkscope.engine.shapes.blocks import LANES, ROWS
from gjkscope.engine.shapes.cells import cell_of

FLOATS = ir.VectorType(ir.DoubleType(), LANES)
INTEGERS = ir.VectorType(ir.IntType(64), LANES)


def register() -> None:
    """Makes compiled code use this search for vertices in `Blocks`."""
    register_jitable(**INLINE)(cell_of)
    overload(support.vertex_support, jit_options=INLINE)(_vertex_support)


def _vertex_support(vertices: Any, d: Any) -> Any:
    def of_blocks(vertices: Any, d: Any) -> Any:
        address, first, last = vertices.address, 0, vertices.end
        if vertices.cells != 0:
            cell = cell_of(d)
            if cell >= 0:
                address = vertices.cells
                first, last = range_of(address, cell)
        # A quarter of the height, as there.
        return highest(address, first, last, 0.25 * d[0], 0.25 * d[1], 0.25 * d[2])

    return of_blocks


def _range_of(typing: Any, address: Any, cell: Any) -> Any:
    """The first block of a cell, and one past its last."""
    answer = types.UniTuple(types.intp, 2)

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, cell = arguments
        ranges = builder.inttoptr(address, ir.ArrayType(ir.IntType(32), 2).as_pointer())
        both = builder.load(builder.gep(ranges, [cell]))
        ends = [builder.zext(builder.extract_value(both, i), cell.type) for i in range(2)]
        return context.make_tuple(builder, answer, ends)

    return answer(types.intp, types.intp), code


range_of = intrinsic(_range_of)


def _highest(typing: Any, address: Any, first: Any, last: Any, x: Any, y: Any, z: Any) -> Any:
    """The vertex furthest along (x, y, z), and its index, in the blocks from `first` up to but not including `last`."""
    answer = types.Tuple((types.UniTuple(types.float64, 3), types.intp))

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, first, last, *direction = arguments
        rows = builder.inttoptr(address, FLOATS.as_pointer())
        heights, keys = _highest_of_lanes(builder, rows, first, last, [_spread(builder, d) for d in direction])
        key = _highest_lane(builder, heights, keys)
        index = builder.and_(key, ir.Constant(key.type, 2**32 - 1))
        vertex = _vertex(context, builder, builder.inttoptr(address, ir.DoubleType().as_pointer()), index)
        return context.make_tuple(builder, answer, (vertex, builder.lshr(key, ir.Constant(key.type, 32))))

    return answer(types.intp, types.intp, types.intp, types.float64, types.float64, types.float64), code


highest = intrinsic(_highest)


def _vertex(context: Any, builder: Any, numbers: Any, index: Any) -> Any:
    """The coordinates of a vertex, which are stored `LANES` apart."""
    lanes = ir.Constant(index.type, LANES)
    block, lane = builder.udiv(index, lanes), builder.urem(index, lanes)
    x = builder.add(builder.mul(block, ir.Constant(index.type, ROWS * LANES)), lane)
    coordinates = [
        builder.load(builder.gep(numbers, [builder.add(x, ir.Constant(index.type, axis * LANES))])) for axis in range(3)
    ]
    return context.make_tuple(builder, types.UniTuple(types.float64, 3), coordinates)


def _highest_of_lanes(builder: Any, rows: Any, first: Any, last: Any, direction: list[Any]) -> tuple[Any, Any]:
    """For each lane the greatest height and the key of its vertex; a loop over blocks.

    The keys of a lane ascend, so the first of equal heights has the smallest index.  If all are NaN, it is vertex 0.
    """
    before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
    builder.branch(loop)
    builder.position_at_end(loop)
    block, best, best_key = builder.phi(first.type), builder.phi(FLOATS), builder.phi(INTEGERS)
    height, key = _heights_and_keys(builder, rows, block, direction)
    higher = builder.fcmp_ordered(">", height, best)
    next_best, next_best_key = builder.select(higher, height, best), builder.select(higher, key, best_key)
    next_block = builder.add(block, ir.Constant(block.type, 1))
    for value, initial, following in (
        (block, first, next_block),
        (best, ir.Constant(FLOATS, [float("-inf")] * LANES), next_best),
        (best_key, ir.Constant(INTEGERS, [0] * LANES), next_best_key),
    ):
        value.add_incoming(initial, before)
        value.add_incoming(following, loop)
    builder.cbranch(builder.icmp_signed("<", next_block, last), loop, after)
    builder.position_at_end(after)
    return next_best, next_best_key


def _heights_and_keys(builder: Any, rows: Any, block: Any, direction: list[Any]) -> Any:
    first = builder.mul(block, ir.Constant(block.type, ROWS))
    *axes, keys = (builder.gep(rows, [builder.add(first, ir.Constant(first.type, i))]) for i in range(ROWS))
    x, y, z = (builder.fmul(_load(builder, axis), d) for axis, d in zip(axes, direction, strict=True))
    height = builder.fadd(builder.fadd(x, y), z)
    return height, _load(builder, builder.bitcast(keys, INTEGERS.as_pointer()))


def _load(builder: Any, address: Any) -> Any:
    numbers = builder.load(address)
    numbers.align = 8
    return numbers


def _highest_lane(builder: Any, heights: Any, numbers: Any) -> Any:
    """The upper half of the lanes against the lower half, until one is left; of equals the first vertex wins."""
    count = LANES
    while count > 1:
        count //= 2
        low, high = _lanes(range(count)), _lanes(range(count, 2 * count))
        h0, h1 = (builder.shuffle_vector(heights, heights, half) for half in (low, high))
        n0, n1 = (builder.shuffle_vector(numbers, numbers, half) for half in (low, high))
        equal = builder.and_(builder.fcmp_ordered("==", h1, h0), builder.icmp_signed("<", n1, n0))
        take = builder.or_(builder.fcmp_ordered(">", h1, h0), equal)
        heights, numbers = builder.select(take, h1, h0), builder.select(take, n1, n0)
    return builder.extract_element(numbers, ir.Constant(ir.IntType(32), 0))


def _spread(builder: Any, value: Any) -> Any:
    """The value in every lane."""
    nothing = ir.Constant(FLOATS, ir.Undefined)
    lane = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(lane, nothing, _lanes([0] * LANES))


def _lanes(numbers: Any) -> Any:
    numbers = list(numbers)
    return ir.Constant(ir.VectorType(ir.IntType(32), len(numbers)), numbers)
