"""Argument checking: bad arguments are rejected by name and value on entry; any reasonable form is accepted."""

import re
from collections.abc import Callable
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import (
    BROADPHASES,
    PLANAR_TYPES,
    SHAPE_TYPES,
    Box,
    Box2,
    Capsule,
    Capsule2,
    Chain,
    Circle,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Mesh,
    Motion,
    Options,
    Point,
    Point2,
    Polygon,
    Pose,
    Segment,
    Segment2,
    Sphere,
    Superellipsoid,
    Triangle,
    Verdict,
    algorithm_for,
    as_pose,
    broad_phase,
    cast,
    check,
    compare,
    compare_manifolds,
    compare_searches,
    distance_gradient,
    first_contact,
    first_difference,
    follow_cache,
    follow_manifolds,
    growth_distance,
    manifold,
    overlapping_triangles,
    part_contacts,
    plane_pose,
    query,
    query_parts,
    resolve_pair,
    resolve_terrain,
    slide,
    smoothed_distance,
    sweep_distance,
    toi,
    trace,
)
from gjkscope.engine.arguments import LONGEST, short_repr
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.proof.plain import certificate_from_dict
from gjkscope.engine.resolution.terrain import place_triangles
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import as_shape
from gjkscope.engine.vectors import IDENTITY
from tests.engine.kinds import of_all_kinds

BOX = Box((1, 1, 1))
CORNERS = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
MESH = Mesh(CORNERS, ((0, 1, 2),))


def matrix(**entries: float) -> np.ndarray:
    """The identity with some entries replaced: `r03` is row 0, column 3."""
    result = np.eye(4)
    for name, value in entries.items():
        result[int(name[1]), int(name[2])] = value
    return result


# --- bad values, by expected type ---

ODD = [None, object(), Sphere, len, b"1", {}, {1, 2, 3}, {0: 1, 1: 2, 2: 3}]  # wrong for any argument

NUMBERS = [*ODD, "1", "wide", True, np.True_, 1j, np.complex128(1), [1.0], np.zeros(3), np.eye(4), Decimal("NaN")]
NUMBERS += [nan, inf, -inf, np.float32(nan), 10**400, -(10**400), 10**5000]
NOT_NEGATIVE = [*NUMBERS, -1, -0.5, np.float64(-1), Fraction(-1, 3)]
POSITIVE = [*NOT_NEGATIVE, 0, 0.0]
VECTORS = [*ODD, "123", "xyz", 5, nan, True, [], (1, 2), (1, 2, 3, 4), ("1", "2", "3"), [None] * 3, (True, 0, 1)]
VECTORS += [(0, 0, nan), (inf, 0, 0), (1j, 0, 0), (10**400, 0, 0), np.eye(3), np.zeros(4), np.array(["1", "2", "3"])]
SIZES = [*VECTORS, (1, 1, 0), (1, -1, 1), np.zeros(3)]
POINTS = [*ODD, "abc", 5, [], (1.0, 2.0, 3.0), CORNERS[0], ["123", "456", "789"], [*CORNERS[:2], (0, 1)], np.zeros(3)]
POINTS += [[*CORNERS[:2], (0, 1, nan)], [*CORNERS[:2], (0, 1, "2")], [*CORNERS[:2], {0, 1, 2}], np.eye(4)]
THREE = [*POINTS, CORNERS[:2], [*CORNERS, (1, 1, 1)], np.zeros((2, 3))]
FACES = [*ODD, "012", 5, [0, 1, 2], [(0, 1)], [(0, 1, 2, 0)], [(0, 1, 3)], [(0, 1, -1)], [(0, 1, 1.0)], [None]]
FACES += [[(0, 1, True)], [("0", "1", "2")], ["012"], [(0, 1, 10**5000)], [{0, 1, 2}], np.eye(3), [(nan, 0, 1)]]
NAMES = [*ODD, "jgk", "GJK", "", "gjk ", 0, True, ["gjk"], ("gjk",), np.array(["gjk", "sat"]), 10**5000]
FLAGS = [*ODD, 0, 1, 1.0, "True", "", np.True_, []]
SHAPES = [*ODD, "box", 1.0, (1, 1, 1), Box, [BOX], Pose(), np.eye(3), {"type": "box", "half_extents": (1, 1, 1)}]
POSES: list[Any] = [*ODD, "pose", 5, nan, [], Pose, (0, 0, 0), np.eye(3), np.eye(4)[:3], np.eye(4).ravel(), [[1, 2], 3]]
POSES += [np.eye(4).astype(str), np.eye(4).astype(complex), np.eye(4, dtype=bool), [[10**400, 0, 0, 0]] * 4]
POSES += [matrix(r03=nan), matrix(r13=inf), matrix(r33=2), matrix(r30=1), matrix(r00=2), matrix(r01=0.1)]
POSES += [matrix(r22=-1), matrix(r00=1e200), matrix(r00=0), matrix().T * 0, 10**5000]
POSES += [Pose(position=(0.0, nan, 0.0)), Pose(position=(1, 2)), Pose(position=None), Pose(None), Pose(IDENTITY[:2])]  # type: ignore[arg-type]
POSES += [Pose(position=("1", "2", "3")), Pose(((1, 0, 0),) * 3), Pose(((1, 0, 0), (0, 1, 0), (0, 0, -1)))]  # type: ignore[arg-type]
POSE_LISTS = [*ODD, "pose", 5, Pose(), *([pose] for pose in POSES)]
PLANE_VECTORS = [*ODD, "12", "xy", 5, nan, True, [], (1,), (1, 2, 3), ("1", "2"), [None] * 2, (True, 0), (0, nan)]
PLANE_VECTORS += [(inf, 0), (1j, 0), (10**400, 0), np.eye(2), np.zeros(3), np.array(["1", "2"])]
PLANE_SIZES = [*PLANE_VECTORS, (1, 0), (-1, 1), np.zeros(2)]
PLANE_POINTS = [*ODD, "abc", 5, [], (1.0, 2.0), ["12", "45"], [(0, 0), (0, 1, 2)], [(0, 0), (1, nan)], [(0, "2")]]
MOTIONS = [*ODD, (0.0, 0.0, 0.0), 1.0, Motion, ((0, 0, 0), (0, 0, 0))]
AXES = [*ODD, "X", "", "xy", "w", 0, 1, ["y"], np.array(["x", "y"])]
OPTIONS = [*ODD, "float32", True, {"float32": True}, Options, ("float32",)]

PAIR = {"shape_a": BOX, "pose_a": Pose(), "shape_b": BOX, "pose_b": Pose()}
RUN = trace(**PAIR, algorithm="gjk")
CERTIFICATE = query(**PAIR).certificate

TRACES = [*ODD, RUN.result, RUN.steps, "gjk", 3]

# Each function with valid arguments.
FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "query": (query, {**PAIR, "options": Options()}),
    "trace": (trace, {**PAIR, "algorithm": "gjk", "options": Options()}),
    "compare": (
        compare,
        {**PAIR, "algorithms": ("gjk",), "options": Options(), "tolerance": 1e-8, "clock": lambda: 0.0},
    ),
    "overlapping_triangles": (overlapping_triangles, {**PAIR, "most": 1}),
    "first_difference": (first_difference, {"trace_a": RUN, "trace_b": RUN, "tolerance": 0.0, "swapped": False}),
    "resolve_pair": (resolve_pair, {**PAIR, "mass_a": 1.0, "mass_b": 2.0, "algorithm": "epa"}),
    "resolve_terrain": (
        resolve_terrain,
        {
            "shape": BOX,
            "pose": Pose(position=(0, 5, 0)),
            "triangles": [Triangle(CORNERS)],
            "order": "greatest",
            "two_sided": False,
            "algorithm": "epa",
        },
    ),
    "first_contact": (
        first_contact,
        {**PAIR, "motion_a": Motion(), "motion_b": Motion((1.0, 0.0, 0.0)), "duration": 1.0},
    ),
    "compare_searches": (
        compare_searches,
        {**PAIR, "motion_a": Motion(), "motion_b": Motion((1.0, 0.0, 0.0)), "duration": 1.0},
    ),
    "slide": (
        slide,
        {
            "shape": Box((1, 1, 1)),
            "pose": Pose(position=(0, 1, 0)),
            "velocity": (1.0, 0.0, 0.0),
            "mesh": Mesh([(-5, 0, -5), (0, 0, 5), (5, 0, -5)], [(0, 1, 2)]),
            "mesh_pose": Pose(),
            "policy": "none",
            "seconds": 0.1,
            "gravity": (0.0, -9.81, 0.0),
        },
    ),
    "cast": (cast, {**PAIR, "motion_a": Motion(), "motion_b": Motion((1.0, 0.0, 0.0)), "duration": 1.0}),
    "toi": (toi, {**PAIR, "motion_a": Motion(), "motion_b": Motion((1.0, 0.0, 0.0)), "duration": 1.0}),
    "manifold": (manifold, {**PAIR, "policy": "exact", "earlier": ()}),
    "compare_manifolds": (compare_manifolds, PAIR),
    "follow_manifolds": (
        follow_manifolds,
        {"shape_a": BOX, "poses_a": [Pose()], "shape_b": BOX, "poses_b": [Pose(position=(0, 1.5, 0))]},
    ),
    "follow_cache": (
        follow_cache,
        {
            "shape_a": BOX,
            "poses_a": [Pose()],
            "shape_b": BOX,
            "poses_b": [Pose(position=(0, 3, 0))],
            "cache": "last-axis",
        },
    ),
    "part_contacts": (part_contacts, {**PAIR, "policy": "exact"}),
    "query_parts": (query_parts, {**PAIR, "options": Options()}),
    "triangles_of": (place_triangles, {"mesh": MESH, "pose": Pose()}),
    "broad_phase": (broad_phase, {"name": "sweep", "bodies": [(BOX, Pose())], "axis": 0}),
    "check": (check, {"certificate": CERTIFICATE, **PAIR}),
    "certificate_from_dict": (certificate_from_dict, {"certificate": None}),
    "as_pose": (as_pose, {"pose": Pose()}),
    "as_shape": (as_shape, {"shape": BOX}),
    "rotation_from_quaternion": (rotation_from_quaternion, {"orientation": (0.0, 0.0, 0.0, 1.0)}),
    "convex_hull": (convex_hull, {"points": CORNERS}),
    "explain": (explain, {"step": RUN.steps[0]}),
    "headline": (headline, {"step": RUN.steps[0]}),
    "Options": (Options, {"float32": False, "crossings": False, "direction": (1.0, 0.0, 0.0), "tolerance": 1e-6}),
    "Point": (Point, {"rounding": 0.0}),
    "Segment": (Segment, {"a": (0, 0, 0), "b": (1, 0, 0), "rounding": 0.0}),
    "Triangle": (Triangle, {"vertices": CORNERS, "rounding": 0.0}),
    "Sphere": (Sphere, {"radius": 1.0, "rounding": 0.0}),
    "Box": (Box, {"half_extents": (1, 1, 1), "rounding": 0.0}),
    "Ellipsoid": (Ellipsoid, {"radii": (1, 1, 1), "rounding": 0.0}),
    "Superellipsoid": (Superellipsoid, {"radii": (1, 1, 1), "exponent": 4.0, "rounding": 0.0}),
    "Hull": (Hull, {"vertices": CORNERS, "rounding": 0.0}),
    "Mesh": (Mesh, {"vertices": CORNERS, "faces": ((0, 1, 2),), "parts": (CORNERS,), "rounding": 0.0}),
    "Point2": (Point2, {"rounding": 0.0}),
    "Segment2": (Segment2, {"a": (0, 0), "b": (1, 0), "rounding": 0.0}),
    "Circle": (Circle, {"radius": 1.0, "rounding": 0.0}),
    "Box2": (Box2, {"half_extents": (1, 1), "rounding": 0.0}),
    "Polygon": (Polygon, {"vertices": ((0, 0), (1, 0), (0, 1)), "rounding": 0.0}),
    "Capsule2": (Capsule2, {"radius": 1.0, "half_height": 1.0, "axis": "y", "rounding": 0.0}),
    "Chain": (Chain, {"vertices": ((0, 0), (1, 0), (0, 1)), "loop": True, "rounding": 0.0}),
    "plane_pose": (plane_pose, {"position": (0, 0), "angle": 0.5}),
    "distance_gradient": (distance_gradient, PAIR),
    "smoothed_distance": (smoothed_distance, {**PAIR, "sigma": 0.1, "count": 2, "seed": 1}),
    "growth_distance": (growth_distance, {**PAIR, "pose_b": Pose(position=(1, 0, 0))}),
    "sweep_distance": (
        sweep_distance,
        {**PAIR, "shift": (1, 0, 0), "turn": (0, 0, 0), "amounts": (0.1,), "sigma": 0.1, "count": 2, "seed": 1},
    ),
    "algorithm_for": (algorithm_for, {"name": "gjk", "shape": BOX}),
    **{
        kind.__name__: (kind, {"radius": 1.0, "half_height": 1.0, "axis": "y", "rounding": 0.0})
        for kind in (Capsule, Cylinder, Cone)
    },
}

# Shapes that are registered and not listed above.
OTHERS = {
    type(shape).__name__: (type(shape), {field.name: getattr(shape, field.name) for field in fields(shape)})
    for shape in of_all_kinds(0.0)
    if type(shape).__name__ not in FUNCTIONS
}
FUNCTIONS |= OTHERS

# Bad values for each argument name, or for one function only.
WRONG: dict[str, list[Any]] = {
    "exponent": [*POSITIVE, 0.5],
    **dict.fromkeys(("shape", "shape_a", "shape_b"), SHAPES),
    **dict.fromkeys(("pose", "pose_a", "pose_b", "mesh_pose"), POSES),
    **dict.fromkeys(("poses_a", "poses_b"), POSE_LISTS),
    **dict.fromkeys(("mass_a", "mass_b", "rounding", "compare tolerance"), NOT_NEGATIVE),
    **dict.fromkeys(("motion_a", "motion_b"), MOTIONS),
    **dict.fromkeys(("duration", "seconds"), POSITIVE),
    "policy": NAMES,
    "cache": NAMES,
    "earlier": [*ODD, 5, (1, 2), [(0, 0, 0)]],
    **dict.fromkeys(("two_sided", "swapped", "float32", "crossings"), FLAGS),
    **dict.fromkeys(("trace_a", "trace_b"), TRACES),
    **dict.fromkeys(("radius", "half_height"), POSITIVE),
    **dict.fromkeys(("half_extents", "radii"), SIZES),
    **dict.fromkeys(("a", "b", "velocity", "gravity"), VECTORS),
    **dict.fromkeys(("order", "name", "algorithm"), NAMES),
    "query algorithm": NAMES[1:],
    "algorithms": [*ODD[1:], "gjk", 3, ["gjk", "jgk"], [None], [["gjk"]], ["GJK"], [3]],
    "options": OPTIONS,
    "tolerance": [value for value in NOT_NEGATIVE if value is not inf],
    "clock": [None, 1.0, "now", []],
    "triangles": [*ODD, "abc", 5, Triangle(CORNERS), [BOX], [CORNERS], [Triangle(CORNERS), None], MESH, [Triangle]],
    "mesh": [*ODD, Hull(CORNERS), CORNERS, "mesh"],
    "bodies": [*ODD, "ab", 5, BOX, [BOX], [3], ["ab"], [(BOX, 5)], [(BOX, matrix(r22=-1))], [(Box, Pose())], [{1, 2}]],
    "broad_phase axis": [*ODD[1:], 3, -1, 1.0, True, "x", nan, (0,), np.arange(3), 10**5000],
    "certificate": [*ODD, 5, "certificate", [], {"verdict": "touching"}, CERTIFICATE and CERTIFICATE.evidence],
    "orientation": [*ODD, "0001", 5, (0, 0, 1), (0, 0, 0, 0), (0, 0, 0, nan), (inf, 0, 0, 0), ("0", "0", "0", "1")],
    "most": [*ODD[1:], 0, -1, 1.5, nan, "1", (1,)],
    "points": [value for value in POINTS if not (isinstance(value, list) and value == [])] + [np.zeros((0, 3))],
    "Triangle vertices": THREE,
    "vertices": POINTS,
    "faces": FACES,
    "parts": [*ODD[1:], "abc", 5, [()], [CORNERS, ()], [CORNERS, 5], [[(0, 1)]], [[(0, 1, nan)]], [CORNERS[0]]],
    "step": [*ODD, RUN, RUN.result, 3, "step"],
    "direction": [*ODD[1:], *VECTORS[len(ODD) :], (0, 0, 0), np.zeros(3)],
    **dict.fromkeys(("Capsule axis", "Cylinder axis", "Cone axis"), AXES),
    "Capsule2 axis": [*AXES, "z"],
    **dict.fromkeys(("Segment2 a", "Segment2 b", "position"), PLANE_VECTORS),
    "Box2 half_extents": PLANE_SIZES,
    "Polygon vertices": PLANE_POINTS,
    "angle": NUMBERS,
    "sigma": POSITIVE,
    **{name: [*ODD, -1, 0.5, nan, "1", (1,)] for name in ("count", "seed")},
    **dict.fromkeys(("shift", "turn"), VECTORS),
    "amounts": [*ODD, "123", 5, ["1"], [nan], [None]],
    "heights": [*ODD, "abc", 5, [], [(0, 1)], [(0,), (1,)], [(0, 1), (0, 1, 2)], [(0, 1), (0, nan)], [(0, 1), 5]],
    "cell_size": PLANE_SIZES,
    "diagonal": [*ODD, "Main", "", 0, ["main"]],
    "holes": [*ODD, "abc", 5, [0, 1], [(0, 1, 2)], [(0, 99)], [(-1, 0)], [(0, 0.5)], [(0, 0), (0, 0)], [None]],
    "HeightField axis": AXES,
    "Chain vertices": PLANE_POINTS,
    "Chain loop": FLAGS,
}

DOORS = [(function, name) for function, (_, taken) in FUNCTIONS.items() for name in taken]


def wrong(function: str, name: str) -> list[Any]:
    return WRONG.get(f"{function} {name}", WRONG.get(name, ODD if function in OTHERS else []))


def call(function: str, **changes: Any) -> Any:
    door, taken = FUNCTIONS[function]
    arguments = {**taken, **changes}
    if function in SINGLE:
        return door(*arguments.values())
    return door(**arguments)


SINGLE = tuple("certificate_from_dict as_pose as_shape rotation_from_quaternion convex_hull explain headline".split())
"""They are called by position and name their only argument differently."""


def test_a_bad_argument_is_rejected_by_name() -> None:
    for function, name in DOORS:
        values = wrong(function, name)
        assert len(values) >= 4
        for value in values:
            with pytest.raises(ValueError) as refusal:  # noqa: PT011 (the message is looked at below)
                call(function, **{name: value})
            message = str(refusal.value)
            assert re.match(rf"{name}(\[\d+\])*: \S", message), f"{short_repr(value)} → {message}"
            assert "\n" not in message
            assert len(message) < 2 * LONGEST + 150


def test_every_public_function_is_covered() -> None:
    """Covers every public function and shape of the package, with all of its arguments."""
    from gjkscope import engine

    values = {"ALGORITHMS", "BROADPHASES", "SHAPE_TYPES", "Motion", "Pose", "Shape"}  # tables and plain tuples
    values |= {"PLANAR_ALGORITHMS", "PLANAR_TYPES", "PlanarShape", "TriangleSurface"}
    answers = set(
        """
        Advancement BroadTrace Certificate Comparison ContactPoint Exit Manifold ManifoldComparison
        DistanceGradient GrowthDistance PoseGradient SmoothedDistance SweptDistance
        NotApplicable PairResolution PartContacts PartsResult PolicyMotion Result SearchComparison Slide TrianglePair
    """.split()
    )
    answers |= {"TerrainResolution", "Trace", "Verdict"}
    assert set(engine.__all__) - values - answers <= set(FUNCTIONS)
    for kind in (*SHAPE_TYPES.values(), *PLANAR_TYPES.values()):
        assert [field.name for field in fields(kind)] == list(FUNCTIONS[kind.__name__][1])


# --- error messages ---


@pytest.mark.parametrize(
    ("function", "changes", "message"),
    [
        (
            "query",
            {"shape_a": "box"},
            r"shape_a: must be one of point, segment, .*, mesh, heightfield, circle, .*, got 'box'",
        ),
        ("query", {"shape_b": Box}, r"shape_b: must be one of .*, got <class 'gjkscope\.engine\.shapes\.\w+\.Box'>"),
        ("query", {"pose_a": matrix(r01=0.3)}, r"pose_a: the 3×3 part is not a rotation \(off by 0\.3\): .*"),
        ("query", {"pose_b": matrix(r22=-1)}, r"pose_b: the 3×3 part mirrors .*"),
        ("query", {"pose_b": "pose"}, r"pose_b: expected a 4×4 matrix of numbers, got 'pose'"),
        ("query", {"pose_a": np.eye(3)}, r"pose_a: expected 4 rows of 4 numbers, got rows of \[3, 3, 3\]"),
        ("query", {"pose_a": Pose(position=(1, 2))}, r"pose_a: expected a 3×3 rotation and a position .*\(1, 2\)\)"),
        ("query", {"algorithm": "GJK"}, r"algorithm: unknown name 'GJK'; one of gjk, epa, .*"),
        ("query", {"options": {"float32": True}}, r"options: must be Options, got \{'float32': True\}"),
        ("trace", {"options": Options(crossings=True)}, r"crossings: not an option of gjk; of brute"),
        ("trace", {"algorithm": None}, r"algorithm: unknown name None; one of .*"),
        ("trace", {"algorithm": 10**5000}, r"algorithm: unknown name an integer of thousands of digits; one of .*"),
        ("compare", {"algorithms": "gjk"}, r"algorithms: must be a list of names, got 'gjk'"),
        ("compare", {"algorithms": ["sat", "tas"]}, r"algorithms\[1\]: unknown name 'tas'; one of .*"),
        ("compare", {"tolerance": nan}, r"tolerance: must be finite, got nan"),
        ("compare", {"clock": 3}, r"clock: must be a function that returns the time in seconds, got 3"),
        ("first_difference", {"trace_b": 3}, r"trace_b: must be a Trace, got 3"),
        ("first_difference", {"tolerance": -1}, r"tolerance: must be ≥ 0, got -1"),
        ("resolve_pair", {"mass_b": -2.5}, r"mass_b: must be ≥ 0, got -2\.5"),
        ("resolve_terrain", {"triangles": Triangle(CORNERS)}, r"triangles: must be a list of triangles, got .*"),
        ("resolve_terrain", {"order": "first"}, r"order: unknown name 'first'; one of greatest, in order"),
        ("resolve_terrain", {"two_sided": 1}, r"two_sided: must be True or False, got 1"),
        ("first_contact", {"motion_a": (1, 0, 0)}, r"motion_a: must be a Motion, got \(1, 0, 0\)"),
        ("first_contact", {"motion_b": Motion((0, nan, 0))}, r"motion_b\.velocity\[1\]: must be finite, got nan"),
        ("first_contact", {"duration": 0}, r"duration: must be > 0, got 0"),
        ("cast", {"motion_a": (1, 0, 0)}, r"motion_a: must be a Motion, got \(1, 0, 0\)"),
        ("toi", {"motion_b": (1, 0, 0)}, r"motion_b: must be a Motion, got \(1, 0, 0\)"),
        ("manifold", {"policy": "ode"}, r"policy: unknown contact policy 'ode'.*"),
        ("manifold", {"earlier": 5}, r"earlier: must be contact points, got 5"),
        ("follow_manifolds", {"poses_a": 5}, r"poses_a: must be a list of poses, got 5"),
        ("follow_manifolds", {"poses_b": [Pose(), Pose()]}, r"poses_b: must be as many poses as poses_a, 1, got 2"),
        ("follow_manifolds", {"poses_b": ["pose"]}, r"poses_b\[0\]: expected a 4×4 matrix.*, got 'pose'"),
        ("follow_cache", {"cache": "lru"}, r"cache: unknown name 'lru'.*"),
        ("triangles_of", {"mesh": BOX}, r"mesh: must be a surface of triangles, such as a Mesh, got Box.*"),
        ("broad_phase", {"bodies": 5}, r"bodies: must be a list of bodies, got 5"),
        ("broad_phase", {"bodies": [((0, 0, 0), (1, nan, 1))]}, r"bodies\[0\]\[1\]\[1\]: must be finite, got nan"),
        ("broad_phase", {"axis": 3}, r"axis: must be 0, 1 or 2, got 3"),
        ("check", {"certificate": 3}, r"certificate: must be a Certificate, got 3"),
        ("rotation_from_quaternion", {"orientation": (0, 0, 0)}, r"orientation: must be 4 numbers .*, got \(0, 0, 0\)"),
        ("convex_hull", {"points": ["123"]}, r"points: must be numbers of shape \(n, 3\), got \['123'\]"),
        ("convex_hull", {"points": [(0, 1, inf)]}, r"points\[0\]\[2\]: must be finite, got inf"),
        ("explain", {"step": 3}, r"step: must be a step of an algorithm, got 3"),
        ("Options", {"float32": "yes"}, r"float32: must be True or False, got 'yes'"),
        ("Options", {"direction": (0, 0, 0)}, r"direction: must not be zero, got \(0, 0, 0\)"),
        ("Sphere", {"radius": "1"}, r"radius: must be a number, got '1'"),
        ("Sphere", {"radius": True}, r"radius: must be a number, got True"),
        ("Sphere", {"radius": -1}, r"radius: must be > 0, got -1"),
        ("Sphere", {"radius": 10**400}, r"radius: must be finite, got an integer beyond the largest double"),
        ("Box", {"half_extents": (1, 0, 1)}, r"half_extents\[1\]: must be > 0, got 0\.0"),
        ("Box", {"half_extents": {1, 2, 3}}, r"half_extents: must be 3 numbers, got \{1, 2, 3\}"),
        ("Capsule", {"axis": "X"}, r"axis: must be x, y or z, got 'X'"),
        ("Hull", {"vertices": "abc"}, r"vertices: must be a list of points, got 'abc'"),
        ("Hull", {"vertices": [(0, 0, 1j)]}, r"vertices\[0\]\[2\]: must be a number, got 1j"),
        ("Mesh", {"faces": [(0, 1, True)]}, r"faces\[0\]: must be 3 vertex indices, got \(0, 1, True\)"),
        ("Mesh", {"faces": [(0, 1, -1)]}, r"faces\[0\]: must be 3 vertex indices from 0 to 2, got \(0, 1, -1\)"),
    ],
)
def test_the_message_names_the_expected_and_the_actual_value(
    function: str, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{message}$"):
        call(function, **changes)


def test_a_long_value_is_abbreviated() -> None:
    assert short_repr(list(range(1000))) == "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ...]"
    assert len(short_repr([[0.1] * 20] * 20)) == LONGEST
    assert short_repr(np.eye(2)) == "array([[1., 0.], [0., 1.]])"


# --- accepted values ---


def test_every_real_number_type_is_converted_to_float() -> None:
    numbers = [2, 2.0, np.int8(2), np.float32(2), np.float64(2), np.longdouble(2), np.array(2.0)]
    for number in (*numbers, Fraction(2), Decimal(2)):
        assert Sphere(number) == Sphere(2.0)
        assert type(Sphere(number).radius) is float
        pose = as_pose(Pose(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (number, 0, np.float32(0))))
        assert pose == Pose(position=(2.0, 0.0, 0.0))
        assert {type(entry) for row in (*pose.rotation, pose.position) for entry in row} == {float}
        assert type((Options(direction=(number, 0, 0)).direction or [0])[0]) is float


def test_lists_arrays_generators_and_iterators_are_consumed_once() -> None:
    expected = query(Hull(CORNERS), Pose(), BOX, Pose(position=(3, 0, 0)))
    rows = matrix(r03=3).tolist()
    assert Hull(np.array(CORNERS)) == Hull(iter(CORNERS)) == Hull([list(corner) for corner in CORNERS])
    assert query(Hull(np.array(CORNERS, dtype=np.float32)), np.eye(4), BOX, iter(rows)) == expected
    for name in ("gjk", "epa"):
        assert query(Hull(CORNERS), iter(np.eye(4)), BOX, iter(rows), name) == query(
            Hull(CORNERS), Pose(), BOX, Pose(position=(3, 0, 0)), name
        )
    by_all = compare(Hull(CORNERS), iter(np.eye(4)), BOX, (row for row in rows), iter(["gjk", "sat"]))
    assert [row.result.verdict for row in by_all.rows] == [Verdict.SEPARATED] * 2
    assert Mesh(np.array(CORNERS), np.array([[0, 1, 2]])).faces == ((0, 1, 2),)
    assert type(Mesh(CORNERS, np.array([[0, 1, 2]])).faces[0][0]) is int


def test_triangles_and_bodies_may_come_from_a_generator() -> None:
    floor = [Triangle(((-9, 0, -9), (0, 0, 9), (9, 0, -9)))]
    sunk = Pose(position=(0.0, 0.75, 0.0))
    assert resolve_terrain(BOX, sunk, iter(floor)) == resolve_terrain(BOX, sunk, floor)
    assert resolve_terrain(BOX, sunk, iter(floor)).pose.position == pytest.approx((0, 1, 0))
    assert resolve_terrain(BOX, sunk, []).exit == Exit.CLEAR
    bodies = [(BOX, Pose()), ((0, 0, 0), np.ones(3))]
    for name in BROADPHASES:
        assert broad_phase(name, iter(bodies)).pairs == broad_phase(name, bodies).pairs == ((0, 1),)
        assert broad_phase(name, []).pairs == ()


def test_an_infinite_tolerance_compares_only_decisions() -> None:
    assert first_difference(RUN, trace(BOX, Pose(), BOX, Pose(position=(1e-3, 0, 0)), "gjk"), tolerance=inf) is None


@pytest.mark.parametrize("length", [5e-324, 1e-310, 1e-160, 1.0, 1e160, 1.7e308])
def test_a_quaternion_of_any_length_is_a_rotation(length: float) -> None:
    half, quarter = rotation_from_quaternion((0, 0, length, 0)), rotation_from_quaternion((0, length, 0, length))
    assert half == ((-1, 0, 0), (0, -1, 0), (0, 0, 1))
    assert np.array(quarter) == pytest.approx(np.array(((0, 0, 1), (0, 1, 0), (-1, 0, 0))), abs=1e-15)
    as_pose(Pose(quarter))
