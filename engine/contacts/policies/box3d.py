"""Box3D's manifold of two hulls: the axis of least overlap, with a bias towards faces, and one face clipped by another.

1. AXIS, three times: of A's faces the one from which B is furthest; if one of B's is better, that; then the pairs of
   edges whose arcs cross on the Gauss map.  The first pair of edges must be better than the best face by the face bias,
   because faces give more points.  An axis with a gap wider than the speculative distance ends the search.
2. FACES: the reference face is that of the axis.  The incident face is at the other body's nearest vertex: of the edges
   there, the one most perpendicular to the axis; of its two faces, the one that faces the reference face most.
   Two edges have one contact point, halfway between the points where their lines are nearest, and none if one of these
   is beyond the edge's ends.
3. CLIP: the incident face is cut by the planes through the sides of the reference face.  If fewer than three corners
   are left, there is no contact.
4. DEPTH: of each corner, measured from the plane of the reference face.
5. REDUCE, of more than four points: the first is furthest along a fixed direction, plus its depth; the second is
   furthest from it; the third makes the largest triangle; the fourth adds the largest area to that.  A later candidate
   must beat an earlier one by 5 %, so that the choice does not flicker.
6. POINTS, halfway between the faces.

A sphere or a capsule takes other steps: see `box3d_round`.  Box3D has neither cylinders nor cones; they are the hulls
of 16 points on each rim (b3CreateCylinder and b3CreateCone in src/hull.c).

Source: Box3D, src/convex_manifold.c and src/manifold.h (https://github.com/erincatto/box3d); the arcs on the Gauss map
are from Gregorius, The separating axis test between convex polyhedra, GDC 2013.

Departures: double precision; no cache of the last axis; the direction of the first point is a perpendicular of our
choice, and lists keep their order where Box3D swaps in the last entry; triangles and flat hulls are hulls of two faces,
while Box3D collides triangles in a function of their own.

What goes wrong: all tolerances are absolute, so bodies of millimetres have contacts at a distance, and two edges of a
centimetre none; thin slices of overlap are lost where clipping leaves fewer than three corners.  A cylinder is a prism:
on its side, it rests on a facet, up to 2 % of its radius too low, and does not roll.  Capsules whose axes cross have no
contact.  Spheres have none before they touch, but a sphere and a hull have.
"""

from functools import lru_cache
from typing import NamedTuple

from gjkscope.engine.contacts.box3d_limits import (
    CROSSING,
    FACE_BIAS,
    LATER_BEATS,
    PARALLEL,
    SPECULATIVE,
)
from gjkscope.engine.contacts.box3d_round import RoundPair, is_round, start_round, step_round
from gjkscope.engine.contacts.clipping import Corner, clipped_by
from gjkscope.engine.contacts.hulls import (
    HullEdge,
    PlacedHull,
    SidePlane,
    clip_polygon,
    face_polygon,
    has_faces,
    nearest_on_lines,
    opposite,
    placed_hull,
    side_planes,
)
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.rims import inscribed_hull
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, neg, scale, sub, unit

NAME = "box3d"
MOST_POINTS = 4

SIDES = 16  # of the hull of a cylinder or a cone; Box3D leaves the number to its user, from 3 to 32


class BestAxis(NamedTuple):
    """The best axis so far."""

    name: str
    normal: Vec3  # from A to B
    separation: float  # metres
    owner: str  # of the reference face; "" for two edges
    face: int  # of the owner
    vertex: int  # of the other body, nearest to that face
    edges: tuple[HullEdge, HullEdge] | None


class HullPair(NamedTuple):
    """What the steps compute with."""

    a: PlacedHull
    b: PlacedHull
    searched: int  # how many of the three searches are done
    best: BestAxis
    sides: tuple[SidePlane, ...]  # still to clip by
    polygon: tuple[Corner, ...]
    points: tuple[ContactPoint, ...]
    kept: tuple[ContactPoint, ...]  # chosen from `points`
    is_reduced: bool


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The first step AXIS: A's faces, or the nearest points if a body is round."""
    known_a, known_b = _in_box3d(shape_a), _in_box3d(shape_b)
    if is_round(shape_a) or is_round(shape_b):
        return start_round(NAME, known_a, pose_a, known_b, pose_b)
    a, b = placed_hull(known_a, pose_a), placed_hull(known_b, pose_b)
    found = _face_axes(a, b, "A")
    best = max(found, key=_separation)
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=best.normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=(),
        candidates=_compared(found, best),
        measure="separation, m",
        reason="the other body is furthest from this face",
        points=(),
        work=HullPair(a, b, 1, best, (), (), (), (), False),
        exit=Exit.RUNNING,
    )


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    if isinstance(state.work, RoundPair):
        return step_round(state)
    pair: HullPair = state.work
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    if pair.best.separation > SPECULATIVE:
        return _ended(ahead, ())
    if state.phase is ContactPhase.AXIS:
        return (_search_faces, _search_edges, _found_features)[pair.searched - 1](ahead, pair)
    if pair.best.edges is not None:
        return _ended(ahead, _edge_points(pair, pair.best.edges))
    if pair.sides:
        return _clipped(ahead, pair)
    if state.phase is ContactPhase.CLIP:
        return _measured(ahead, pair) if len(pair.polygon) > 2 else _ended(ahead, ())
    if len(pair.points) > MOST_POINTS and not pair.is_reduced:
        return _reduced(ahead, pair)
    return _ended(ahead, pair.kept if pair.is_reduced else pair.points)


def _ended(ahead: State, points: tuple[ContactPoint, ...]) -> State:
    return ahead._replace(phase=ContactPhase.POINTS, points=points, after=_shown(points), exit=Exit.COMPLETE)


def _separation(axis: BestAxis) -> float:
    return axis.separation


def _compared(found: list[BestAxis], best: BestAxis) -> tuple[ContactCandidate, ...]:
    return tuple(ContactCandidate(one.name, one.normal, one.separation, one is best) for one in found)


def _face_axes(hull: PlacedHull, other: PlacedHull, owner: str) -> list[BestAxis]:
    axes = []
    for face, normal in enumerate(hull.normals):
        vertex = other.support(neg(normal))
        separation = dot(normal, sub(other.corners[vertex], hull.corners[hull.faces[face][0]]))
        outward = normal if owner == "A" else neg(normal)
        axes.append(BestAxis(f"{owner} face {face}", outward, separation, owner, face, vertex, None))
    return axes


def _search_faces(ahead: State, pair: HullPair) -> State:
    found = _face_axes(pair.b, pair.a, "B")
    best = max(found, key=_separation)
    wins = best.separation > pair.best.separation
    chosen = best if wins else pair.best
    reason = f"better than {pair.best.name}" if wins else f"none is better than {pair.best.name}"
    return ahead._replace(
        normal=chosen.normal,
        candidates=_compared(found, chosen),
        measure="separation, m",
        reason=reason,
        work=pair._replace(searched=2, best=chosen),
    )


def _search_edges(ahead: State, pair: HullPair) -> State:
    """The first edge pair to win must beat the best face by the bias, later ones the best pair so far."""
    found, best, bias = [], pair.best, FACE_BIAS
    for edge_b in pair.b.edges:
        for edge_a in pair.a.edges:
            axis = _edge_axis(pair.a, edge_a, pair.b, edge_b)
            if axis is None:
                continue
            found.append(axis)
            if axis.separation > best.separation + bias:
                best, bias = axis, 0.0
    if best is not pair.best:
        reason = f"better than {pair.best.name} by more than the face bias"
    else:
        reason = f"none is better than {pair.best.name} by more than the face bias"
    return ahead._replace(
        normal=best.normal,
        candidates=_compared(found, best),
        measure="separation, m",
        reason=reason,
        work=pair._replace(searched=3, best=best),
    )


def _edge_axis(a: PlacedHull, edge_a: HullEdge, b: PlacedHull, edge_b: HullEdge) -> BestAxis | None:
    """The axis perpendicular to two edges; None if they span no face of A − B, or are nearly parallel."""
    first, second = (a.normals[face] for face in edge_a.faces)
    third, fourth = (neg(b.normals[face]) for face in edge_b.faces)  # on the Gauss map of −B
    along_a, along_b = a.vector(edge_a), neg(b.vector(edge_b))
    if first == neg(second) or third == neg(fourth):
        normal = _across_flat(along_a, (first, second), b.vector(edge_b), (third, fourth))
        return None if normal is None else _edge_pair(a, edge_a, b, edge_b, normal)
    sides = dot(third, along_a), dot(fourth, along_a)
    across = dot(first, along_b), dot(second, along_b)
    if not (sides[0] * sides[1] < CROSSING and across[0] * across[1] < CROSSING and sides[0] * across[1] < CROSSING):
        return None
    if max(sides[0] ** 2, sides[1] ** 2) <= PARALLEL**2 * dot(along_a, along_a):
        return None
    part = sides[0] / (sides[0] - sides[1])
    return _edge_pair(a, edge_a, b, edge_b, unit(along(third, sub(fourth, third), part)))


def _across_flat(along_a: Vec3, arc_a: tuple[Vec3, Vec3], along_b: Vec3, arc_b: tuple[Vec3, Vec3]) -> Vec3 | None:
    """The axis of two edges one of which bounds a flat body: its arc on the Gauss map is a half circle.

    The ends of a half circle do not say which half it is, so the test for arcs of solid bodies does not apply.
    """
    axis = cross(along_a, along_b)
    if dot(axis, axis) <= PARALLEL**2 * dot(along_a, along_a) * dot(along_b, along_b):
        return None
    arcs = (along_a, arc_a), (along_b, arc_b)  # the faces of −B are on the same sides of an edge as those of B
    found = [normal for normal in (unit(axis), neg(unit(axis))) if all(_on_arc(normal, *arc) for arc in arcs)]
    return found[0] if found else None


def _on_arc(normal: Vec3, edge: Vec3, arc: tuple[Vec3, Vec3]) -> bool:
    """Whether a direction across an edge is between the normals of its left and its right face."""
    left, right = arc
    if left == neg(right):
        return dot(normal, cross(edge, left)) > 0  # outwards within the plane
    turn = cross(left, right)
    return dot(cross(left, normal), turn) > 0 and dot(cross(normal, right), turn) > 0


def _edge_pair(a: PlacedHull, edge_a: HullEdge, b: PlacedHull, edge_b: HullEdge, normal: Vec3) -> BestAxis:
    separation = dot(normal, sub(b.corners[edge_b.ends[0]], a.corners[edge_a.ends[0]]))
    name = f"{_edge_name('A', edge_a)} × {_edge_name('B', edge_b)}"
    return BestAxis(name, normal, separation, "", -1, -1, (edge_a, edge_b))


def _edge_name(owner: str, edge: HullEdge) -> str:
    return f"{owner} e{min(edge.ends)}-{max(edge.ends)}"


def _found_features(ahead: State, pair: HullPair) -> State:
    best, ahead = pair.best, ahead._replace(phase=ContactPhase.FACES)
    if best.edges is not None:
        edge_a, edge_b = best.edges
        return ahead._replace(
            face_a=tuple(pair.a.corners[end] for end in edge_a.ends),
            face_b=tuple(pair.b.corners[end] for end in edge_b.ends),
        )
    reference, incident = (pair.a, pair.b) if best.owner == "A" else (pair.b, pair.a)
    outward = reference.normals[best.face]
    face = opposite(incident, best.vertex, outward)
    front = face_polygon(reference, best.face, best.owner)
    back = face_polygon(incident, face, "B" if best.owner == "A" else "A")
    polygon = clip_polygon(back)
    on_a, on_b = (front.corners, back.corners) if best.owner == "A" else (back.corners, front.corners)
    return ahead._replace(
        face_a=on_a,
        face_b=on_b,
        after=tuple(ClipVertex(corner.place, corner.id) for corner in polygon),
        work=pair._replace(polygon=polygon, sides=side_planes(front, outward)),
    )


def _clipped(ahead: State, pair: HullPair) -> State:
    side, *others = pair.sides
    left = clipped_by(pair.polygon, side)
    lost = len(left) < 3
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in left),
        reason="fewer than three corners are left: no contact" if lost else "",
        work=pair._replace(polygon=left, sides=() if lost else tuple(others)),
    )


def _measured(ahead: State, pair: HullPair) -> State:
    """Depths from the plane of the reference face; no corner is discarded."""
    reference, sign = (pair.a, 1.0) if pair.best.owner == "A" else (pair.b, -1.0)
    origin, outward = reference.corners[reference.faces[pair.best.face][0]], reference.normals[pair.best.face]
    points = []
    for corner in pair.polygon:
        height = dot(outward, sub(corner.place, origin))
        foot = along(corner.place, outward, -height)
        on_a, on_b = (foot, corner.place) if sign > 0 else (corner.place, foot)
        points.append(ContactPoint(scale(add(foot, corner.place), 0.5), on_a, on_b, -height, corner.id))
    found = tuple(points) if max(point.depth for point in points) > -SPECULATIVE else ()
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(ContactCandidate(one.id, one.position, one.depth, bool(found)) for one in points),
        measure="depth, m",
        reason="halfway between the faces" if found else "all are further apart than the speculative distance",
        after=_shown(found),
        work=pair._replace(points=found),
    )


def _edge_points(pair: HullPair, edges: tuple[HullEdge, HullEdge]) -> tuple[ContactPoint, ...]:
    """The contact point of two edges; none if their lines are nearest beyond an end."""
    (start_a, along_a), (start_b, along_b) = (
        (hull.corners[edge.ends[0]], hull.vector(edge)) for hull, edge in zip((pair.a, pair.b), edges, strict=True)
    )
    part_a, part_b = nearest_on_lines(start_a, along_a, start_b, along_b)
    if not (0 <= part_a <= 1 and 0 <= part_b <= 1):
        return ()
    on_a, on_b = along(start_a, along_a, part_a), along(start_b, along_b, part_b)
    depth = -dot(pair.best.normal, sub(on_b, on_a))
    return (ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, depth, pair.best.name),)


def _reduced(ahead: State, pair: HullPair) -> State:
    """Chooses the next of up to four points."""
    scores, measure, least = _scores(pair, ahead.normal)
    free = [point for point in pair.points if point not in pair.kept]
    best, best_score = None, least
    for point in free:
        if LATER_BEATS * scores[point.id] > best_score:
            best, best_score = point, scores[point.id]
    kept = pair.kept if best is None else (*pair.kept, best)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_shown(pair.points),
        after=_shown(kept),
        candidates=tuple(ContactCandidate(one.id, one.position, scores[one.id], one is best) for one in free),
        measure=measure,
        reason="the largest; a later one must beat an earlier one by 5 %" if best else "none is large enough",
        work=pair._replace(kept=kept, is_reduced=best is None or len(kept) == MOST_POINTS),
    )


def _scores(pair: HullPair, normal: Vec3) -> tuple[dict[str, float], str, float]:
    """What the next point is chosen by, for each point, and the least that counts."""
    points, kept = pair.points, pair.kept
    if not kept:
        ahead = _perpendicular(normal)
        scores = {one.id: one.depth + dot(ahead, one.position) for one in points}
        return scores, "depth + distance along a fixed direction, m", -float("inf")
    first = kept[0].position
    if len(kept) == 1:
        scores = {one.id: _distance_square(one, first, normal) + 4 * max(0.0, one.depth) ** 2 for one in points}
        return scores, "distance² + 4 depth², m²", SPECULATIVE**2
    edge = sub(kept[1].position, first)
    areas = {one.id: dot(normal, cross(edge, sub(one.position, first))) for one in points}
    if len(kept) == 2:
        return {name: abs(area) for name, area in areas.items()}, "twice the triangle's area, m²", SPECULATIVE**2
    corners = [one.position for one in kept]
    sign = 1.0 if areas[kept[2].id] >= 0 else -1.0
    scores = {one.id: _added_area(one.position, corners, normal, sign) for one in points}
    return scores, "twice the added area, m²", SPECULATIVE**2


def _added_area(place: Vec3, triangle: list[Vec3], normal: Vec3, sign: float) -> float:
    """Twice the area that the place adds to the triangle, beyond its furthest side."""
    first, second, third = triangle
    sides = ((first, second), (second, third), (third, first))
    return max(sign * dot(normal, cross(sub(place, one), sub(other, one))) for one, other in sides)


def _distance_square(point: ContactPoint, place: Vec3, normal: Vec3) -> float:
    away = sub(point.position, place)
    flat = along(away, normal, -dot(away, normal))
    return dot(flat, flat)


def _perpendicular(normal: Vec3) -> Vec3:
    """A direction in the contact plane that is not along an edge of an aligned box."""
    least = min(range(3), key=lambda k: abs(normal[k]))
    axis = [0.0, 0.0, 0.0]
    axis[least] = 1.0
    aside = unit(cross(normal, (axis[0], axis[1], axis[2])))
    return unit(add(scale(aside, 0.67), scale(cross(normal, aside), -0.42)))


def _shown(points: tuple[ContactPoint, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position, point.id) for point in points)


@lru_cache(maxsize=SHAPES_KEPT)
def _in_box3d(shape: Shape) -> PolytopeShape:
    """The shape, or the hull of points on the rims of a cylinder or a cone."""
    if isinstance(shape, Cylinder | Cone):
        return inscribed_hull(shape, SIDES)
    assert isinstance(shape, PolytopeShape)
    return shape


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return _is_supported(shape_a) and _is_supported(shape_b)


def _is_supported(shape: Shape) -> bool:
    return is_round(shape) or has_faces(shape) or (isinstance(shape, Cylinder | Cone) and shape.rounding == 0)


SUPPORTED = "spheres and capsules; without a rounding, boxes, hulls, triangles, and cylinders and cones as hulls"

POLICY = ContactPolicy(NAME, "Box3D", 1, start, step, _applies, SUPPORTED)
