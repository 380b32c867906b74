"""Checks batches against formulas of their own: a million pairs in minutes.

    python -m tests.fuzz.batches --count 1000000 --seed 1

Pairs are drawn as arrays: boxes, capsules, spheres, points, hulls, cylinders, cones and ellipsoids of a micrometre to a
thousand kilometres; at random, with parallel axes, touching, concentric and far away.  Each pair is answered in both
orders.  What is checked needs neither GJK nor EPA:

- The normal proves the lower bound: no point of A − B lies beyond the plane that it gives.
- The witness points belong to the shapes, and lie as far apart along the normal as the signed distance.  For separated
  shapes that proves the answer.
- The depth of boxes, capsules and spheres against a box is the least overlap on fifteen axes.
- Both orders of a pair agree, if the search of both converged.

The exit status is 1 if anything failed; failures are printed with the seed and the number of their block.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, Exit, Hull, Point, Shape, Sphere, batch
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.hulls import convex_hull

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Rng = np.random.Generator

BLOCK = 10_000  # pairs drawn at a time
SHAPES = 8  # distinct ones of each kind in a block
CLOSE = 1e-9  # of the greater of size and distance
SETTLED = 1e-5  # the same, for depths of curved shapes whose bounds have not met: see epa/settling.py
ASIDE = (
    CLOSE**0.5
)  # the same, for witness points of curved shapes across the normal: their distance depends on its square
UNITS = (1e-6, 1.0, 1e6)
UNIT = 1e-12  # error of the length of a unit vector
NEARLY_PARALLEL = 1e-6  # sine of the angle between edges that `least_overlap` skips, and the error of its depth by that
SHOWN = 20  # failures
BOXLIKE = (Box, Capsule, Sphere, Point)


class Block(NamedTuple):
    """Pairs: shapes, the index of the shape of each side, and poses as (N, 4, 4)."""

    shapes: list[Shape]
    a: npt.NDArray[np.int64]
    poses_a: Floats
    b: npt.NDArray[np.int64]
    poses_b: Floats
    sizes: Floats  # (N,) of the pair


# --- drawing ---


def box(rng: Rng, unit: float) -> Shape:
    return Box(tuple(unit * rng.uniform(0.2, 1, 3)), rounding=unit * rng.choice((0.0, 0.0, 0.1)))


def ball(rng: Rng, unit: float) -> Shape:
    return Sphere(unit * rng.uniform(0.1, 1)) if rng.random() < 0.8 else Point()


def capsule(rng: Rng, unit: float) -> Shape:
    return Capsule(unit * rng.uniform(0.1, 0.6), unit * rng.uniform(0.1, 1), "xyz"[rng.integers(3)])


def cylinder(rng: Rng, unit: float) -> Shape:
    return Cylinder(unit * rng.uniform(0.2, 0.8), unit * rng.uniform(0.2, 1), "xyz"[rng.integers(3)])


def cone(rng: Rng, unit: float) -> Shape:
    return Cone(unit * rng.uniform(0.2, 0.8), unit * rng.uniform(0.2, 1), "xyz"[rng.integers(3)])


def ellipsoid(rng: Rng, unit: float) -> Shape:
    return Ellipsoid(tuple(unit * rng.uniform(0.3, 1, 3)))


def hull(rng: Rng, unit: float) -> Shape:
    points = rng.normal(size=(rng.choice((4, 8, 32, 300)), 3))
    if rng.random() < 0.3:  # a prism, with many parallel faces and edges
        points = np.concatenate([points, points + np.eye(3)[2]])
    return Hull((unit * 0.5 * points).tolist())


DRAWS: tuple[Callable[[Rng, float], Shape], ...] = (box, ball, capsule, cylinder, cone, ellipsoid, hull)


def draw(rng: Rng) -> Block:
    unit = UNITS[rng.integers(len(UNITS))]
    shapes = [draw(rng, unit) for draw in DRAWS for _ in range(SHAPES)]
    a, b = rng.integers(len(shapes), size=(2, BLOCK))
    radii = np.array([bounding_sphere(shape, Pose())[1] for shape in shapes])
    reach = radii[a] + radii[b]
    turns_a, turns_b = rotations(rng), rotations(rng)
    same = rng.random(BLOCK) < 0.2
    turns_b[same] = turns_a[same]
    factor = rng.choice((0.0, 1e-9, 0.3, 0.7, 1.0, 3.0, 1e3), BLOCK) * rng.uniform(0.5, 1.5, BLOCK)
    ways = rng.normal(size=(BLOCK, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    along = rng.random(BLOCK) < 0.2  # an axis of A
    ways[along] = turns_a[along][:, :, 1]
    places_a = rng.normal(size=(BLOCK, 3)) * unit * rng.choice((0.0, 1.0, 100.0))
    block = Block(
        shapes, a, poses(turns_a, places_a), b, poses(turns_b, places_a + ways * (factor * reach)[:, None]), reach
    )
    return touching(rng, block)


def rotations(rng: Rng) -> Floats:
    """Uniform; a third of them quarter turns or nearly so."""
    x, y, z, w = rng.normal(size=(4, BLOCK))
    matrices = np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), w * w - x * x + y * y - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), w * w - x * x - y * y + z * z],
        ]
    ) / (x * x + y * y + z * z + w * w)
    turns = np.moveaxis(matrices, 2, 0).copy()
    plain = rng.random(BLOCK) < 0.33
    small = np.zeros((plain.sum(), 3, 3))
    angle = rng.choice((0.0, 1e-12, 1e-8, 1e-4), plain.sum())
    small[:, 0, 0] = small[:, 2, 2] = np.cos(angle)
    small[:, 0, 2], small[:, 2, 0], small[:, 1, 1] = np.sin(angle), -np.sin(angle), 1.0
    turns[plain] = small
    return turns


def poses(turns: Floats, places: Floats) -> Floats:
    made = np.tile(np.eye(4), (len(turns), 1, 1))
    made[:, :3, :3], made[:, :3, 3] = turns, places
    return made


def touching(rng: Rng, block: Block) -> Block:
    """The block with a fifth of its pairs moved to contact, or to within some roundings of it."""
    some = rng.random(BLOCK) < 0.2
    results = batch.signed_distance(
        [block.shapes[i] for i in block.a], block.poses_a, [block.shapes[i] for i in block.b], block.poses_b
    )
    some &= np.isfinite(results.signed_distance) & (np.abs(results.signed_distance) < 10 * block.sizes)
    gap = rng.choice((0.0, 1e-15, 1e-12, 1e-6, -1e-12, -1e-6), BLOCK) * block.sizes
    moved = block.poses_b.copy()
    moved[some, :3, 3] -= (results.normal * (results.signed_distance - gap)[:, None])[some]
    return block._replace(poses_b=moved)


# --- checking ---


def answer(block: Block, tolerance: float = 0.0) -> batch.Results:
    a, b = [block.shapes[i] for i in block.a], [block.shapes[i] for i in block.b]
    return batch.signed_distance(a, block.poses_a, b, block.poses_b, tolerance=tolerance)


def swap(block: Block) -> Block:
    return Block(block.shapes, block.b, block.poses_b, block.a, block.poses_a, block.sizes)


def heights(shapes: Sequence[Shape], which: npt.NDArray[np.int64], poses: Floats, ways: Floats) -> Floats:
    """How far each shape extends along its direction, from the world's origin, (N,)."""
    local = np.einsum("nji,nj->ni", poses[:, :3, :3], ways)
    reach = np.einsum("ni,ni->n", poses[:, :3, 3], ways)
    for i, shape in enumerate(shapes):
        some = which == i
        reach[some] += extent(shape, local[some]) + shape.rounding * np.linalg.norm(ways[some], axis=1)
    return reach


def extent(shape: Shape, ways: Floats) -> Floats:
    """How far a shape without its rounding extends along unit directions in its own frame."""
    match shape:
        case Box():
            return np.abs(ways) @ np.array(shape.half_extents)
        case Point():
            return np.zeros(len(ways))
        case Sphere():
            return shape.radius * np.linalg.norm(ways, axis=1)
        case Capsule() | Cylinder():
            axis = "xyz".index(shape.axis)
            ends = shape.half_height * np.abs(ways[:, axis])
            across = np.linalg.norm(np.delete(ways, axis, 1) if isinstance(shape, Cylinder) else ways, axis=1)
            return ends + shape.radius * across
        case Cone():
            axis = "xyz".index(shape.axis)
            apex = shape.half_height * ways[:, axis]
            return np.maximum(apex, shape.radius * np.linalg.norm(np.delete(ways, axis, 1), axis=1) - apex)
        case Ellipsoid():
            return np.linalg.norm(ways * np.array(shape.radii), axis=1)
        case Hull():
            return (ways @ np.array(shape.vertices).T).max(axis=1)
    raise TypeError(shape)


def outside(shapes: Sequence[Shape], which: npt.NDArray[np.int64], poses: Floats, points: Floats) -> Floats:
    """At least how far each point lies outside of its shape, (N,): 0 inside, about the distance near the surface."""
    local = np.einsum("nji,nj->ni", poses[:, :3, :3], points - poses[:, :3, 3])
    excess = np.zeros(len(points))
    for i, shape in enumerate(shapes):
        some = which == i
        excess[some] = np.maximum(beyond(shape, local[some]) - shape.rounding, 0.0)
    return excess


def beyond(shape: Shape, points: Floats) -> Floats:
    """A lower bound of the distance of points in the shape's frame from the shape without its rounding."""
    match shape:
        case Box():
            return np.linalg.norm(np.maximum(np.abs(points) - np.array(shape.half_extents), 0), axis=1)
        case Point():
            return np.linalg.norm(points, axis=1)
        case Sphere():
            return np.linalg.norm(points, axis=1) - shape.radius
        case Capsule() | Cylinder():
            axis = "xyz".index(shape.axis)
            up = np.maximum(np.abs(points[:, axis]) - shape.half_height, 0)
            across = np.linalg.norm(np.delete(points, axis, 1), axis=1)
            if isinstance(shape, Capsule):
                return np.hypot(up, across) - shape.radius
            return np.hypot(up, np.maximum(across - shape.radius, 0))
        case Cone():
            axis, height = "xyz".index(shape.axis), 2 * shape.half_height
            down = shape.half_height - points[:, axis]
            off = height * np.linalg.norm(np.delete(points, axis, 1), axis=1) - shape.radius * down
            return np.maximum(off / np.hypot(height, shape.radius), down - height)
        case Ellipsoid():
            radii = np.array(shape.radii)
            return (np.linalg.norm(points / radii, axis=1) - 1) * radii.min()
        case Hull():
            solid = convex_hull(np.array(shape.vertices))
            firsts = solid.vertices[[face[0] for face in solid.faces]]
            return (points @ solid.normals.T - np.einsum("fi,fi->f", solid.normals, firsts)).max(axis=1)
    raise TypeError(shape)


def least_overlap(block: Block, some: npt.NDArray[np.bool_]) -> Floats:
    """The least overlap of two boxes (capsules, spheres) on their fifteen axes, less their radii."""
    halves = np.array([as_box(shape)[0] for shape in block.shapes])
    half_a, half_b = halves[block.a[some]], halves[block.b[some]]
    turn_a, turn_b = block.poses_a[some, :3, :3], block.poses_b[some, :3, :3]
    offset = block.poses_b[some, :3, 3] - block.poses_a[some, :3, 3]
    least = np.full(some.sum(), np.inf)
    a, b = [turn_a[:, :, i] for i in range(3)], [turn_b[:, :, i] for i in range(3)]
    for axis in (*a, *b, *(np.cross(p, q) for p in a for q in b)):
        length = np.linalg.norm(axis, axis=1)
        use = length > NEARLY_PARALLEL
        way = axis / np.where(use, length, 1)[:, None]
        reach = sum(half_a[:, i] * np.abs(np.einsum("ni,ni->n", way, a[i])) for i in range(3))
        reach = reach + sum(half_b[:, i] * np.abs(np.einsum("ni,ni->n", way, b[i])) for i in range(3))
        least = np.where(use, np.minimum(least, reach - np.abs(np.einsum("ni,ni->n", way, offset))), least)
    return least


def as_box(shape: Shape) -> tuple[tuple[float, float, float], float]:
    match shape:
        case Box():
            return shape.half_extents, shape.rounding
        case Capsule():
            x, y, z = (shape.half_height if axis == shape.axis else 0.0 for axis in "xyz")
            return (x, y, z), shape.radius
        case Sphere():
            return (0.0, 0.0, 0.0), shape.radius
    return (0.0, 0.0, 0.0), 0.0


def faults(block: Block, results: batch.Results, other: batch.Results) -> dict[str, Bools]:
    """Which pairs break which rule; `other` are the results of the swapped pairs."""
    known = np.isfinite(results.signed_distance)
    slack = CLOSE * np.maximum(block.sizes, np.where(known, np.abs(results.signed_distance), 0))
    slack += 64 * 2.0**-53 * np.abs(block.poses_a[:, :3, 3]).max(axis=1)
    unknown = {"the distance is unknown": ~known}
    rules = (number_faults, witness_faults, box_faults)
    broken = {name: known & pairs for rule in rules for name, pairs in rule(block, results, slack).items()}
    return unknown | broken | {"the orders disagree": known & disagreeing(block, results, other, slack)}


def number_faults(block: Block, results: batch.Results, slack: Floats) -> dict[str, Bools]:
    d, ways = results.signed_distance, unknown_as(results.normal, np.eye(3)[0])
    limit = -heights(block.shapes, block.a, block.poses_a, ways) - heights(block.shapes, block.b, block.poses_b, -ways)
    return {
        "the bounds exclude the distance": (results.lower > d + slack) | (results.upper < d - slack),
        "the normal is no unit vector": np.abs(np.linalg.norm(ways, axis=1) - 1) > UNIT,
        "the normal does not prove the distance": np.abs(limit - d) > slack,
    }


def witness_faults(block: Block, results: batch.Results, slack: Floats) -> dict[str, Bools]:
    d, ways = results.signed_distance, unknown_as(results.normal, np.eye(3)[0])
    on_a, on_b = unknown_as(results.witness_a, np.zeros(3)), unknown_as(results.witness_b, np.zeros(3))
    along = np.einsum("ni,ni->n", on_b - on_a, ways)
    aside = np.linalg.norm(on_b - on_a - ways * along[:, None], axis=1)
    return {
        "the witness points are not as far apart": np.abs(along - d) > slack,
        "the witness points are not opposite": aside > ASIDE * np.maximum(block.sizes, np.abs(d)),
        "the witness of A is outside": outside(block.shapes, block.a, block.poses_a, on_a) > 2 * slack,
        "the witness of B is outside": outside(block.shapes, block.b, block.poses_b, on_b) > 2 * slack,
    }


def box_faults(block: Block, results: batch.Results, slack: Floats) -> dict[str, Bools]:
    deep, depth = box_depths(block)
    wrong = np.zeros(len(deep), np.bool_)
    wrong[deep] = np.abs(results.signed_distance[deep] + depth) > NEARLY_PARALLEL * block.sizes[deep]
    return {"boxes overlap by another depth": wrong}


def disagreeing(block: Block, results: batch.Results, other: batch.Results, slack: Floats) -> Bools:
    """Where both orders of a pair have different distances."""
    met = (results.exit != Exit.ITERATION_LIMIT) & (other.exit != Exit.ITERATION_LIMIT)
    return ~(np.abs(results.signed_distance - other.signed_distance) <= np.where(met, slack, SETTLED * block.sizes))


def unknown_as(vectors: Floats, value: Floats) -> Floats:
    return np.where(np.isfinite(vectors), vectors, value)


def box_depths(block: Block) -> tuple[Bools, Floats]:
    """Which pairs are boxes (capsules, spheres with a box) whose cores overlap, and by how much the pairs do."""
    alike = np.array([isinstance(shape, BOXLIKE) for shape in block.shapes])
    solid = np.array([isinstance(shape, Box) for shape in block.shapes])
    boxes = alike[block.a] & alike[block.b] & (solid[block.a] | solid[block.b])
    radii = np.array([as_box(shape)[1] for shape in block.shapes])
    least = np.full(len(boxes), -np.inf)
    least[boxes] = least_overlap(block, boxes)
    deep = least > CLOSE * block.sizes
    return deep, (least + radii[block.a] + radii[block.b])[deep]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tolerance", type=float, default=0.0, help="only compared with full precision")
    options = parser.parse_args()
    tally, failed = Counter[str](), Counter[str]()
    with Progress() as progress:
        for number in progress.track(range(-(-options.count // BLOCK)), description="Blocks"):
            block = draw(np.random.default_rng((options.seed, number)))
            results = answer(block)
            broken = faults(block, results, answer(swap(block)))
            if options.tolerance > 0:
                broken |= tolerance_faults(block, results, options.tolerance)
            tally.update(results.verdict.tolist())
            for rule, pairs in broken.items():
                for i in np.flatnonzero(pairs)[: max(SHOWN - failed[rule], 0)].tolist():
                    progress.console.print(f"block {number}, pair {i}, {describe(block, results, i)}: {rule}")
                failed[rule] += int(pairs.sum())
    print(", ".join(f"{count} {verdict}" for verdict, count in tally.items()))
    print(", ".join(f"{rule}: {count}" for rule, count in failed.items() if count) or "No failures")
    return 1 if any(failed.values()) else 0


def tolerance_faults(block: Block, exact: batch.Results, tolerance: float) -> dict[str, Bools]:
    """Which pairs break the promise of a tolerance: bounds that hold, and a verdict that does not depend on it."""
    results, d = answer(block, tolerance), exact.signed_distance
    slack = CLOSE * np.maximum(block.sizes, np.abs(d))
    settled = exact.exit != Exit.ITERATION_LIMIT
    return {
        "the loose bounds exclude the distance": settled & ((results.lower > d + slack) | (results.upper < d - slack)),
        "the loose verdict is another": settled & (results.verdict != exact.verdict),
    }


def describe(block: Block, results: batch.Results, i: int) -> str:
    kinds = f"{block.shapes[block.a[i]].kind} and {block.shapes[block.b[i]].kind}"
    distance, size = f"{results.signed_distance[i]:.6g} m", f"size {block.sizes[i]:.3g} m"
    return f"{kinds}, {results.verdict[i]}, {distance}, {Exit(results.exit[i]).words}, {size}"


if __name__ == "__main__":
    sys.exit(main())
