"""The contacts of a convex 2D body and a chain, segment by segment, with and without ghost vertices, as a trace.

A body that slides over a flat chain also overlaps the next segment by a little, and the shortest way out of that one
leads sideways: a ghost collision.  The steps are those of meshes (simulation/mesh_contacts.py), with segments:

1. CANDIDATES.  The segments whose boxes meet that of the body, grown by the margin.
2. SEGMENT, once for each.  GJK and EPA in the plane find the distance or the shortest way out of the segment alone.
   Only what is within the margin is a contact.
3. DECISION, once for each contact.  Box2D's rules admit a normal, snap it to the segment's, or leave the contact to a
   neighbour (chain_rules.py).  Without a policy, the shortest way out counts, on either side.
4. POINTS.  What is left: the input of a solver.

How it can fail: a body behind a chain has no contact by Box2D's rules.
"""

from enum import IntEnum
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from gjkscope.engine.arguments import choice, length, short_repr
from gjkscope.engine.edges.chain_rules import (
    ChainPoint,
    GhostOutcome,
    GhostSegment,
    NormalAtEnd,
    PlaneBody,
    decide_by_ghosts,
    ghost_segment,
    is_same_normal,
    judge_normal,
)
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.edges.policies.box2d import TOLERANCE, NormalClass
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.plane.cores import PlaneCore, plane_cores
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.outline import corner_numbers
from gjkscope.engine.plane.shapes.kinds import Chain
from gjkscope.engine.plane.vectors import Vec2, add2, cross2, in_plane, right2, scale2, sub2, unit2
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, all_steps
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import Shape, as_pair, as_shape

NO_GHOSTS = "none"
CHAIN_POLICIES = (NO_GHOSTS, "box2d")
"""The policies for the vertices of a chain; their names are those for the internal edges of meshes."""

NO_SEGMENT = -1


class ChainPhase(IntEnum):
    """What a step does."""

    CANDIDATES = 0
    SEGMENT = 1
    DECISION = 2
    POINTS = 3


class SegmentContact(NamedTuple):
    """A segment on its own: its distance from the body, or the shortest way out of it."""

    segment: int
    normal: Vec2  # unit, from the chain to the body
    separation: float  # metres; < 0 where they overlap
    points: tuple[Vec2, Vec2]  # of the chain and the body, in the world
    nearest: gjk.State


class SegmentDecision(NamedTuple):
    """What the policy makes of a contact, and what its shortest way out is worth."""

    segment: int
    fate: ContactFate
    normal: Vec2  # unit; the raw one, unless it was corrected
    points: tuple[ChainPoint, ...]  # in the world; none if it is voided
    raw: SegmentContact
    judged: NormalAtEnd  # the raw normal, whatever the policy
    outcome: GhostOutcome | None  # of Box2D's rules, relative to the chain's position; none without a policy

    is_ghost: bool  # whether the normal that counts is one that the chain does not have at this place
    raw_is_ghost: bool  # whether the raw one is


class ChainWork(NamedTuple):
    """What is constant; coordinates are relative to the chain's position, `origin`."""

    segments: tuple[GhostSegment, ...]
    body: PlaneBody
    core: PlaneCore  # of the body, with its corners in the order of `body`
    origin: Vec2
    margin: float  # metres
    contact: float  # separations up to this count: the margin and what is touching
    edges: str


class State(NamedTuple):
    """A step, with all quantities that determined it."""

    iteration: int
    phase: ChainPhase
    candidates: tuple[int, ...]
    segment: int  # of this step; `NO_SEGMENT`
    measured: tuple[SegmentContact, ...]
    decisions: tuple[SegmentDecision, ...]
    work: ChainWork
    exit: Exit


class ChainContacts(NamedTuple):
    """The contacts of a body and a chain, and the steps that led to them."""

    decisions: tuple[SegmentDecision, ...]
    ghosts: tuple[int, ...]  # segments whose normal counts although the chain does not have it there
    steps: tuple[State, ...]


def chain_contacts(
    shape: Shape, pose: object, chain: Chain, chain_pose: object, edges: str = "box2d", margin: float = 0.0
) -> ChainContacts:
    """The contacts of a convex 2D body, `shape` at `pose`, with the segments of a `chain`.

    `edges` is "box2d", with ghost vertices, or "none", where the shortest way out of each segment counts.  Contacts may
    be up to `margin` apart, metres; Box2D has 0.02.  Raises `ValueError`, naming the argument, if one is invalid, and
    `NotApplicable` if products of the coordinates overflow or underflow.

    Source: Box2D 3.1.1, src/manifold.c; chain_rules.py has the departures.

    >>> from gjkscope import Box2, Chain, Pose
    >>> floor = Chain([(4, 0), (0, 0), (-4, 0)])
    >>> box = Box2((0.5, 0.5)), Pose(position=(-0.496, 0.49, 0))
    >>> [chain_contacts(*box, floor, Pose(), edges).ghosts for edges in ("none", "box2d")]
    [(0,), ()]
    """
    choice("edges", edges, CHAIN_POLICIES, "policy for chains")
    if not isinstance(chain, Chain):
        raise ValueError(f"chain: must be a chain, got {short_repr(chain)}")
    if not is_hull(as_shape(shape)):
        raise ValueError(f"shape: must be convex, got {short_repr(shape)}")
    placed, ground = as_pair(shape, pose, chain, chain_pose)
    grown = length("margin", margin, zero=True)
    core_a, core_b = plane_cores(chain, ground, shape, placed)
    segments, body = _ghost_segments(chain, core_a), _plane_body(shape, core_b)
    core = core_b._replace(vertices=body.corners)
    work = ChainWork(segments, body, core, in_plane(ground.position), grown, grown + _touching(core), edges)
    steps = all_steps(start(work), step)
    decisions = steps[-1].decisions
    return ChainContacts(decisions, tuple(each.segment for each in decisions if each.is_ghost), steps)


def start(work: ChainWork) -> State:
    """The first step: the segments whose boxes meet that of the body."""
    found = tuple(segment.number for segment in work.segments if _boxes_meet(segment, work))
    first = State(0, ChainPhase.CANDIDATES, found, NO_SEGMENT, (), (), work, Exit.RUNNING)
    return first if found else first._replace(exit=Exit.NO_CONTACT)


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    ahead = state._replace(iteration=state.iteration + 1, segment=NO_SEGMENT)
    if len(state.measured) < len(state.candidates):
        number = state.candidates[len(state.measured)]
        made = _measure(state.work, state.work.segments[number])
        return ahead._replace(phase=ChainPhase.SEGMENT, segment=number, measured=(*state.measured, made))
    contacts = [each for each in state.measured if each.separation <= state.work.contact]
    if len(state.decisions) < len(contacts):
        decision = _decide(state.work, contacts[len(state.decisions)])
        return ahead._replace(
            phase=ChainPhase.DECISION, segment=decision.segment, decisions=(*state.decisions, decision)
        )
    return ahead._replace(phase=ChainPhase.POINTS, exit=Exit.COMPLETE if contacts else Exit.NO_CONTACT)


def _ghost_segments(chain: Chain, core: PlaneCore) -> tuple[GhostSegment, ...]:
    places, count = core.vertices, len(core.vertices)

    def place(number: int) -> Vec2 | None:
        return places[number % count] if chain.loop or 0 <= number < count else None

    found = []
    for number, (i, j, _) in enumerate(chain.faces):
        if places[i] == places[j]:
            raise ValueError(f"chain: segment {number} must have a length, its ends coincide at {places[i]}")
        ghosts = place(i - 1), place(i + 2)
        found.append(ghost_segment(number, (i, places[i]), (j, places[j]), ghosts, core.radius))
    return tuple(found)


def _plane_body(shape: Shape, core: PlaneCore) -> PlaneBody:
    """The corners in order; corners that coincide in this position are one."""
    order = [core.vertices[number] for number in corner_numbers(shape)]
    corners = tuple(corner for number, corner in enumerate(order) if corner != order[number - 1]) or (order[0],)
    if len(corners) == 1:
        return PlaneBody(corners, (), corners[0], core.radius)
    following = (*corners[1:], corners[0])
    normals = tuple(right2(unit2(sub2(q, p))) for p, q in zip(corners, following, strict=True))
    return PlaneBody(corners, normals, _centroid(corners), core.radius)


def _centroid(corners: tuple[Vec2, ...]) -> Vec2:
    """The centroid of a convex polygon, by triangles from its first corner; the mean if it has no area."""
    first, *others = corners
    sides = [sub2(corner, first) for corner in others]
    areas = [cross2(p, q) for p, q in pairwise(sides)]
    if not sum(areas) > 0:
        return scale2(reduce(add2, corners), 1 / len(corners))
    moment = reduce(add2, (scale2(add2(p, q), area) for (p, q), area in zip(pairwise(sides), areas, strict=True)))
    return add2(first, scale2(moment, 1 / (3 * sum(areas))))


def _touching(core: PlaneCore) -> float:
    """The separation that counts as contact without a margin: as in a query of the body, and the rounding."""
    reach = max(abs(number) for vertex in core.vertices for number in vertex)
    extent: float = max(max(axis) - min(axis) for axis in zip(*core.vertices, strict=True)) + 2 * core.radius
    return TOUCHING * extent + ROUNDINGS * core.roundoff * (reach + core.radius)


def _boxes_meet(segment: GhostSegment, work: ChainWork) -> bool:
    near = work.contact + segment.radius + work.body.radius
    for axis in (0, 1):
        ends = [end.place[axis] for end in segment.ends]
        corners = [corner[axis] for corner in work.body.corners]
        if min(ends) - near > max(corners) or min(corners) - near > max(ends):
            return False
    return True


def _measure(work: ChainWork, segment: GhostSegment) -> SegmentContact:
    """The segment alone, by GJK and EPA."""
    start, end = (each.place for each in segment.ends)
    alone = PlaneCore((start, end), scale2(add2(start, end), 0.5), segment.radius, work.core.roundoff)
    nearest = gjk.run(alone, work.core)[-1]
    depth = epa.run(alone, work.core, nearest)[-1]
    if Exit.DEGENERATE_INPUT in (nearest.exit, depth.exit):
        raise NotApplicable("the coordinates are too large or too small: products of them overflow or underflow")
    points, normal, apart = epa.plane_contact_points(depth), depth.normal, depth.lower
    if depth.exit == Exit.DISTANCE_KNOWN:
        points, normal, apart = gjk.weighted_witnesses(nearest.simplex, nearest.weights), nearest.normal, nearest.upper
    on_chain = add2(add2(points[0], scale2(normal, segment.radius)), work.origin)
    on_body = add2(add2(points[1], scale2(normal, -work.body.radius)), work.origin)
    separation = apart - segment.radius - work.body.radius
    return SegmentContact(segment.number, normal, separation, (on_chain, on_body), nearest)


def _decide(work: ChainWork, raw: SegmentContact) -> SegmentDecision:
    segment = work.segments[raw.segment]
    judged = judge_normal(segment, raw.normal)
    fate, normal, outcome = ContactFate.ACCEPTED, raw.normal, None
    points: tuple[ChainPoint, ...] = (ChainPoint(scale2(add2(*raw.points), 0.5), raw.separation),)
    if work.edges != NO_GHOSTS:
        outcome = decide_by_ghosts(segment, work.body, raw.nearest)
        points = tuple(ChainPoint(add2(each.position, work.origin), each.separation) for each in outcome.points)
        normal = outcome.normal or raw.normal
        fate = _fate(outcome, raw)
    is_ghost = fate is not ContactFate.VOIDED and _is_ghost(segment, normal)
    return SegmentDecision(
        raw.segment, fate, normal, points, raw, judged, outcome, is_ghost, _is_ghost(segment, raw.normal)
    )


def _fate(outcome: GhostOutcome, raw: SegmentContact) -> ContactFate:
    if outcome.normal is None:
        return ContactFate.VOIDED
    return ContactFate.ACCEPTED if is_same_normal(outcome.normal, raw.normal) else ContactFate.CORRECTED


def _is_ghost(segment: GhostSegment, normal: Vec2) -> bool:
    """Whether the chain has no such normal at the segment's ends; that of its back is not a matter of ends."""
    turned = abs(cross2(normal, segment.normal)) > TOLERANCE
    return turned and judge_normal(segment, normal).verdict is not NormalClass.ADMIT
