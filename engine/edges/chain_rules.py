"""Box2D's rules for a segment of a chain: its ghost vertices, those before and after it, determine its valid normals.

A chain collides on the right of each segment.  The normal of a contact is judged at the end to which it points:

1. If the chain is convex there, by a sine of `TOLERANCE` or more, a normal between that of the segment and that of its
   neighbour is admitted; one beyond the neighbour's, by more than `TOLERANCE`, is skipped: the neighbour has it.
2. If it is flat or concave there, the normal is snapped to that of the segment.

What is judged:

3. CIRCLE.  A disc beyond an end is left to the neighbour if it is in that one's Voronoi region, otherwise it has the
   normal from the nearest point.  Nothing is snapped.
4. APART.  If the cores are further apart than `RESOLVABLE`: the direction between two vertices, or the normal of the
   polygon's edge if that is nearest to a vertex of the segment.  A vertex over the segment has the segment's normal.
5. AXES.  Otherwise, of the normals of the segment, of its convex neighbours and of the polygon, as far as these are
   admitted, the one with the greatest separation.  If it is a neighbour's, that segment has the contact.
6. The edge of one is clipped to that of the other: up to two points.  If the other end of the polygon's edge belongs
   to a convex neighbour, that has the contact.

Source: Catto, Ghost Collisions, 2020 (https://box2d.org/posts/2020/06/ghost-collisions/), and Box2D 3.1.1 (commit
8c66146, https://github.com/erincatto/box2d), src/manifold.c: `b2ClassifyNormal`, `b2CollideChainSegmentAndPolygon`,
`b2CollideChainSegmentAndCircle`; the rules are the same at commit 617d32a of August 2026.

Departures: double precision, and exactly found corners, of which there may be more than eight; a chain may have a
radius.  In Box2D every segment has both ghost vertices.  Here the end of an open chain has none: every normal is
admitted there, and a disc beyond it stays.

How it can fail: a polygon that overlaps the chain so deep that its middle is behind the segment and its convex
neighbours has no contact.  `RESOLVABLE` is in metres, so tiny bodies are always compared by axes.
"""

from enum import IntEnum
from math import atan2
from typing import NamedTuple

from gjkscope.engine.edges.policies.box2d import TOLERANCE, NormalClass
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.simplex import vertices_in_plane
from gjkscope.engine.plane.vectors import Vec2, add2, cross2, dot2, neg2, norm2, right2, scale2, sub2, unit2
from gjkscope.engine.result import Exit

# Metres: a tenth of Box2D's linear slop.  Between nearer cores, the direction of the nearest points is not trusted.
RESOLVABLE = 0.0005

# A sine: normals that differ by less, which is rounding, are the same.
SAME_NORMAL = 1e-9

START, END = 0, 1


class GhostRule(IntEnum):
    """What the rules made of a segment's contact."""

    SEGMENT = 0  # the normal of the segment itself
    ADMITTED = 1  # another normal, which is valid
    SNAPPED = 2  # the segment's normal, because another one, with more separation, is not valid
    SKIPPED = 3  # no contact: the normal is beyond the neighbour's
    NEIGHBOUR = 4  # no contact: the neighbour has it
    OVER_NEIGHBOUR = 5  # no contact: the centre of the disc is over the neighbour
    BEHIND = 6  # no contact: the body is behind the segment
    BESIDE = 7  # no contact: the clipped edge is beside the segment


class GhostEnd(NamedTuple):
    """An end of a segment, as its ghost vertex determines it."""

    vertex: int  # of the chain
    place: Vec2
    has_ghost: bool
    normal: Vec2  # of the neighbour, unit; of the segment itself if there is none
    turn: float  # radians by which the chain turns there, > 0 if it is convex; 0 without a neighbour
    is_convex: bool  # by `TOLERANCE` or more


class GhostSegment(NamedTuple):
    """A segment of a chain between its two ends; coordinates are relative to the chain's position."""

    number: int
    ends: tuple[GhostEnd, GhostEnd]
    along: Vec2  # unit, from the first to the second
    normal: Vec2  # unit, to the right
    radius: float


class PlaneBody(NamedTuple):
    """A convex body: corners in anticlockwise order, with the outward normal of the edge from each to the next."""

    corners: tuple[Vec2, ...]
    normals: tuple[Vec2, ...]  # empty for a disc
    center: Vec2
    radius: float


class ChainPoint(NamedTuple):
    """A contact point between the surfaces."""

    position: Vec2
    separation: float  # along the normal, metres; < 0 where they overlap


class ChainAxis(NamedTuple):
    """An axis on which an overlapping polygon was compared with a segment."""

    name: str  # "segment", "neighbour at its end", "body edge 2"
    direction: Vec2  # unit, from the chain to the body
    separation: float  # of the cores, metres
    verdict: NormalClass


class NormalAtEnd(NamedTuple):
    """A normal, judged at the end of a segment to which it points."""

    normal: Vec2  # unit, from the chain to the body
    end: GhostEnd
    beyond: float  # the sine of its angle beyond the neighbour's normal; 0 unless the end is convex
    verdict: NormalClass


class GhostOutcome(NamedTuple):
    """What the rules make of a segment, with the numbers that decided."""

    rule: GhostRule
    normal: Vec2 | None = None  # unit, from the chain to the body; none without a contact
    points: tuple[ChainPoint, ...] = ()
    judged: NormalAtEnd | None = None
    axes: tuple[ChainAxis, ...] = ()  # if axes were compared


def ghost_segment(
    number: int, start: tuple[int, Vec2], end: tuple[int, Vec2], ghosts: tuple[Vec2 | None, Vec2 | None], radius: float
) -> GhostSegment:
    """The segment from `start` to `end`, each the number and the place of a vertex, with its ghosts if it has them."""
    before, after = ghosts
    along = unit2(sub2(end[1], start[1]))
    edge_before = None if before is None else unit2(sub2(start[1], before))
    edge_after = None if after is None else unit2(sub2(after, end[1]))
    ends = _end(START, *start, along, edge_before), _end(END, *end, along, edge_after)
    return GhostSegment(number, ends, along, right2(along), radius)


def judge_normal(segment: GhostSegment, normal: Vec2) -> NormalAtEnd:
    """Whether a normal is valid for the segment, at the end to which it points."""
    side = START if dot2(normal, segment.along) <= 0 else END
    end = segment.ends[side]
    if not end.has_ghost:
        return NormalAtEnd(normal, end, 0.0, NormalClass.ADMIT)
    if not end.is_convex:
        return NormalAtEnd(normal, end, 0.0, NormalClass.SNAP)
    beyond = cross2(normal, end.normal) if side == START else cross2(end.normal, normal)
    return NormalAtEnd(normal, end, beyond, NormalClass.SKIP if beyond > TOLERANCE else NormalClass.ADMIT)


def is_same_normal(first: Vec2, second: Vec2) -> bool:
    return dot2(first, second) > 0 and abs(cross2(first, second)) <= SAME_NORMAL


def decide_by_ghosts(segment: GhostSegment, body: PlaneBody, nearest: gjk.State) -> GhostOutcome:
    """What the rules make of a body that is near or overlaps a segment; `nearest` is GJK's last step on the cores."""
    if not body.normals:
        return _decide_circle(segment, body)
    if _is_behind(segment, body.center):
        return GhostOutcome(GhostRule.BEHIND)
    in_front = dot2(segment.normal, sub2(body.center, segment.ends[START].place)) >= 0
    if in_front and nearest.exit is not Exit.ORIGIN_ENCLOSED and nearest.upper > RESOLVABLE:
        return _decide_apart(segment, body, nearest)
    return _decide_by_axes(segment, body)


def _end(side: int, vertex: int, place: Vec2, along: Vec2, neighbour: Vec2 | None) -> GhostEnd:
    if neighbour is None:
        return GhostEnd(vertex, place, has_ghost=False, normal=right2(along), turn=0.0, is_convex=False)
    first, second = (neighbour, along) if side == START else (along, neighbour)
    sine = cross2(first, second)
    return GhostEnd(vertex, place, True, right2(neighbour), atan2(sine, dot2(first, second)), sine >= TOLERANCE)


def _is_behind(segment: GhostSegment, center: Vec2) -> bool:
    """Whether a point is behind the segment and behind the neighbours at its convex ends."""
    start, end = segment.ends
    sides = [(segment.normal, start.place)] + [(each.normal, each.place) for each in (start, end) if each.is_convex]
    return all(dot2(normal, sub2(center, place)) < 0 for normal, place in sides)


# --- discs ---


def _decide_circle(segment: GhostSegment, body: PlaneBody) -> GhostOutcome:
    center, (start, end) = body.center, segment.ends
    if dot2(segment.normal, sub2(center, start.place)) < 0:
        return GhostOutcome(GhostRule.BEHIND)
    past_start = dot2(segment.along, sub2(center, start.place))
    past_end = dot2(segment.along, sub2(center, end.place))
    if past_start > 0 and past_end < 0:
        return _touch(segment, body, add2(start.place, scale2(segment.along, past_start)), None)
    side = START if past_start <= 0 else END
    outer = segment.ends[side]
    normal = unit2(sub2(center, outer.place))
    judged = judge_normal(segment, normal)
    if outer.has_ghost and _is_over_neighbour(side, outer, sub2(center, outer.place)):
        return GhostOutcome(GhostRule.OVER_NEIGHBOUR, judged=judged)
    return _touch(segment, body, outer.place, judged)


def _is_over_neighbour(side: int, end: GhostEnd, offset: Vec2) -> bool:
    """Whether a disc is in the Voronoi region of the neighbour; at their common vertex, the segment after it wins."""
    ahead = dot2((-end.normal[1], end.normal[0]), offset)  # along the neighbour
    return ahead <= 0 if side == START else ahead > 0


def _touch(segment: GhostSegment, body: PlaneBody, place: Vec2, judged: NormalAtEnd | None) -> GhostOutcome:
    offset = sub2(body.center, place)
    distance = norm2(offset)
    normal = unit2(offset) if judged is not None and distance > 0 else segment.normal
    separation = distance - segment.radius - body.radius
    point = ChainPoint(add2(place, scale2(normal, segment.radius + 0.5 * separation)), separation)
    other = not is_same_normal(normal, segment.normal)
    return GhostOutcome(GhostRule.ADMITTED if other else GhostRule.SEGMENT, normal, (point,), judged)


# --- polygons that are apart from the segment ---


def _decide_apart(segment: GhostSegment, body: PlaneBody, nearest: gjk.State) -> GhostOutcome:
    if nearest.simplex.size == 1:
        return _decide_vertices(segment, body, nearest)
    first, second = vertices = vertices_in_plane(nearest.simplex)
    if first.index_a != second.index_a:
        heights = [dot2(segment.normal, vertex.b) for vertex in vertices]
        return _onto_segment(segment, body, vertices[heights.index(min(heights))].index_b, None)
    point_a, point_b = gjk.weighted_witnesses(nearest.simplex, nearest.weights)
    towards = sub2(point_a, point_b)
    edge = max(first.index_b, second.index_b, key=lambda index: dot2(towards, body.normals[index]))
    judged = judge_normal(segment, neg2(body.normals[edge]))
    if judged.verdict is NormalClass.SKIP:
        return GhostOutcome(GhostRule.SKIPPED, judged=judged)
    if judged.verdict is NormalClass.ADMIT:
        return _onto_body(segment, body, edge, judged)
    return _onto_segment(segment, body, edge, judged, of_edge=True)


def _decide_vertices(segment: GhostSegment, body: PlaneBody, nearest: gjk.State) -> GhostOutcome:
    vertex = nearest.simplex.vertices[0]
    judged = judge_normal(segment, unit2(sub2(vertex.b, vertex.a)))
    if judged.verdict is NormalClass.SKIP:
        return GhostOutcome(GhostRule.SKIPPED, judged=judged)
    if judged.verdict is NormalClass.SNAP:
        return _onto_segment(segment, body, vertex.index_b, judged)
    separation = nearest.upper - segment.radius - body.radius
    point = ChainPoint(add2(vertex.a, scale2(judged.normal, segment.radius)), separation)
    same = is_same_normal(judged.normal, segment.normal)
    return GhostOutcome(GhostRule.SEGMENT if same else GhostRule.ADMITTED, judged.normal, (point,), judged)


# --- polygons that overlap the segment ---


def _decide_by_axes(segment: GhostSegment, body: PlaneBody) -> GhostOutcome:
    start, end = segment.ends
    heights = [dot2(segment.normal, sub2(corner, start.place)) for corner in body.corners]
    own = ChainAxis("segment", segment.normal, min(heights), NormalClass.ADMIT)
    neighbours = tuple(
        ChainAxis(f"neighbour at its {name}", side.normal, _lowest(body, side), NormalClass.ADMIT)
        for name, side in (("start", start), ("end", end))
        if side.is_convex
    )
    judged = [judge_normal(segment, neg2(normal)) for normal in body.normals]
    sides = tuple(_body_axis(segment, body, number, each) for number, each in enumerate(judged))
    axes = (own, *neighbours, *sides)
    level = max(axis.separation for axis in (own, *neighbours))
    valid = [number for number, axis in enumerate(sides) if axis.verdict is NormalClass.ADMIT]
    edge = max(valid, key=lambda number: sides[number].separation, default=None)
    if edge is not None and sides[edge].separation > level:
        return _onto_body(segment, body, edge, judged[edge])._replace(axes=axes)
    widest = max(range(len(sides)), key=lambda number: sides[number].separation)
    refused = judged[widest] if sides[widest].separation > level else None
    if level > own.separation:
        return GhostOutcome(GhostRule.NEIGHBOUR, judged=refused, axes=axes)
    return _onto_segment(segment, body, heights.index(min(heights)), refused)._replace(axes=axes)


def _lowest(body: PlaneBody, end: GhostEnd) -> float:
    return min(dot2(end.normal, sub2(corner, end.place)) for corner in body.corners)


def _body_axis(segment: GhostSegment, body: PlaneBody, number: int, judged: NormalAtEnd) -> ChainAxis:
    separation = min(dot2(body.normals[number], sub2(end.place, body.corners[number])) for end in segment.ends)
    return ChainAxis(f"body edge {number}", judged.normal, separation, judged.verdict)


# --- contact points ---


def _onto_segment(
    segment: GhostSegment, body: PlaneBody, corner: int, judged: NormalAtEnd | None, of_edge: bool = False
) -> GhostOutcome:
    """The contact along the segment's normal, with the edge at `corner` that faces it, or with the edge from it."""
    start, end = (each.place for each in segment.ends)
    count = len(body.corners)
    before = (corner - 1) % count
    turned = dot2(segment.normal, body.normals[before]) < dot2(segment.normal, body.normals[corner])
    first = before if turned and not of_edge else corner
    edge = body.corners[first], body.corners[(first + 1) % count]
    points = _clip((start, end), edge, segment.normal, (segment.radius, body.radius))
    if not points:
        return GhostOutcome(GhostRule.BESIDE, judged=judged)
    snapped = judged is not None and not is_same_normal(judged.normal, segment.normal)
    return GhostOutcome(GhostRule.SNAPPED if snapped else GhostRule.SEGMENT, segment.normal, points, judged)


def _onto_body(segment: GhostSegment, body: PlaneBody, edge: int, judged: NormalAtEnd) -> GhostOutcome:
    """The contact along an edge's normal, unless a convex neighbour faces the edge more than the segment does."""
    normal, corner = body.normals[edge], body.corners[edge]
    start, end = segment.ends
    nearer = start if dot2(normal, sub2(start.place, corner)) < dot2(normal, sub2(end.place, corner)) else end
    if nearer.is_convex and dot2(nearer.normal, normal) < dot2(segment.normal, normal):
        return GhostOutcome(GhostRule.NEIGHBOUR, judged=judged)
    sides = (corner, body.corners[(edge + 1) % len(body.corners)]), (start.place, end.place)
    points = _clip(*sides, normal, (body.radius, segment.radius))
    if not points:
        return GhostOutcome(GhostRule.BESIDE, judged=judged)
    same = is_same_normal(judged.normal, segment.normal)
    return GhostOutcome(GhostRule.SEGMENT if same else GhostRule.ADMITTED, judged.normal, points, judged)


def _clip(
    reference: tuple[Vec2, Vec2], incident: tuple[Vec2, Vec2], normal: Vec2, radii: tuple[float, float]
) -> tuple[ChainPoint, ...]:
    """The ends of the part of `incident` that is over `reference`, half way between the surfaces; none if no part is.

    Along the tangent, the reference leads upwards and the incident edge downwards: the normal points from the first to
    the second, and each has its outside on the right.
    """
    tangent, (origin, tip), (high, low) = (-normal[1], normal[0]), reference, incident
    most = dot2(sub2(tip, origin), tangent)
    upper, lower = dot2(sub2(high, origin), tangent), dot2(sub2(low, origin), tangent)
    if upper < 0 or most < lower:
        return ()
    extent = upper - lower
    bottom = _between(low, high, -lower / extent) if lower < 0 < extent else low
    top = _between(low, high, (most - lower) / extent) if upper > most and extent > 0 else high
    return tuple(_surface_point(place, dot2(sub2(place, origin), normal), normal, radii) for place in (bottom, top))


def _between(low: Vec2, high: Vec2, share: float) -> Vec2:
    return add2(scale2(low, 1 - share), scale2(high, share))


def _surface_point(place: Vec2, height: float, normal: Vec2, radii: tuple[float, float]) -> ChainPoint:
    middle = add2(place, scale2(normal, 0.5 * (radii[0] - radii[1] - height)))
    return ChainPoint(middle, height - radii[0] - radii[1])
