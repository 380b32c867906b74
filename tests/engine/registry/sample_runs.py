"""One run or more of everything that runs in steps, for the contracts that hold for all of them.

`PAIRS` lists the pairs that every algorithm on two shapes is given, by dimension: an algorithm with a new kind of
difficulty adds a pair here, and all others are tested on it too.  `RUNS` makes the runs of a kind of procedure.
"""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from gjkscope.engine import (
    Box,
    Cone,
    Cylinder,
    Hull,
    NotApplicable,
    Point,
    Pose,
    Segment,
    Shape,
    Sphere,
    Triangle,
    broad_phase,
)
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.procedures import PROCEDURES
from gjkscope.engine.registry import records
from gjkscope.engine.registry.algorithms import ALGORITHMS, DEMONSTRATIONS, ENGINE_ALGORITHMS, PLANAR_ALGORITHMS
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import Rules, WorldBody, advance, solver_tick, world
from tests.engine import samples
from tests.engine.edges.terrains import grid
from tests.engine.known_meshes import angle, ring
from tests.engine.moving import at
from tests.engine.museum import exhibit, exhibits
from tests.engine.plane import pairs as plane

Pair = tuple[Shape, Pose, Shape, Pose]

# The versions of one engine share a package: the newest stands for all, as the runs of them all take minutes.
ENGINES = {
    algorithm.state.__module__.rpartition(".")[0]: algorithm for algorithm in [*ENGINE_ALGORITHMS.values()][::-1]
}

EVERYTHING: list[records.Procedure] = [
    *PROCEDURES.values(),
    *PLANAR_ALGORITHMS.values(),
    *[*ENGINES.values()][::-1],
    *(lesson for lessons in DEMONSTRATIONS.values() for lesson in lessons.values()),
]


def label(procedure: records.Procedure) -> str:
    """Its name, and `2D` or `3D` where both have one of this name."""
    module = procedure.state.__module__
    return f"{procedure.name} 2D" if ".plane." in module or module.endswith("_in_plane") else procedure.name


# --- pairs ---


def ordinary_pairs() -> Iterator[Pair]:
    """Lengths of about 1 m, neither in contact nor close to it; every algorithm takes at least some of them."""
    random = Random("contracts")
    for family in samples.FAMILIES:
        yield from (pair.arguments for pair in samples.pairs(family, 4))
    drawn: list[Pair] = []
    for _ in range(20):
        drawn.append(samples.random_pair(random))
        drawn += [
            (make(random), samples.random_pose(random), make(random), samples.random_pose(random))
            for make in (samples.random_box, samples.random_hull)
        ]
    yield ring(), Pose(), angle(), at(2.5, 0.3, 0.4)
    yield ring(), Pose(), Sphere(0.5), Pose()  # the hull overlaps
    yield angle(), Pose(), ring(), at(1.2, 0.2, 0.7)
    yield from drawn[1::5]  # with one of which `alternating` reaches its limit from one side only


def awkward_pairs() -> Iterator[Pair]:
    """In contact, flat, concentric or published as a bug: for what must hold whatever the answer."""
    box = Box((1, 1, 1))
    yield Point(), Pose(), Point(), Pose()
    yield Segment((-1, 0, 0), (1, 0, 0)), Pose(), Segment((0, -1, 0), (0, 1, 0)), Pose()
    yield Cylinder(1, 1), Pose(), Cone(1, 1), Pose()
    sliver = Hull(((0.7, 0, 2e-12), (0.5, 1e-12, 0), (0.8, -1e-12, -2e-12)))
    yield sliver, Pose(), Cone(1, 1), at(0.1, 0, 0.3)
    yield box, Pose(), box, Pose()
    yield box, Pose(), box, at(2)
    yield box, Pose(), box, at(0.5, 0.25)
    yield box, Pose(), Point(), Pose()
    yield Sphere(1), Pose(), box, at(2)
    yield Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), Pose(), Point(), at(0.2, 0.3, 1)
    yield exhibit("jolt-small-tri-plane", "A B")[:4]  # of which GJK by tetrahedra finds supports on a line
    yield from (exhibit(name, order)[:4] for name in list(exhibits())[::4] for order in ("A B", "B A"))


# They overlap or touch, but squares or products of squares overflow, or underflow.
OVERFLOWING: dict[int, list[Pair]] = {
    3: [
        (Box((1e160, 1e160, 1e160)), Pose(), Box((1, 1, 1)), at(1e160)),
        (Box((1e80, 1e80, 1e80)), Pose(), Box((1, 1, 1)), at(1e80)),
        (Sphere(1e160), Pose(), Box((1e160, 1e160, 1e160)), at(1e160)),
        (Box((1e80, 1e80, 1e80)), Pose(), Sphere(1), at(1e80)),
    ],
    2: [
        (plane.Box2((size, size)), plane.plane_pose(), plane.Box2((size, size)), plane.plane_pose((size, 0)))
        for size in (1e160, 1e-170)
    ],
}

# Sums overflow, so that there are no numbers to put into sentences.
EXTREME: dict[int, list[Pair]] = {
    3: [(Box((1.7e308,) * 3), Pose(), Box((1.7e308,) * 3), Pose(rotation_from_quaternion((0.02, 0.2, 0.03, 1))))],
    2: [(plane.Box2((1.7e308,) * 2), plane.plane_pose(), plane.Box2((1.7e308,) * 2), plane.plane_pose((0, 0), 0.3))],
}

ORDINARY: dict[int, list[Pair]] = {
    3: list(ordinary_pairs()),
    2: [plane.draw(family, seed).setting for family in ("ordinary", "rounded", "nested") for seed in range(12)],
}
AWKWARD: dict[int, list[Pair]] = {
    3: list(awkward_pairs()),
    2: [plane.draw(family, seed).setting for family in plane.FAMILIES for seed in range(4)]
    + [(plane.Segment2((0, 0), (1, 0)), plane.plane_pose(), plane.Point2(), plane.plane_pose((0.5, 1)))],
}
PAIRS = {dimension: ORDINARY[dimension] + AWKWARD[dimension] + OVERFLOWING[dimension] for dimension in (2, 3)}


def dimension_of(algorithm: records.Procedure) -> int:
    return 2 if label(algorithm).endswith("2D") else 3


def trace_if_any(algorithm: records.Algorithm, pair: Pair) -> Any:
    """Its trace; None for a pair of shapes that it does not take."""
    try:
        return algorithm.trace(*pair, DEFAULT)
    except NotApplicable:
        return None


@cache
def traces(algorithm: records.Algorithm) -> list[tuple[Pair, Any]]:
    """The pairs that it takes with their traces, once per process; of engines a quarter, as their runs are slow."""
    pairs = PAIRS[dimension_of(algorithm)][:: 4 if algorithm in ENGINES.values() else 1]
    traced = ((pair, trace_if_any(algorithm, pair)) for pair in pairs)
    return [(pair, run) for pair, run in traced if run is not None]


# --- runs of each kind of procedure ---

NEAR = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(rotation_from_quaternion((0.02, 0.2, 0.03, 1)), (0.6, 1.9, 0.3))
GROUND = tuple(
    Triangle(corners)
    for x in (-2.0, 0.0)
    for corners in (((x, 0, -2), (x, 0, 2), (x + 2, 0.1, 2)), ((x, 0, -2), (x + 2, 0.1, 2), (x + 2, 0.1, -2)))
)
BODY_NAMES = ("ground", "box", "ball")
BODIES = [
    WorldBody(Box((5, 0.5, 5)), at(0, -0.5), STILL, 0.0),
    WorldBody(Box((0.5, 0.5, 0.5)), at(0, 0.499), Motion((3.0, 0.0, 0.0)), friction=0.2),
    WorldBody(Sphere(0.4), at(2, 0.399), Motion((0.0, -2.0, 0.0)), restitution=0.8),
]


def _of_broad_phase(phase: Any) -> list[Any]:
    random = Random("boxes")
    lows = [samples.random_vector(random, 8.0) for _ in range(60)]
    boxes = [(low, (low[0] + 2, low[1] + random.random(), low[2] + 3)) for low in lows]
    scenes: tuple[Any, ...] = ([], [((1, 1, 1), (1, 1, 1))] * 20, [((-1, k, -1), (1, k, 1)) for k in range(20)], boxes)
    return [broad_phase(phase.name, scene) for scene in scenes]


def _of_push_out(method: Any) -> list[Any]:
    random = Random("push-out")
    pairs = [
        (make(random), samples.random_pose(random, 0.6), samples.random_box(random), samples.random_pose(random, 0.6))
        for make in (samples.random_box, samples.random_hull) * 6
    ]
    return [method.run(*pair, *masses) for pair in pairs for masses in ((1.0, 3.0), (0.0, 1.0))]


def _off_terrain(method: Any) -> list[Any]:
    return [method.run(Box((0.5, 0.5, 0.5)), at(x, y, 0.2), GROUND) for x in (-1.0, 0.0, 0.7) for y in (0.3, -0.2, 5)]


def _of_contact_search(search: Any) -> list[Any]:
    if search.name.startswith("triangles-"):
        return [search.run(*flight) for flight in TRIANGLE_FLIGHTS]
    ball, plate = Sphere(0.25), Box((0.1, 2, 2))
    flights = (
        (ball, at(-2), Motion((3, 0, 0)), plate, Pose(), STILL, 9.0),
        (ball, at(-2), Motion((3, 0, 0)), plate, Pose(), STILL, 0.1),
        (ball, at(-2), Motion((-3, 0, 0)), plate, Pose(), STILL, 0.1),
        (ball, Pose(), Motion((-3, 0, 0)), plate, Pose(), STILL, 0.1),
        (plate, at(-3), Motion((2, 0, 0)), plate, Pose(), STILL, 2.0),
        (Cylinder(0.5, 1.0), Pose(), Motion((1, 0, 0)), samples.Capsule(0.2, 0.5), at(4, 0.6, 0.3), STILL, 10.0),
    )
    return [search.run(*flight) for flight in flights]


FLOOR, LEAF = (
    Triangle(((-1, 0, -1), (1, 0, -1), (0, 0, 1))),
    Triangle(((0, -0.5, 0), (0.1, 0.5, 0.1), (-0.3, 0.4, -0.2))),
)
TRIANGLE_FLIGHTS = (
    (FLOOR, Pose(), STILL, LEAF, at(0, 2), Motion((0.1, -1, 0)), 5.0),
    (FLOOR, Pose(), STILL, LEAF, at(0, 2), Motion((0.1, -1, 0), (0, 0.1, 0.2)), 3.0),
    (FLOOR, Pose(), STILL, LEAF, at(0, 2), Motion((0, 1, 0)), 5.0),
    (FLOOR, Pose(), STILL, LEAF, at(0, 0.2), Motion((0, 1, 0)), 5.0),
    (FLOOR, Pose(), STILL, Segment((0, -0.5, 0), (0.1, 0.5, 0)), at(1.2, 0.1), Motion((-1, 0, 0)), 5.0),
)


def _of_manifold(method: Any) -> list[Any]:
    return [method.run(*NEAR), method.run(NEAR[0], Pose(), NEAR[2], at(0.3, 1.95, 0.2))]


def _of_mesh_contacts(method: Any) -> list[Any]:
    bodies = ((Box((0.5, 0.5, 0.5)), 0.5), (Sphere(0.5), 0.5))
    return [method.run(body, at(-0.3, height - 0.008, 0.1), grid(), Pose()) for body, height in bodies]


def _of_slide(method: Any) -> list[Any]:
    bodies = ((Box((0.5, 0.5, 0.5)), 0.5), (Sphere(0.5), 0.5))
    return [
        method.run(body, at(-1.3, height - 0.008, 0.1), (2.3, 0.0, 0.0), grid(), Pose(), seconds=0.2)
        for body, height in bodies
    ]


def _of_solver(method: Any) -> list[Any]:
    assert method.name == "impulses"  # the one procedure of all solvers
    begun = world(BODIES, (0.0, -9.81, 0.0), IMPULSES)
    ticks = (advance(begun, begun.first, Rules(impulses=ImpulseSettings(solver))) for solver in SOLVERS)
    return [solver_tick(begun, tick) for tick in ticks]


def _as_reported(method: Any) -> list[Any]:
    iterations = [
        Iteration(tuple(IterationVertex(vertex.point) for vertex in step.simplex.vertices[: step.simplex.size]))
        for step in ALGORITHMS["gjk"].trace(*NEAR, DEFAULT).steps
    ]
    return [method.run(iterations, *NEAR)]


RUNS: dict[type[records.Procedure], Callable[[Any], list[Any]]] = {
    records.BroadPhase: _of_broad_phase,
    records.PushOutMethod: _of_push_out,
    records.TerrainPushOut: _off_terrain,
    records.ContactSearch: _of_contact_search,
    records.ManifoldMethod: _of_manifold,
    records.MeshContactMethod: _of_mesh_contacts,
    records.SlideMethod: _of_slide,
    records.SolverMethod: _of_solver,
    records.ReportedRun: _as_reported,
    records.DifferenceConstruction: lambda method: [method.run(*NEAR)],
}
