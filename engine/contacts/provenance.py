"""Where a contact point comes from: the steps of a manifold's trace that made it, moved it and kept or dropped it.

A policy's own point:

1. A corner of the polygon has an id from the step that made it to the one that removes it.  The steps are read in
   order, and each that adds, moves, measures, chooses or removes the id is an event.
2. Where a plane cuts, the two corners before the step whose side crosses the plane there say which edge was cut.
3. A reduction lists all candidates in each of its steps.  Only the last one discards what was never chosen.

A point that an engine reported has no trace:

4. For each policy, the nearest corner or point is found among all steps, including those that were dropped later.
   Distances are measured across the normal: engines put a point on A, on B or half-way, and depths are judged apart.
   A policy has the same point if its nearest one is within the tolerance, and the depth or gap of the pair, as policies
   project along different normals.
5. Why a phantom is one: its places are compared with the sides of the two faces that touch, by the planes that the
   exact policy clips A's side by, and those of B's.  Beyond a side, a clip is missing, and the plane is named.  Within
   all of them, the point is in its place, so it is the depth that is wrong.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from gjkscope.engine.contacts.clipping import Side
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, neg, norm, sub, unit


class OriginChange(StrEnum):
    """What a step does with a point."""

    CORNER = "corner"  # takes it as a corner of the face that is clipped
    CUT = "cut"  # makes it, where a plane cuts the polygon
    MADE = "made"  # makes it in another way, as the nearest points of two edges
    MEASURED = "measured"  # finds its depth, and projects it
    CHOSEN = "chosen"  # takes it in a reduction
    DISCARDED = "discarded"  # removes it
    KEPT = "kept"  # it is one of the contact points


class PointEvent(NamedTuple):
    """A step that did something with a point."""

    step: int  # `State.iteration`
    phase: ContactPhase
    change: OriginChange
    plane: str = ""  # the side whose plane cut: "A e0-1"
    edge: tuple[str, str] | None = None  # the corners at the ends of the side that was cut
    value: float | None = None  # what it was measured or compared by
    measure: str = ""  # `State.measure`


class PointHistory(NamedTuple):
    """How a policy made a point, and what became of it."""

    policy: str
    id: str
    position: Vec3  # where it was last, world metres
    events: tuple[PointEvent, ...]  # in the order of the steps

    @property
    def is_kept(self) -> bool:
        return self.events[-1].change is OriginChange.KEPT


class NearPoint(NamedTuple):
    """The nearest point of a policy to a reported one."""

    history: PointHistory
    away: float  # metres, across the normal
    is_same: bool


class Overhang(NamedTuple):
    """A side of a touching face beyond which a point lies."""

    plane: ClipPlane
    step: int | None  # of the exact policy, which clips by this plane; None for a side of the face that is clipped
    beyond: float  # metres


class ReportedOrigin(NamedTuple):
    """Where a reported point may come from."""

    near: tuple[NearPoint, ...]  # one per policy that has points, nearest first
    overhangs: tuple[Overhang, ...]  # furthest first; empty if the point is within both faces

    @property
    def same(self) -> tuple[NearPoint, ...]:
        """The policies that make the point."""
        return tuple(point for point in self.near if point.is_same)


def point_history(source: Manifold, name: str) -> PointHistory:
    """The history of the corner or point with this id.  Raises `KeyError` if no step has it.

    >>> from gjkscope import Box, Pose, manifold
    >>> from gjkscope.engine.contacts.provenance import point_history
    >>> found = manifold(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0.5, 1.9, 0)), policy="box3d")
    >>> [event.change.value for event in point_history(found, "A e3-7 × B e0-1").events]
    ['cut', 'measured', 'kept']
    """
    events = tuple(_events(source.steps, name))
    if not events:
        raise KeyError(name)
    return PointHistory(source.policy, name, _places(source)[name], events)


def histories(source: Manifold) -> tuple[PointHistory, ...]:
    """The history of each corner and point that any step has, in the order in which they are made."""
    return tuple(point_history(source, name) for name in _places(source))


def reported_origin(position: Vec3, manifolds: Sequence[Manifold], normal: Vec3, allowed: float) -> ReportedOrigin:
    """Where a reported point may come from.

    `manifolds` are those of the pair by several policies (`all_manifolds`), `normal` is a unit vector from A to B, and
    points up to `allowed` metres apart are the same.
    """
    nearest = [near for source in manifolds if (near := _nearest(position, source, normal, allowed)) is not None]
    overhangs = [
        overhang for exact in manifolds if exact.policy == "exact" for overhang in _overhangs(position, exact, allowed)
    ]
    return ReportedOrigin(
        tuple(sorted(nearest, key=lambda near: (not near.is_same, near.away))),
        tuple(sorted(overhangs, key=lambda overhang: -overhang.beyond)),
    )


def all_manifolds(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> tuple[Manifold, ...]:
    """The manifolds of a pair by each policy that supports its shapes."""
    pair = shape_a, pose_a, shape_b, pose_b
    return tuple(manifold(*pair, policy=name) for name, policy in POLICIES.items() if policy.applies(shape_a, shape_b))


# --- a policy's own point ---


def _places(source: Manifold) -> dict[str, Vec3]:
    """The last place of each id."""
    places = {vertex.id: vertex.position for step in source.steps for vertex in step.after}
    return places | {point.id: point.position for point in source.points}


def _events(steps: Sequence[State], name: str) -> Iterator[PointEvent]:
    last_reduction = max((step.iteration for step in steps if step.phase is ContactPhase.REDUCE), default=-1)
    is_there = False
    for step in steps:
        candidate = _candidate(step, name)
        here = _has(step, name)
        if step.phase is ContactPhase.REDUCE:
            if candidate is not None and (candidate.chosen or step.iteration == last_reduction):
                change = OriginChange.CHOSEN if candidate.chosen else OriginChange.DISCARDED
                yield _event(step, change, candidate)
                is_there = candidate.chosen
            continue
        if here and not is_there:
            yield _making_event(step, name)
        if candidate is not None and step.phase is ContactPhase.DEPTH:
            yield _event(step, OriginChange.MEASURED if here else OriginChange.DISCARDED, candidate)
        elif is_there and not here:
            yield _event(step, OriginChange.DISCARDED)
        if here and step.phase is ContactPhase.POINTS:
            yield _event(step, OriginChange.KEPT)
        is_there = here


def _has(step: State, name: str) -> bool:
    if step.phase is ContactPhase.POINTS:
        return any(point.id == name for point in step.points)
    return any(vertex.id == name for vertex in step.after)


def _candidate(step: State, name: str) -> ContactCandidate | None:
    return next((candidate for candidate in step.candidates if candidate.name == name), None)


def _event(step: State, change: OriginChange, candidate: ContactCandidate | None = None) -> PointEvent:
    plane = step.plane.name if step.plane else ""
    if candidate is None:
        return PointEvent(step.iteration, step.phase, change, plane)
    return PointEvent(step.iteration, step.phase, change, plane, None, candidate.value, step.measure)


def _making_event(step: State, name: str) -> PointEvent:
    if step.phase is ContactPhase.FACES:
        return _event(step, OriginChange.CORNER)
    if step.plane is None:
        return _event(step, OriginChange.MADE)
    position = next(vertex.position for vertex in step.after if vertex.id == name)
    return _event(step, OriginChange.CUT)._replace(edge=_cut_edge(step, step.plane, position))


def _cut_edge(step: State, plane: ClipPlane, position: Vec3) -> tuple[str, str] | None:
    """The ends of the side that is cut at the place; None if no side crosses the plane.

    The ids say which sides lose one end.  Where all corners are replaced, as by the plane through a segment, the signs
    of the distances must do: they are not exact.
    """
    sides = [*pairwise((*step.before, *step.before[:1]))]
    left = {vertex.id for vertex in step.after}
    cut = [(first, second) for first, second in sides if (first.id in left) != (second.id in left)]
    cut = cut or [
        (first, second) for first, second in sides if (_excess(plane, first) > 0) != (_excess(plane, second) > 0)
    ]
    if not cut:
        return None
    first, second = min(cut, key=lambda side: _distance_from_line(position, side[0].position, side[1].position))
    return first.id, second.id


def _excess(plane: ClipPlane, vertex: ClipVertex) -> float:
    return _beyond(plane, vertex.position)


def _beyond(plane: ClipPlane, position: Vec3) -> float:
    return dot(plane.normal, sub(position, plane.point))


def _distance_from_line(position: Vec3, start: Vec3, end: Vec3) -> float:
    direction = unit(sub(end, start))
    return norm(_across(sub(position, start), direction))


# --- a reported point ---


def _nearest(position: Vec3, source: Manifold, normal: Vec3, allowed: float) -> NearPoint | None:
    """Of equally near points of a policy, one that it keeps."""
    places = _places(source)
    if not places:
        return None
    away = {name: norm(_across(sub(position, other), normal)) for name, other in places.items()}
    least = min(away.values())
    names = [name for name, distance in away.items() if distance <= max(least, allowed)]
    kept = {point.id for point in source.points}
    name = min(names, key=lambda candidate: (candidate not in kept, away[candidate]))
    return NearPoint(point_history(source, name), away[name], away[name] <= allowed)


def _overhangs(position: Vec3, exact: Manifold, allowed: float) -> Iterator[Overhang]:
    for step, plane in (*_planes_of_a(exact.steps), *_planes_of_b(exact.steps, exact.normal)):
        beyond = _beyond(plane, position)
        if beyond > allowed:
            yield Overhang(plane, step, beyond)


def _planes_of_a(steps: Iterable[State]) -> Iterator[tuple[int | None, ClipPlane]]:
    for step in steps:
        if step.plane is not None:
            yield step.iteration, step.plane


def _planes_of_b(steps: Iterable[State], normal: Vec3) -> Iterator[tuple[int | None, ClipPlane]]:
    """The planes through the sides of B's face and the normal; none if that is an edge or a vertex."""
    corners = next(step.after for step in steps if step.phase is ContactPhase.FACES)
    if len(corners) < 3:
        return
    for k, start in enumerate(corners):
        end, opposite = corners[(k + 1) % len(corners)], corners[(k + 2) % len(corners)]
        outward = unit(cross(sub(end.position, start.position), normal))
        if outward == ZERO:
            continue
        if dot(outward, sub(opposite.position, start.position)) > 0:
            outward = neg(outward)
        ends = tuple(int(corner.id.rpartition("v")[2]) for corner in (start, end))
        yield None, ClipPlane(start.position, outward, str(Side("B", ends)))


def _across(vector: Vec3, normal: Vec3) -> Vec3:
    return along(vector, normal, -dot(normal, vector))
