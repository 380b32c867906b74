"""The highest vertex of a hull, eight vertices at a time: the one place where compiled code has words of its own.

The compiler makes no vector instructions of the search for a maximum, since it may not assume that no number is NaN;
for a hull of 256 vertices that is four times slower.  Here the instructions are spelt out: each of `LANES` lanes
keeps the highest of its own vertices, the first of equals; then the lanes are compared.  Heights are the same sums in
the same order as in `support.vertex_support`, without fused multiply-add, so that the index is the same too.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from gjkscope.engine.batch.arrays import LANES
from gjkscope.engine.compilation import INLINE
from gjkscope.engine.shapes import support

FLOATS = ir.VectorType(ir.DoubleType(), LANES)
INTEGERS = ir.VectorType(ir.IntType(64), LANES)


def register() -> None:
    """Makes compiled code use it for vertices in `Blocks`."""
    overload(support.vertex_support, jit_options=INLINE)(_vertex_support)


def _vertex_support(vertices: Any, d: Any) -> Any:
    def of_blocks(vertices: Any, d: Any) -> Any:
        # A quarter of the height, as there.
        return highest(vertices.address, vertices.begin, vertices.end, 0.25 * d[0], 0.25 * d[1], 0.25 * d[2])

    return of_blocks


def _highest(typing: Any, address: Any, begin: Any, end: Any, x: Any, y: Any, z: Any) -> Any:
    """The vertex furthest along (x, y, z), and its index, in the blocks from `begin` up to, excluding, `end`."""
    answer = types.Tuple((types.UniTuple(types.float64, 3), types.intp))

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start, first, last, *direction = arguments
        rows = builder.inttoptr(start, FLOATS.as_pointer())
        heights, numbers = _highest_of_lanes(builder, rows, first, last, [_spread(builder, d) for d in direction])
        number = _highest_lane(builder, heights, numbers)
        vertex = _vertex(context, builder, builder.inttoptr(start, ir.DoubleType().as_pointer()), first, number)
        return context.make_tuple(builder, answer, (vertex, number))

    return answer(types.intp, types.intp, types.intp, types.float64, types.float64, types.float64), code


highest = intrinsic(_highest)


def _vertex(context: Any, builder: Any, numbers: Any, first: Any, number: Any) -> Any:
    """The coordinates of a vertex, which are stored `LANES` apart."""
    lanes = ir.Constant(number.type, LANES)
    block, lane = builder.add(first, builder.sdiv(number, lanes)), builder.srem(number, lanes)
    coordinates = []
    for axis in range(3):
        row = builder.add(builder.mul(block, ir.Constant(block.type, 3)), ir.Constant(block.type, axis))
        place = builder.add(builder.mul(row, lanes), lane)
        coordinates.append(builder.load(builder.gep(numbers, [place])))
    return context.make_tuple(builder, types.UniTuple(types.float64, 3), coordinates)


def _highest_of_lanes(builder: Any, rows: Any, first: Any, last: Any, direction: list[Any]) -> tuple[Any, Any]:
    """For each lane the greatest height and the number of its vertex, counted from `first`; a loop over blocks."""
    before, loop, after = builder.block, builder.append_basic_block(), builder.append_basic_block()
    lanes = ir.Constant(INTEGERS, list(range(LANES)))
    builder.branch(loop)
    builder.position_at_end(loop)
    block, best = builder.phi(first.type), builder.phi(FLOATS)
    number, best_number = builder.phi(INTEGERS), builder.phi(INTEGERS)
    height = _heights(builder, rows, block, direction)
    higher = builder.fcmp_ordered(">", height, best)
    next_best, next_best_number = builder.select(higher, height, best), builder.select(higher, number, best_number)
    next_block = builder.add(block, ir.Constant(block.type, 1))
    next_number = builder.add(number, ir.Constant(INTEGERS, [LANES] * LANES))
    for value, initial, following in (
        (block, first, next_block),
        (best, ir.Constant(FLOATS, [float("-inf")] * LANES), next_best),
        (number, lanes, next_number),
        (best_number, lanes, next_best_number),
    ):
        value.add_incoming(initial, before)
        value.add_incoming(following, loop)
    builder.cbranch(builder.icmp_signed("<", next_block, last), loop, after)
    builder.position_at_end(after)
    return next_best, next_best_number


def _heights(builder: Any, rows: Any, block: Any, direction: list[Any]) -> Any:
    row = builder.mul(block, ir.Constant(block.type, 3))
    products = []
    for i, d in enumerate(direction):
        coordinates = builder.load(builder.gep(rows, [builder.add(row, ir.Constant(row.type, i))]))
        coordinates.align = 8
        products.append(builder.fmul(coordinates, d))
    x, y, z = products
    return builder.fadd(builder.fadd(x, y), z)


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
    one = builder.insert_element(nothing, value, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, nothing, _lanes([0] * LANES))


def _lanes(numbers: Any) -> Any:
    numbers = list(numbers)
    return ir.Constant(ir.VectorType(ir.IntType(32), len(numbers)), numbers)
