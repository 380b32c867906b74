"""V-Clip: the closest features of two convex polytopes, found by walking over their boundaries, as a trace.

Mirtich, V-Clip: fast and robust polyhedral collision detection, ACM Transactions on Graphics 17(3), 1998; after Lin,
Canny, A fast algorithm for incremental distance calculation, ICRA 1991.  GJK walks over A − B, which it never builds;
V-Clip walks over A and B themselves, from one pair of features (vertices, edges, faces) to an adjacent one.  One step:

1. Test the pair: does each feature have its closest point in the Voronoi region of the other (walk.py)?
2. If not, a neighbour replaces one of the two.  The new pair is nearer, or as near and of lower dimension.
3. Otherwise the pair is a closest one, or an edge passes through a face, or a vertex is inside: the shapes overlap, and
   the walk ends without the depth.

It begins at the first vertex of each shape.  In a simulation it begins at the last pair of features: if the bodies have
moved little, that is one step, whatever the size of the polytopes.

Departures: the paper computes no bounds.  Here each step measures the distance of its two features, an upper bound, and
the gap between the extents of both polytopes along the line through their closest points, a lower one.  For features
that touch, this line has no direction: then the normals of the adjacent faces and the cross products of the adjacent
edges are tried, one of which separates convex shapes that only touch.  Where shapes overlap, the depth that is certain
is that of the vertex that is inside, or the displacement that an edge needs to leave the face.

`Options.lin_canny` takes the tests of the older algorithm instead (lin_canny.py).

How it can fail: rounding.  The paper proves that no pair recurs; near parallel edges, computed slopes can contradict
each other.  A pair that recurs ends the walk with `CYCLE`, a last pair whose bounds do not meet with `NO_PROGRESS`.
The bounds are valid all the same.  Shapes that share a point and have no measured depth end with `DEPTH_UNKNOWN`.
"""

from itertools import product
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from gjkscope.engine.gjk.steps import ROUNDINGS, overflows
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.v_clip.features import (
    BoundaryFeature,
    FeatureKind,
    FeaturePolytope,
    adjacent_edges,
    adjacent_faces,
    ends_of,
    extent_along,
    feature_vertices,
    height_above,
    height_over,
    place_features,
    planes_between,
)
from gjkscope.engine.v_clip.lin_canny import next_move_by_points
from gjkscope.engine.v_clip.nearest import Mean, distance_of_features
from gjkscope.engine.v_clip.walk import FeatureMove, Features, MoveReason, Polytopes, next_move
from gjkscope.engine.vectors import DOUBLE, IDENTITY, ZERO, Vec3, add, along, cross, dot, neg, sub, unit

# Walks over two polytopes of a thousand vertices take some dozens of steps.
ITERATION_LIMIT = 1000

MEETING = (MoveReason.CROSSES, MoveReason.INSIDE)
"""The outcomes that show a common point."""

TAKES = "V-Clip takes polytopes, rounded or not, spheres and capsules"


class FeaturePair(NamedTuple):
    """Two placed polytopes, relative to A's position; metres."""

    polytopes: Polytopes
    radii: tuple[float, float]  # of the balls that are added to them
    reach: float  # the largest coordinate
    tolerance: float  # distances up to this count as touching
    lin_canny: bool  # whether closest points are tested (lin_canny.py) and no edge is clipped


class NamedFeature(NamedTuple):
    """A feature of a step."""

    feature: BoundaryFeature
    names: tuple[int, ...]  # of its vertices, as the shape itself numbers them
    corners: tuple[Vec3, ...]  # relative to A's position, metres


class State(NamedTuple):
    """One pair of features, what was tested, and what follows.  Points are relative to A's position; metres."""

    iteration: int
    feature_a: NamedFeature
    feature_b: NamedFeature
    move: FeatureMove
    replacement: NamedFeature | None  # the feature that the move leads to
    point_a: Vec3  # the closest points of the two features; of a vertex that is inside, it and the nearest face's
    point_b: Vec3
    mean_a: Mean  # these points as weights of the shapes' own vertices
    mean_b: Mean
    distance: float  # between them
    depth: float  # the shapes overlap by at least this; 0 if nothing shows that they do
    lower: float  # best bounds so far on the cores' signed distance
    upper: float
    normal: Vec3  # unit, the direction with the best lower bound; zero if there is none
    radius: float  # sum of both radii
    visited: tuple[Features, ...]  # all pairs so far, this one last
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed polytopes; of a mesh its convex hull, of a sphere or a capsule its core.

    Raises `NotApplicable` for other shapes.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    steps = run(pair)
    return Trace("v-clip", steps, result(pair, steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b)))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> FeaturePair:
    """The pair for `start` and `step`.  Raises `NotApplicable` as `trace` does."""
    if not (isinstance(shape_a, PolytopeShape) and isinstance(shape_b, PolytopeShape)):
        curved = [shape.kind for shape in (shape_a, shape_b) if not isinstance(shape, PolytopeShape)]
        raise NotApplicable(f"{TAKES}, not {' and '.join(curved)}")
    between = sub(pose_b.position, pose_a.position)
    polytopes = place_features(shape_a, pose_a.rotation, ZERO), place_features(shape_b, pose_b.rotation, between)
    radii = tuple(shape.rounding + shape.ball_radius() for shape in (shape_a, shape_b))
    return FeaturePair(
        polytopes,
        (radii[0], radii[1]),
        max(float(np.abs(polytope.points).max()) for polytope in polytopes),
        TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b),
        options.lin_canny,
    )


def start(pair: FeaturePair) -> State:
    """The first vertices of both."""
    first = BoundaryFeature(FeatureKind.VERTEX, 0)
    if pair.reach != 0 and (not isfinite(pair.reach) or overflows(pair.reach, DOUBLE)):
        return _untested(pair, first)
    return _test(pair, (first, first), (), -inf, inf, ZERO)


def step(pair: FeaturePair, state: State) -> State:
    """The test of the pair that the last one led to; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _test(pair, _next_pair(state), state.visited, state.lower, state.upper, state.normal)


def run(pair: FeaturePair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def result(pair: FeaturePair, last: State, origin: Vec3, size: float) -> Result:
    """The result for the shapes, including their radii; `origin` is A's position, `size` is `bounds.size`."""
    steps = last.iteration + 1
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("v-clip", Verdict.UNDECIDED, last.exit, steps)
    lower, upper = last.lower - last.radius, last.upper - last.radius
    narrow = last.exit == Exit.CONVERGED or upper - lower <= TOUCHING * size
    verdict = verdict_of(upper if narrow else lower, upper, size)
    is_here = abs(last.distance - abs(last.upper)) <= TOUCHING * size  # whether the points of this step are the closest
    if not (narrow and is_here) or last.exit == Exit.ITERATION_LIMIT:
        return Result("v-clip", verdict, last.exit, steps, lower=lower, upper=upper)
    witness_a = along(add(last.point_a, origin), last.normal, pair.radii[0])
    witness_b = along(add(last.point_b, origin), last.normal, -pair.radii[1])
    # Bounds that have met may cross by a rounding error.
    return Result(
        "v-clip", verdict, last.exit, steps, upper, last.normal, witness_a, witness_b, min(lower, upper), upper
    )


def _next_pair(state: State) -> Features:
    features = [state.feature_a.feature, state.feature_b.feature]
    features[state.move.side] = state.move.to
    return features[0], features[1]


def _test(
    pair: FeaturePair, features: Features, visited: tuple[Features, ...], lower: float, upper: float, normal: Vec3
) -> State:
    """The state with this pair tested, and its bounds; the arguments are those of the steps before."""
    a, b = pair.polytopes
    found = distance_of_features(a, features[0], b, features[1])
    move = (
        next_move_by_points(pair.polytopes, features, found) if pair.lin_canny else next_move(pair.polytopes, features)
    )
    if move.reason == MoveReason.INSIDE:
        measured = _measured_pair(features, move)
        found = distance_of_features(a, measured[0], b, measured[1])
    direction = unit(sub(found.point_b, found.point_a))
    bound = -inf if direction == ZERO else _gap_along(pair, direction)
    depth = _depth_of(pair, features, move)
    state = State(
        iteration=len(visited),
        feature_a=_named(a, features[0]),
        feature_b=_named(b, features[1]),
        move=move,
        replacement=None if move.side < 0 else _named(pair.polytopes[move.side], move.to),
        point_a=found.point_a,
        point_b=found.point_b,
        mean_a=tuple((a.names[vertex], weight) for vertex, weight in found.mean_a),
        mean_b=tuple((b.names[vertex], weight) for vertex, weight in found.mean_b),
        distance=found.distance,
        depth=depth,
        lower=max(lower, bound),
        upper=-depth if depth > 0 else min(upper, 0.0 if move.reason in MEETING else found.distance),
        normal=direction if bound > lower else normal,
        radius=sum(pair.radii),
        visited=(*visited, features),
        exit=Exit.RUNNING,
    )
    return _ended(pair, state)


def _ended(pair: FeaturePair, state: State) -> State:
    """The state with its exit, if the walk ends here; then contact normals are tried if the bounds have not met.

    Pairs of V-Clip recur, up to rounding, if they are equally near: then each is a closest one.
    """
    is_cycle = state.move.side >= 0 and _next_pair(state) in state.visited
    if is_cycle and pair.lin_canny:
        return state._replace(exit=Exit.CYCLE)
    if state.move.side >= 0 and not is_cycle:
        return state._replace(exit=Exit.ITERATION_LIMIT) if len(state.visited) >= ITERATION_LIMIT else state
    rounding = ROUNDINGS * DOUBLE * pair.reach
    if state.upper - state.lower > rounding:
        state = _with_contact_normal(pair, state)
    if state.depth > pair.tolerance:
        return state._replace(exit=Exit.VERTEX_INSIDE if state.move.reason == MoveReason.INSIDE else Exit.EDGES_CROSS)
    if state.upper <= pair.tolerance:
        is_contact = state.lower >= -pair.tolerance
        return state._replace(exit=Exit.TOUCHING if is_contact else Exit.DEPTH_UNKNOWN)
    if state.upper - state.lower <= rounding:
        return state._replace(exit=Exit.CONVERGED)
    return state._replace(exit=Exit.CYCLE if is_cycle else Exit.NO_PROGRESS)


def _with_contact_normal(pair: FeaturePair, state: State) -> State:
    """The state with the best lower bound along a normal of A − B at the two features."""
    for normal in _contact_normals(pair, state):
        bound = _gap_along(pair, normal)
        if bound > state.lower:
            state = state._replace(lower=bound, normal=normal)
    return state


def _contact_normals(pair: FeaturePair, state: State) -> list[Vec3]:
    """Outward normals of A's faces, inward ones of B's, and both normals of each pair of edges, at the two features."""
    a, b = pair.polytopes
    feature_a, feature_b = _measured_pair((state.feature_a.feature, state.feature_b.feature), state.move)
    normals = [a.normals[face] for face in adjacent_faces(a, feature_a)]
    normals += [neg(b.normals[face]) for face in adjacent_faces(b, feature_b)]
    for i, j in product(adjacent_edges(a, feature_a), adjacent_edges(b, feature_b)):
        normal = unit(cross(a.directions[i], b.directions[j]))
        if normal != ZERO:
            normals += [normal, neg(normal)]
    return normals or _normals_of_thin(pair, feature_a, feature_b)


def _normals_of_thin(pair: FeaturePair, feature_a: BoundaryFeature, feature_b: BoundaryFeature) -> list[Vec3]:
    """Some normals of points and collinear segments, which have no faces: those of one edge, or any."""
    sides = zip(pair.polytopes, (feature_a, feature_b), strict=True)
    edges = [polytope.directions[edge] for polytope, feature in sides for edge in adjacent_edges(polytope, feature)]
    if not edges:
        return [IDENTITY[0]]
    along_edge = edges[0]
    aside = unit(cross(along_edge, min(IDENTITY, key=lambda axis: abs(dot(axis, along_edge)))))
    return [aside, along_edge, neg(along_edge)]


def _measured_pair(features: Features, move: FeatureMove) -> Features:
    """The features whose distance counts: of a vertex that is inside, it and the nearest face."""
    if move.reason != MoveReason.INSIDE:
        return features
    return (features[0], move.to) if features[0].kind == FeatureKind.VERTEX else (move.to, features[1])


def _gap_along(pair: FeaturePair, direction: Vec3) -> float:
    """The gap between the extents of the two along a unit vector from A to B."""
    a, b = pair.polytopes
    return -extent_along(b, neg(direction)) - extent_along(a, direction)


def _depth_of(pair: FeaturePair, features: Features, move: FeatureMove) -> float:
    """How deep the shapes overlap at least, as the vertex that is inside or the edge that crosses the face shows."""
    if move.reason not in MEETING:
        return 0.0
    side = 0 if features[0].kind < features[1].kind else 1
    own, other = pair.polytopes[side], pair.polytopes[1 - side]
    if move.reason == MoveReason.INSIDE:
        vertex = own.vertices[features[side].number]
        return max(min(-height_over(other, face, vertex) for face in range(len(other.faces))), 0.0)
    return _depth_of_crossing(own, features[side].number, other, features[1 - side])


def _depth_of_crossing(own: FeaturePolytope, edge: int, other: FeaturePolytope, face: BoundaryFeature) -> float:
    """By how much the edge must at least be moved to leave the face.

    Under a displacement m the ends stay on their sides of the face, and the crossing moves by at most m / sine.
    """
    tail, head = ends_of(own, edge)
    before, behind = height_over(other, face.number, tail), height_over(other, face.number, head)
    if before * behind >= 0:
        return 0.0
    crossing = along(tail, sub(head, tail), before / (before - behind))
    sine = abs(dot(own.directions[edge], other.normals[face.number]))
    to_rim = min(height_above(plane, crossing) for plane in planes_between(other, face))
    return max(min(abs(before), abs(behind), sine * to_rim), 0.0)


def _named(polytope: FeaturePolytope, feature: BoundaryFeature) -> NamedFeature:
    numbers = feature_vertices(polytope, feature)
    return NamedFeature(
        feature,
        tuple(polytope.names[vertex] for vertex in numbers),
        tuple(polytope.vertices[vertex] for vertex in numbers),
    )


def _untested(pair: FeaturePair, first: BoundaryFeature) -> State:
    """The only state of shapes that are too large or too small."""
    a, b = pair.polytopes
    return State(
        iteration=0,
        feature_a=_named(a, first),
        feature_b=_named(b, first),
        move=FeatureMove(MoveReason.CLOSEST, ()),
        replacement=None,
        point_a=a.vertices[0],
        point_b=b.vertices[0],
        mean_a=((a.names[0], 1.0),),
        mean_b=((b.names[0], 1.0),),
        distance=inf,
        depth=0.0,
        lower=-inf,
        upper=inf,
        normal=ZERO,
        radius=sum(pair.radii),
        visited=((first, first),),
        exit=Exit.DEGENERATE_INPUT,
    )
