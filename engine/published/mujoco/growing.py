"""Makes MuJoCo's polytope of a simplex, and expands it: `polytope2`, `polytope3`, `polytope4`, and part of `epa`."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.published.mujoco.arithmetic import (
    MINVAL,
    affine_coordinates,
    euclidean_length,
    linear_combination,
    triple,
)
from gjkscope.engine.published.mujoco.polytope import Corners, MujocoBuilder
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import Mat3, Vec3, add, cross, dot, neg, row_times, scale, sub

LEAST_SQUARE = MINVAL * MINVAL
"""`mjMINDIST2`, `3` and `4`: below it, the origin is taken to lie on a face."""

SINE, COSINE = 0.86602540378, -0.5  # of 120 degrees, as MuJoCo has them

Search = Callable[[Vec3, float], Vertex]
"""A support along a vector, given with its length."""

FaceTable = tuple[tuple[Corners, Corners], ...]

# Corners and neighbours of each face.
OF_SEGMENT: FaceTable = (
    ((0, 2, 3), (1, 3, 2)),
    ((0, 4, 2), (2, 4, 0)),
    ((0, 3, 4), (0, 5, 1)),
    ((1, 3, 2), (5, 0, 4)),
    ((1, 2, 4), (3, 1, 5)),
    ((1, 4, 3), (4, 2, 3)),
)
OF_TRIANGLE: FaceTable = (  # corner 3 is below the triangle, 4 above it
    ((4, 0, 1), (1, 3, 2)),
    ((4, 2, 0), (2, 4, 0)),
    ((4, 1, 2), (0, 5, 1)),
    ((3, 1, 0), (5, 0, 4)),
    ((3, 0, 2), (3, 1, 5)),
    ((3, 2, 1), (4, 2, 3)),
)
OF_TETRAHEDRON: FaceTable = (
    ((0, 1, 2), (1, 3, 2)),
    ((0, 3, 1), (2, 3, 0)),
    ((0, 2, 3), (0, 3, 1)),
    ((3, 2, 1), (2, 0, 1)),
)


class MujocoSeed(NamedTuple):
    """What became of the simplex: a polytope, or the reason why there is none."""

    action: str
    status: str = ""  # `mjEPAStatus` if it failed


def seeded_polytope(
    simplex: Vertices, builder: MujocoBuilder, decisions: EngineDecisions, search: Search
) -> MujocoSeed:
    """The polytope that EPA starts with."""
    seed = {2: _of_segment, 3: _of_triangle, 4: _of_tetrahedron}[len(simplex)](simplex, builder, decisions, search)
    if not seed.status:
        for number in range(len(builder.faces)):
            builder.map_face(number)
    return seed


def _of_segment(simplex: Vertices, builder: MujocoBuilder, decisions: EngineDecisions, search: Search) -> MujocoSeed:
    """Six faces around the segment, through supports along three directions 120 degrees apart."""
    builder.center = mean_of(simplex, 0.5)
    builder.vertices = [
        *simplex,
        *(search(direction, euclidean_length(direction)) for direction in around_segment(simplex)),
    ]
    on_face = _attach(builder, OF_SEGMENT, decisions)
    if on_face is not None:
        return _from_face(on_face, builder, decisions, search)
    points = [vertex.point for vertex in builder.vertices]
    if not pierces(*points):
        return MujocoSeed("six faces around a segment", "mjEPA_P2_NONCONVEX")
    return MujocoSeed("six faces around a segment")


def _of_triangle(simplex: Vertices, builder: MujocoBuilder, decisions: EngineDecisions, search: Search) -> MujocoSeed:
    """Six faces: two tetrahedra on the triangle, up to the supports along its normal."""
    builder.center = mean_of(simplex, 1.0 / 3.0)
    a, b, c = (vertex.point for vertex in simplex)
    normal = cross(sub(b, a), sub(c, a))
    length = euclidean_length(normal)
    if decisions.holds("no normal", length, MINVAL, simplex):
        return MujocoSeed("triangle without a normal", "mjEPA_P3_BAD_NORMAL")
    below = search(neg(normal), length)
    above = search(normal, length)
    builder.vertices = [*simplex, below, above]
    for vertex, status in ((above, "mjEPA_P3_INVALID_V4"), (below, "mjEPA_P3_INVALID_V5")):
        if is_on_triangle(vertex, simplex, decisions):
            return MujocoSeed("support on the triangle", status)
    if _attach(builder, OF_TRIANGLE, decisions) is not None:
        return MujocoSeed("origin on a face", "mjEPA_P3_ORIGIN_ON_FACE")
    return MujocoSeed("two tetrahedra on a face")


def _of_tetrahedron(
    simplex: Vertices, builder: MujocoBuilder, decisions: EngineDecisions, search: Search
) -> MujocoSeed:
    builder.center = mean_of(simplex, 0.25)
    builder.vertices = list(simplex)
    on_face = _attach(builder, OF_TETRAHEDRON, decisions)
    if on_face is not None:
        return _from_face(on_face, builder, decisions, search)
    if not is_inside(simplex, decisions):
        return MujocoSeed("tetrahedron without the origin", "mjEPA_P4_MISSING_ORIGIN")
    return MujocoSeed("tetrahedron")


def _from_face(corners: Vertices, builder: MujocoBuilder, decisions: EngineDecisions, search: Search) -> MujocoSeed:
    builder.faces, builder.vertices = [], []
    return _of_triangle(corners, builder, decisions, search)


def _attach(builder: MujocoBuilder, faces: FaceTable, decisions: EngineDecisions) -> Vertices | None:
    """Attaches the faces in turn; returns the corners of the first one that the origin is taken to lie on."""
    for corners, adjacent in faces:
        squared = builder.attach_face(corners, adjacent)
        on_face = tuple(builder.vertices[corner] for corner in corners)
        if decisions.holds("origin on face", squared, LEAST_SQUARE, on_face):
            return on_face
    return None


def is_inside(simplex: Vertices, decisions: EngineDecisions) -> bool:
    """Whether the origin is inside the tetrahedron: `testTetra`, which asks about one face after the other."""
    around = (*simplex, *simplex)
    return all(_is_beyond(around[i : i + 4], decisions) for i in range(4))


def _is_beyond(corners: Vertices, decisions: EngineDecisions) -> bool:
    """Whether the origin is on the same side of the first three vertices as the fourth."""
    a, b, c, d = (vertex.point for vertex in corners)
    normal = cross(sub(b, a), sub(c, a))
    side = dot(normal, sub(d, a))
    height = dot(normal, neg(a))
    return decisions.holds("inside", -height if side < 0 else height if side > 0 else 0.0 * height, 0.0, corners)


def is_on_triangle(vertex: Vertex, triangle: Vertices, decisions: EngineDecisions) -> bool:
    a, b, c = (corner.point for corner in triangle)
    weights = affine_coordinates(a, b, c, vertex.point)
    if any(weight < 0 for weight in weights):
        return False
    distance = euclidean_length(sub(linear_combination(weights, (a, b, c)), vertex.point))
    return decisions.holds("support on triangle", distance, MINVAL, (vertex, *triangle))


def mean_of(simplex: Vertices, factor: float) -> Vec3:
    total = simplex[0].point
    for vertex in simplex[1:]:
        total = add(total, vertex.point)
    return scale(total, factor)


def around_segment(simplex: Vertices) -> tuple[Vec3, Vec3, Vec3]:
    """Three directions perpendicular to a segment, 120 degrees apart."""
    way = sub(simplex[1].point, simplex[0].point)
    axis = min(range(3), key=lambda i: abs(way[i]))
    first = cross((float(axis == 0), float(axis == 1), float(axis == 2)), way)
    turn = _third_of_a_turn(way)
    second = row_times(turn, first)
    return first, second, row_times(turn, second)


def _third_of_a_turn(axis: Vec3) -> Mat3:
    """The matrix of a rotation by 120 degrees."""
    length = euclidean_length(axis)
    x, y, z = (divide(part, length) for part in axis)
    rest = 1 - COSINE
    return (
        (COSINE + x * x * rest, x * y * rest - z * SINE, x * z * rest + y * SINE),
        (y * x * rest + z * SINE, COSINE + y * y * rest, y * z * rest - x * SINE),
        (x * z * rest - y * SINE, y * z * rest + x * SINE, COSINE + z * z * rest),
    )


def pierces(start: Vec3, end: Vec3, a: Vec3, b: Vec3, c: Vec3) -> bool:
    """Whether the line through start and end meets the triangle."""
    way, *arms = (sub(point, start) for point in (end, a, b, c))
    volumes = [triple(arms[i], arms[(i + 1) % 3], way) for i in range(3)]
    return all(volume >= 0 for volume in volumes) or all(volume <= 0 for volume in volumes)


def expand_from(
    builder: MujocoBuilder, face: int, vertex: int, upper_squared: float, decisions: EngineDecisions, free: float
) -> str:
    """Replaces the faces that are visible from the new vertex; returns why that fails, or nothing.

    A new face is put on the map only if its distance is between the bounds of the depth.
    """
    lower_squared, newest = builder.faces[face].squared, builder.vertices[vertex]

    def is_visible(number: int) -> bool:
        height = builder.height_above(number, newest.point)
        return decisions.holds("visible", height, MINVAL, (newest, *builder.corners_of(number)))

    horizon = builder.find_horizon(face, is_visible)
    if len(horizon) < 3:
        return "horizon"
    if len(horizon) > free:
        return "memory"
    first, count = len(builder.faces), len(horizon)
    for number, edge in enumerate(horizon):
        start, end = builder.ends(edge)
        this = first + number
        builder.set_neighbour(edge, this)
        before, after = first + (number - 1) % count, first + (number + 1) % count
        squared = builder.attach_face((vertex, end, start), (before, edge[0], after))
        if squared == 0:
            return "flat"
        if lower_squared <= squared <= upper_squared:
            builder.map_face(this)
    return "" if builder.on_map else "no candidates"


def face_witnesses(corners: Vertices, projection: Vec3) -> tuple[Vec3, Vec3, tuple[float, float, float]]:
    """The witness points on A and B, at the affine coordinates of the projection of the origin on a face, and these."""
    a, b, c = (vertex.point for vertex in corners)
    weights = affine_coordinates(a, b, c, projection)
    on_a = linear_combination(weights, [vertex.a for vertex in corners])
    return on_a, linear_combination(weights, [vertex.b for vertex in corners]), weights
