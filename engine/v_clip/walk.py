"""What V-Clip does with a pair of features: the planes that it tests, and the feature that replaces one of the two.

Mirtich, V-Clip: fast and robust polyhedral collision detection, ACM Transactions on Graphics 17(3), 1998, §3 and §4.
Two features are a pair of closest features if each contains a point that lies in the Voronoi region of the other, and
these two points are the closest ones.  What each kind of pair tests:

- a vertex: whether it lies in the region of the other feature.  If not, the neighbour behind the plane that it violates
  most replaces that feature.
- an edge: the planes of the other feature's region *clip* it.  If nothing is left, the neighbour behind the plane that
  excludes it replaces the feature.  If the distance still falls towards the neighbour at an end of what is left, that
  neighbour does.
- a face: it must not be possible to come nearer along the edge, or along an edge of the vertex.  A vertex that is
  nearest to the face from below is in a *local minimum*: it is inside the polytope, or the face that it is highest
  above replaces the face.

Departures: of several violated planes the paper takes any for vertices and edges, here it is always the most violated.
An edge that misses the prism over a face, or leaves it while the distance falls, goes to the edge or vertex of the face
that is nearest of all; the paper walks there.
"""

from enum import IntEnum
from math import inf
from typing import NamedTuple

from gjkscope.engine.v_clip.features import (
    BoundaryFeature,
    FeatureKind,
    FeaturePolytope,
    VoronoiPlane,
    end_planes,
    ends_of,
    height_above,
    height_over,
    planes_between,
    point_on,
    side_planes,
)
from gjkscope.engine.v_clip.nearest import distance_of_features
from gjkscope.engine.vectors import DOUBLE, Vec3, dot, neg, sub

# An edge that rises by fewer roundoffs per metre is parallel to the face: both unit vectors are rounded, each by some
# roundoffs.  Such a slope is noise, and a walk that follows it may return.
LEVEL = 32 * DOUBLE

Polytopes = tuple[FeaturePolytope, FeaturePolytope]
Features = tuple[BoundaryFeature, BoundaryFeature]


class MoveReason(IntEnum):
    """Why one feature is replaced by another, or why none is."""

    CLOSEST = 0  # each feature is in the other's Voronoi region: no move
    BEYOND = 1  # the other's vertex lies behind a plane
    EXCLUDED = 2  # the other's edge lies behind a plane, or behind several together
    DESCENDS = 3  # the distance falls where the other's edge passes through a plane, or along an edge of the vertex
    OFF_FACE = 4  # the edge passes beside the face: its nearest edge or vertex is next
    END = 5  # the end of the edge is nearest to the face
    LOCAL_MINIMUM = 6  # the vertex is below the face but not inside: the face that it is highest above is next
    CROSSES = 7  # the edge passes through the face: no move
    INSIDE = 8  # the vertex is below all faces: no move


class PlaneTest(NamedTuple):
    """A plane around the Voronoi region of one feature, tested with the other feature."""

    side: int  # whose region: 0 is A's, 1 is B's
    plane: VoronoiPlane
    heights: tuple[float, ...]  # of the other's vertex above the plane, or of both ends of its edge; metres


class FeatureMove(NamedTuple):
    """What follows from a pair of features."""

    reason: MoveReason
    tests: tuple[PlaneTest, ...]  # in the order in which they were made
    decisive: int = -1  # which of them decided; −1 for none
    side: int = -1  # whose feature is replaced: 0 A's, 1 B's, −1 none
    to: BoundaryFeature = BoundaryFeature(FeatureKind.VERTEX, -1)  # for INSIDE the face that the vertex is nearest to
    kept: tuple[float, float] = (0.0, 1.0)  # what the last clipping left of the edge, as parts of its length


def next_move(polytopes: Polytopes, features: Features) -> FeatureMove:
    """What V-Clip does with this pair, of which at most one is a face."""
    lower = 0 if features[0].kind <= features[1].kind else 1
    kinds = features[lower].kind, features[1 - lower].kind
    if kinds == (FeatureKind.VERTEX, FeatureKind.VERTEX):
        return _of_vertices(polytopes, features)
    if kinds == (FeatureKind.VERTEX, FeatureKind.EDGE):
        return _of_vertex_and_edge(polytopes, features, lower)
    if kinds == (FeatureKind.VERTEX, FeatureKind.FACE):
        return _of_vertex_and_face(polytopes, features, lower)
    if kinds == (FeatureKind.EDGE, FeatureKind.EDGE):
        return _of_edges(polytopes, features)
    if kinds == (FeatureKind.EDGE, FeatureKind.FACE):
        return _of_edge_and_face(polytopes, features, lower)
    raise ValueError(f"features: V-Clip has no pair of {features[0].kind.name} and {features[1].kind.name}")


# --- one rule for each kind of pair; `side` is that of the feature of lower dimension ---


def _of_vertices(polytopes: Polytopes, features: Features) -> FeatureMove:
    first = point_against(polytopes, features, 1, polytopes[0].vertices[features[0].number])
    if first.side >= 0:
        return first
    return point_against(polytopes, features, 0, polytopes[1].vertices[features[1].number], first.tests)


def _of_vertex_and_edge(polytopes: Polytopes, features: Features, side: int) -> FeatureMove:
    """The vertex against the edge's region, then the edge clipped by the vertex's."""
    first = point_against(polytopes, features, 1 - side, polytopes[side].vertices[features[side].number])
    if first.side >= 0:
        return first
    planes = planes_between(polytopes[side], features[side])
    return _clip_against(polytopes, features, side, planes, _Clip(first.tests))[0]


def _of_edges(polytopes: Polytopes, features: Features) -> FeatureMove:
    """Each edge clipped by the other's region: by the planes at its ends, then by those of its faces."""
    move = FeatureMove(MoveReason.CLOSEST, ())
    for side in (1, 0):
        edge = features[side].number
        clip = _Clip(move.tests)
        for planes in (end_planes(polytopes[side], edge), side_planes(polytopes[side], edge)):
            move, clip = _clip_against(polytopes, features, side, planes, clip)
            if move.side >= 0:
                return move
    return move


def _of_vertex_and_face(polytopes: Polytopes, features: Features, side: int) -> FeatureMove:
    own, other = polytopes[side], polytopes[1 - side]
    vertex, face = features[side].number, features[1 - side].number
    over = point_against(polytopes, features, 1 - side, own.vertices[vertex])
    if over.side >= 0:
        return over
    height = height_over(other, face, own.vertices[vertex])
    if height == 0.0:
        return over
    down = neg(other.normals[face]) if height > 0 else other.normals[face]
    falls = [dot(_outgoing(own, vertex, edge), down) for edge in own.vertex_edges[vertex]]
    if falls and max(falls) > LEVEL:
        edge = own.vertex_edges[vertex][falls.index(max(falls))]
        return over._replace(reason=MoveReason.DESCENDS, side=side, to=BoundaryFeature(FeatureKind.EDGE, edge))
    return over if height > 0 else _leave_local_minimum(other, 1 - side, own.vertices[vertex], over)


def _of_edge_and_face(polytopes: Polytopes, features: Features, side: int) -> FeatureMove:
    own, other = polytopes[side], polytopes[1 - side]
    edge, face = features[side].number, features[1 - side].number
    ends = ends_of(own, edge)
    clip = _clip(_Clip(()), 1 - side, planes_between(other, features[1 - side]), ends)
    move = FeatureMove(MoveReason.CLOSEST, clip.tests, kept=(clip.low, clip.high))
    if clip.is_excluded:
        rim = nearest_of_rim(own, features[side], other, face)
        return move._replace(reason=MoveReason.OFF_FACE, decisive=clip.excluding, side=1 - side, to=rim)
    low, high = (height_over(other, face, point_on(*ends, at)) for at in (clip.low, clip.high))
    if not (min(low, high) > 0 or max(low, high) < 0):
        return move._replace(reason=MoveReason.CROSSES)
    rise = dot(own.directions[edge], other.normals[face])
    at_start = (rise if low > 0 else -rise) >= 0
    decisive = clip.low_test if at_start else clip.high_test
    if decisive >= 0:
        rim = nearest_of_rim(own, features[side], other, face)
        return move._replace(reason=MoveReason.DESCENDS, decisive=decisive, side=1 - side, to=rim)
    end = BoundaryFeature(FeatureKind.VERTEX, own.edges[edge][0 if at_start else 1])
    return move._replace(reason=MoveReason.END, side=side, to=end)


def _leave_local_minimum(other: FeaturePolytope, side: int, vertex: Vec3, move: FeatureMove) -> FeatureMove:
    """The face that the vertex is highest above, unless it is below all of them."""
    heights = [height_over(other, face, vertex) for face in range(len(other.faces))]
    highest = max(heights)
    face = BoundaryFeature(FeatureKind.FACE, heights.index(highest))
    if highest <= 0:
        return move._replace(reason=MoveReason.INSIDE, to=face)
    return move._replace(reason=MoveReason.LOCAL_MINIMUM, side=side, to=face)


# --- a vertex against a region ---


def point_against(
    polytopes: Polytopes, features: Features, side: int, point: Vec3, before: tuple[PlaneTest, ...] = ()
) -> FeatureMove:
    """A point of the other feature against the region on this side; the plane that it violates most decides."""
    planes = planes_between(polytopes[side], features[side])
    tests = before + tuple(PlaneTest(side, plane, (height_above(plane, point),)) for plane in planes)
    lowest = min(range(len(before), len(tests)), key=lambda test: tests[test].heights[0], default=-1)
    if lowest < 0 or tests[lowest].heights[0] >= 0:
        return FeatureMove(MoveReason.CLOSEST, tests)
    return FeatureMove(MoveReason.BEYOND, tests, lowest, side, tests[lowest].plane.neighbour)


def _outgoing(polytope: FeaturePolytope, vertex: int, edge: int) -> Vec3:
    direction = polytope.directions[edge]
    return direction if polytope.edges[edge][0] == vertex else neg(direction)


# --- an edge against a region ---


class _Clip(NamedTuple):
    """What is left of an edge, as parts of its length, and the tests whose planes cut off both sides."""

    tests: tuple[PlaneTest, ...]
    low: float = 0.0
    high: float = 1.0
    low_test: int = -1
    high_test: int = -1
    excluding: int = -1  # the test whose plane has the whole edge behind it, or that left nothing
    is_simple: bool = False  # whether that plane alone excludes the edge

    @property
    def is_excluded(self) -> bool:
        return self.excluding >= 0


def _clip(clip: _Clip, side: int, planes: tuple[VoronoiPlane, ...], ends: tuple[Vec3, Vec3]) -> _Clip:
    """Cuts off what lies behind the planes, up to the first that leaves nothing."""
    for plane in planes:
        tail, head = height_above(plane, ends[0]), height_above(plane, ends[1])
        number = len(clip.tests)
        clip = clip._replace(tests=(*clip.tests, PlaneTest(side, plane, (tail, head))))
        if tail < 0 and head < 0:
            return clip._replace(excluding=number, is_simple=True)
        if tail < 0 and (at := tail / (tail - head)) > clip.low:
            clip = clip._replace(low=at, low_test=number)
        elif head < 0 and (at := tail / (tail - head)) < clip.high:
            clip = clip._replace(high=at, high_test=number)
        if clip.low > clip.high:
            return clip._replace(excluding=number)
    return clip


def _clip_against(
    polytopes: Polytopes, features: Features, side: int, planes: tuple[VoronoiPlane, ...], before: _Clip
) -> tuple[FeatureMove, _Clip]:
    """The other's edge clipped by planes of the region on this side, and what follows."""
    other = polytopes[1 - side]
    edge = features[1 - side].number
    ends = ends_of(other, edge)
    clip = _clip(before, side, planes, ends)
    move = FeatureMove(MoveReason.CLOSEST, clip.tests, kept=(clip.low, clip.high))
    if clip.is_simple:
        to = clip.tests[clip.excluding].plane.neighbour
        return move._replace(reason=MoveReason.EXCLUDED, decisive=clip.excluding, side=side, to=to), clip
    for test, at, sign in ((clip.low_test, clip.low, 1.0), (clip.high_test, clip.high, -1.0)):
        if test < 0:
            continue
        point = point_on(*ends, at)
        neighbour = clip.tests[test].plane.neighbour
        if sign * _slope(polytopes[side], features[side], neighbour, other.directions[edge], point) > 0:
            reason = MoveReason.EXCLUDED if clip.is_excluded else MoveReason.DESCENDS
            return move._replace(reason=reason, decisive=test, side=side, to=neighbour), clip
    return move, clip


def _slope(
    polytope: FeaturePolytope, feature: BoundaryFeature, neighbour: BoundaryFeature, direction: Vec3, point: Vec3
) -> float:
    """The sign of the change of the distance from the neighbour, where an edge passes the plane between the two."""
    if neighbour.kind == FeatureKind.FACE:
        rise = dot(direction, polytope.normals[neighbour.number])
        if abs(rise) <= LEVEL:
            return 0.0
        height = height_over(polytope, neighbour.number, point)
        return rise if height > 0 else -rise if height < 0 else 0.0
    # On the plane between a vertex and an edge, the nearest point of both is the vertex.
    vertex = neighbour if neighbour.kind == FeatureKind.VERTEX else feature
    return dot(direction, sub(point, polytope.vertices[vertex.number]))


def nearest_of_rim(own: FeaturePolytope, edge: BoundaryFeature, other: FeaturePolytope, face: int) -> BoundaryFeature:
    """The edge of the face that is nearest to the other's edge, or its end if that is nearest."""
    nearest, least = BoundaryFeature(FeatureKind.EDGE, other.face_edges[face][0]), inf
    for number in other.face_edges[face]:
        found = distance_of_features(own, edge, other, BoundaryFeature(FeatureKind.EDGE, number))
        if found.distance < least:
            least = found.distance
            single = len(found.mean_b) == 1
            kind = FeatureKind.VERTEX if single else FeatureKind.EDGE
            nearest = BoundaryFeature(kind, found.mean_b[0][0] if single else number)
    return nearest
