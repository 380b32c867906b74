"""Bullet's detector for two boxes: up to four points at once, from one face clipped by another, or one of two edges.

1. AXIS, three times: A's three face normals, B's three, and the nine products of their directions.  A positive
   separation on any of them ends the search, so boxes that are apart have no point.  A product must be better than the
   best so far by 5 %; 1e-5 of the sizes is taken from its separation, so that nearly parallel edges do not win.
2. FACES: the reference face is that of the best axis; the incident face is that of the other box whose normal is most
   opposite.  Two edges have one point, where their lines are nearest; its depth is that of the axis.
3. CLIP: the incident face is cut by the planes through the sides of the reference face.
4. DEPTH: of each corner below the reference face; what is above it is discarded.
5. REDUCE, of more than four points: the deepest, and those whose directions from the centroid are nearest to a quarter,
   a half and three quarters of a turn from it.

Reproduces Bullet 3.27 (commit 6c888f4), which is in pybullet 3.2.7: dBoxBox2, intersectRectQuad2 and cullPoints2 in
src/BulletCollision/CollisionDispatch/btBoxBoxDetector.cpp (https://github.com/bulletphysics/bullet3), which come from
the Open Dynamics Engine.

What goes wrong: the depth of two edges is too large by the allowance, divided by the sine of their angle, so boxes that
are apart by less overlap, and the point is beside them.  The deepest corner may be beyond the sides of the reference
face, so a face contact is too shallow.  A slightly tilted box rests on one point where two edges cross.

Departures: a corner exactly on a plane is kept, where Bullet cuts it off at the same place.
"""

from collections.abc import Callable
from enum import IntEnum
from math import atan2, pi
from typing import NamedTuple

from gjkscope.engine.contacts.clipping import Corner, Side, clipped_by
from gjkscope.engine.contacts.hulls import SidePlane
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.vectors import Vec3, add, along, column, cross, dot, neg, norm, scale, sub

MOST_POINTS = 4
EDGE_FACTOR = 1.05  # times the separation of two edges must be better than the best face: Bullet's fudge_factor
PARALLEL_ALLOWANCE = 1e-5  # added to each |cosine| for the nine products: Bullet's fudge2
LEAST_SINE_SQUARE = 1e-4  # of two edges whose nearest points are found; below it, their middles are taken
EPSILON = 2.0**-52  # SIMD_EPSILON in double precision: a product shorter than this is not an axis

LARGE = 1e30  # BT_LARGE_FLOAT in double precision

AXES = "xyz"
OTHERS = ((1, 2), (0, 2), (0, 1))  # the two other directions, in Bullet's order


class Stage(IntEnum):
    """The task of the next step."""

    FACES_OF_B = 0
    EDGES = 1
    FEATURES = 2
    CLIP = 3
    DEPTH = 4
    CULL = 5
    DONE = 6


class PlacedBox(NamedTuple):
    """A box in the world."""

    owner: str  # "A" or "B"
    center: Vec3
    axes: tuple[Vec3, Vec3, Vec3]
    half: Vec3

    def corner(self, signs: dict[int, int]) -> tuple[int, Vec3]:
        """The number and the place of a corner, given the sign of each direction."""
        position = self.center
        for k, sign in signs.items():
            position = along(position, self.axes[k], sign * self.half[k])
        return sum(1 << k for k, sign in signs.items() if sign > 0), position


class BoxAxis(NamedTuple):
    """The best axis so far."""

    name: str
    normal: Vec3  # unit, from A to B
    separation: float  # metres
    owner: str  # of the reference face; "" for two edges
    directions: tuple[int, int]  # of the face, twice; or of A's edge and B's


class DetectorState(NamedTuple):
    """The data of the steps."""

    a: PlacedBox
    b: PlacedBox
    then: Stage
    best: BoxAxis | None
    sides: tuple[SidePlane, ...]  # planes still to clip by
    polygon: tuple[Corner, ...]
    free: tuple[ContactPoint, ...]  # not chosen yet
    center: tuple[float, float]  # the centroid of all points in the reference face
    points: tuple[ContactPoint, ...]  # chosen


def detector_state(a: Box, pose_a: Pose, b: Box, pose_b: Pose) -> DetectorState:
    """The boxes before the first step."""
    return DetectorState(
        _place_box("A", a, pose_a), _place_box("B", b, pose_b), Stage.FACES_OF_B, None, (), (), (), (0.0, 0.0), ()
    )


def start_boxes(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    """Compares A's face normals."""
    return _compare_axes(ahead, pair, _face_axes(pair, pair.a), Stage.FACES_OF_B)


def step_boxes(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    """The next step of a pair that is not done."""
    return STEPS[pair.then](ahead, pair)


def _place_box(owner: str, box: Box, pose: Pose) -> PlacedBox:
    axes = column(pose.rotation, 0), column(pose.rotation, 1), column(pose.rotation, 2)
    return PlacedBox(owner, pose.position, axes, box.half_extents)


def _face_axes(pair: DetectorState, box: PlacedBox) -> list[BoxAxis]:
    other = pair.b if box is pair.a else pair.a
    between = sub(pair.b.center, pair.a.center)
    axes = []
    for k, axis in enumerate(box.axes):
        offset = dot(axis, between)
        reach = box.half[k] + sum(
            half * abs(dot(axis, direction)) for half, direction in zip(other.half, other.axes, strict=True)
        )
        normal = neg(axis) if offset < 0 else axis
        is_upper = (offset >= 0) == (box is pair.a)
        name = f"{box.owner} face {'+' if is_upper else '−'}{AXES[k]}"
        axes.append(BoxAxis(name, normal, abs(offset) - reach, box.owner, (k, k)))
    return axes


def _compare_axes(
    ahead: State, pair: DetectorState, axes: list[BoxAxis], then: Stage, factor: float = 1.0, allowed: float = 0.0
) -> tuple[State, DetectorState]:
    """Takes an axis whose separation times the factor is better than the best so far; ends where one separates."""
    best, apart = pair.best, None
    for axis in axes:
        if axis.separation > allowed:
            apart = axis
            break
        if best is None or axis.separation * factor > best.separation:
            best = axis
    chosen = apart or best
    if apart:
        reason = "the boxes are apart along it"
    elif pair.best is None:
        reason = "the least overlap"
    else:
        reason = f"{'none is ' if best is pair.best else ''}better than {pair.best.name}" + " by 5 %" * (factor > 1)
    assert chosen is not None
    return ahead._replace(
        phase=ContactPhase.AXIS,
        normal=chosen.normal,
        candidates=tuple(
            ContactCandidate(candidate.name, candidate.normal, candidate.separation, candidate is chosen)
            for candidate in axes
        ),
        measure="separation, m",
        reason=reason,
        after=() if apart else ahead.after,
    ), pair._replace(best=chosen, then=Stage.DONE if apart else then)


def _search_faces_of_b(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    return _compare_axes(ahead, pair, _face_axes(pair, pair.b), Stage.EDGES)


def _search_edges(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    axes = [axis for i in range(3) for j in range(3) if (axis := _edge_axis(pair, i, j)) is not None]
    return _compare_axes(ahead, pair, axes, Stage.FEATURES, EDGE_FACTOR, EPSILON)


def _edge_axis(pair: DetectorState, i: int, j: int) -> BoxAxis | None:
    """The product of two directions; None if they are parallel."""
    a, b = pair.a, pair.b
    axis = cross(a.axes[i], b.axes[j])
    length = norm(axis)
    if length <= EPSILON:
        return None
    offset = dot(axis, sub(b.center, a.center))
    reach = 0.0
    for k, other in zip(OTHERS[i], OTHERS[i][::-1], strict=True):
        reach += a.half[k] * (abs(dot(a.axes[other], b.axes[j])) + PARALLEL_ALLOWANCE)
    for k, other in zip(OTHERS[j], OTHERS[j][::-1], strict=True):
        reach += b.half[k] * (abs(dot(a.axes[i], b.axes[other])) + PARALLEL_ALLOWANCE)
    normal = scale(axis, (-1.0 if offset < 0 else 1.0) / length)
    name = f"A edge {AXES[i]} × B edge {AXES[j]}"
    return BoxAxis(name, normal, (abs(offset) - reach) / length, "", (i, j))


def _found_features(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    assert pair.best is not None
    ahead = ahead._replace(phase=ContactPhase.FACES)
    return _edges(ahead, pair, pair.best) if pair.best.owner == "" else _faces(ahead, pair, pair.best)


def _edges(ahead: State, pair: DetectorState, best: BoxAxis) -> tuple[State, DetectorState]:
    """The point on B's edge that is nearest to A's; its place on A is the depth of the axis away."""
    i, j = best.directions
    signs_a = {k: 1 if dot(best.normal, axis) > 0 else -1 for k, axis in enumerate(pair.a.axes)}
    signs_b = {k: -1 if dot(best.normal, axis) > 0 else 1 for k, axis in enumerate(pair.b.axes)}
    (_, start_a), (_, start_b) = pair.a.corner(signs_a), pair.b.corner(signs_b)
    along_a, along_b, between = pair.a.axes[i], pair.b.axes[j], sub(start_b, start_a)
    cosine = dot(along_a, along_b)
    square = 1 - cosine * cosine
    is_crossing = square > LEAST_SINE_SQUARE
    part = (cosine * dot(along_a, between) - dot(along_b, between)) / square if is_crossing else 0.0
    on_b = along(start_b, along_b, part)
    edge = f"B edge {AXES[j]}"
    ends_a, ends_b = _ends(pair.a, signs_a, i), _ends(pair.b, signs_b, j)
    names = (str(Side(owner, (ends[0][0], ends[1][0]))) for owner, ends in (("A", ends_a), ("B", ends_b)))
    point = _point(best.normal, on_b, -best.separation, " × ".join(names))
    return ahead._replace(
        face_a=tuple(position for _, position in ends_a),
        face_b=tuple(position for _, position in ends_b),
        reason=f"the point is on {edge}" if is_crossing else f"they are nearly parallel, so an end of {edge} is taken",
        after=(ClipVertex(point.position, point.id),),
    ), pair._replace(points=(point,), then=Stage.DONE)


def _ends(box: PlacedBox, signs: dict[int, int], direction: int) -> tuple[tuple[int, Vec3], tuple[int, Vec3]]:
    """The ends of an edge along a direction."""
    return box.corner({**signs, direction: -1}), box.corner({**signs, direction: 1})


def _faces(ahead: State, pair: DetectorState, best: BoxAxis) -> tuple[State, DetectorState]:
    reference, incident, outward = _roles(pair, best)
    x, y, z = (dot(axis, outward) for axis in incident.axes)
    facing = (x, y, z)
    k = _largest(facing)
    side = 1 if facing[k] < 0 else -1
    first, second = OTHERS[k]
    corners = [
        incident.corner({k: side, first: sign, second: other}) for sign, other in ((-1, -1), (-1, 1), (1, 1), (1, -1))
    ]
    numbers = [number for number, _ in corners]
    polygon = tuple(
        Corner(position, f"{incident.owner} v{number}", Side(incident.owner, (number, after)))
        for (number, position), after in zip(corners, (*numbers[1:], numbers[0]), strict=True)
    )
    sides = _side_planes(reference, best.directions[0], outward)
    rim = [sides[0].point, sides[2].point, sides[1].point, sides[3].point]
    face, other = tuple(rim), tuple(position for _, position in corners)
    return ahead._replace(
        face_a=face if reference is pair.a else other,
        face_b=other if reference is pair.a else face,
        after=tuple(ClipVertex(corner.place, corner.id) for corner in polygon),
    ), pair._replace(polygon=polygon, sides=sides, then=Stage.CLIP)


def _roles(pair: DetectorState, best: BoxAxis) -> tuple[PlacedBox, PlacedBox, Vec3]:
    """The box with the reference face, the other, and the outward normal of the face."""
    return (pair.a, pair.b, best.normal) if best.owner == "A" else (pair.b, pair.a, neg(best.normal))


def _largest(vector: Vec3) -> int:
    """The number of the coordinate that is largest without its sign."""
    x, y, z = (abs(number) for number in vector)
    if y > x:
        return 1 if y > z else 2
    return 0 if x > z else 2


def _side_planes(box: PlacedBox, direction: int, outward: Vec3) -> tuple[SidePlane, ...]:
    """The planes through the sides of a face: along the first of the other directions, then the second."""
    up = 1 if dot(outward, box.axes[direction]) > 0 else -1
    first, second = OTHERS[direction]
    planes = []
    for across, beside in ((first, second), (second, first)):
        for sign in (-1, 1):
            # The first end of each side, going round: of −first, +second, +first, −second.
            turn = sign if across is first else -sign
            (start, position), (end, _) = (box.corner({direction: up, across: sign, beside: s}) for s in (turn, -turn))
            normal = scale(box.axes[across], sign)
            planes.append(SidePlane(position, normal, Side(box.owner, (start, end))))
    return tuple(planes)


def _clip(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    side, *others = pair.sides
    left = clipped_by(pair.polygon, side)
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in left),
    ), pair._replace(polygon=left, sides=tuple(others), then=Stage.CLIP if others else Stage.DEPTH)


def _measure(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    """Keeps the corners below the reference face."""
    assert pair.best is not None
    best = pair.best
    reference, _, outward = _roles(pair, best)
    points, below = [], []
    for corner in pair.polygon:
        depth = reference.half[best.directions[0]] - dot(outward, sub(corner.place, reference.center))
        on_b = corner.place if reference is pair.a else along(corner.place, best.normal, -depth)
        points.append(_point(best.normal, on_b, depth, corner.id))
        if depth >= 0:
            below.append(points[-1])
    are_many = len(below) > MOST_POINTS
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(ContactCandidate(point.id, point.position, point.depth, point in below) for point in points),
        measure="depth, m",
        reason="what is above the reference face is discarded",
        after=_vertices_of(below),
    ), pair._replace(
        free=tuple(below),
        points=() if are_many else tuple(below),
        center=_centroid([_in_face(pair, point) for point in below]) if are_many else (0.0, 0.0),
        then=Stage.CULL if are_many else Stage.DONE,
    )


def _point(normal: Vec3, on_b: Vec3, depth: float, name: str) -> ContactPoint:
    on_a = along(on_b, normal, depth)
    return ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, depth, name, normal)


def _in_face(pair: DetectorState, point: ContactPoint) -> tuple[float, float]:
    """The coordinates of a point in the reference face, along its first and its second direction."""
    assert pair.best is not None
    reference, _, _ = _roles(pair, pair.best)
    first, second = OTHERS[pair.best.directions[0]]
    offset = sub(point.position, reference.center)
    return dot(reference.axes[first], offset), dot(reference.axes[second], offset)


def _centroid(corners: list[tuple[float, float]]) -> tuple[float, float]:
    """The centroid of the area of a polygon with three corners or more."""
    area = x = y = 0.0
    for first, second in zip(corners, (*corners[1:], corners[0]), strict=True):
        part = first[0] * second[1] - second[0] * first[1]
        area, x, y = area + part, x + part * (first[0] + second[0]), y + part * (first[1] + second[1])
    factor = 1 / (3 * area) if abs(area) > EPSILON else LARGE
    return factor * x, factor * y


def _cull(ahead: State, pair: DetectorState) -> tuple[State, DetectorState]:
    """Chooses the deepest, then the point in the direction nearest to a quarter of a turn further on."""
    known = (*pair.points, *pair.free) if pair.points else pair.free
    if not pair.points:
        scores = {point.id: point.depth for point in pair.free}
        best, measure, reason = max(pair.free, key=lambda point: point.depth), "depth, m", "the deepest comes first"
    else:
        wanted = _direction(pair, pair.points[0]) + len(pair.points) * pi / 2
        wanted -= 2 * pi if wanted > pi else 0
        scores = {point.id: _turn(_direction(pair, point), wanted) for point in pair.free}
        best, measure = min(pair.free, key=lambda point: scores[point.id]), "angle from the wanted direction, rad"
        reason = f"the nearest to {('a quarter', 'a half', 'three quarters')[len(pair.points) - 1]} of a turn"
    points = (*pair.points, best)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(known),
        after=_vertices_of(points),
        candidates=tuple(
            ContactCandidate(point.id, point.position, scores[point.id], point is best) for point in pair.free
        ),
        measure=measure,
        reason=reason,
    ), pair._replace(
        points=points,
        free=tuple(point for point in pair.free if point is not best),
        then=Stage.DONE if len(points) == MOST_POINTS else Stage.CULL,
    )


def _direction(pair: DetectorState, point: ContactPoint) -> float:
    """The angle of a point around the centroid, radians."""
    x, y = _in_face(pair, point)
    return atan2(y - pair.center[1], x - pair.center[0])


def _turn(first: float, second: float) -> float:
    between = abs(first - second)
    return 2 * pi - between if between > pi else between


def _vertices_of(points: list[ContactPoint] | tuple[ContactPoint, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position, point.id) for point in points)


STEPS: dict[Stage, Callable[[State, DetectorState], tuple[State, DetectorState]]] = {
    Stage.FACES_OF_B: _search_faces_of_b,
    Stage.EDGES: _search_edges,
    Stage.FEATURES: _found_features,
    Stage.CLIP: _clip,
    Stage.DEPTH: _measure,
    Stage.CULL: _cull,
}
