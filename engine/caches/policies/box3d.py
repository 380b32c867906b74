"""Box3D's `b3SATCache`: the axis of the last tick, a face or two edges, tried before all others.

Written from Box3D 0.1.0 (tag v0.1.0, commit 8441b4a, https://github.com/erincatto/box3d), `b3CollideHulls` in
src/convex_manifold.c, on the steps of contacts/policies/box3d.py:

1. If the remembered axis separates by the speculative distance, 20 mm, or more: hit, no contact.
2. Otherwise contact points are made with the remembered feature alone.  If there are some, and the separation differs
   by less than the linear slop, 5 mm, from the remembered one: hit.  The remembered separation stays, so slow changes
   add up to no more than 5 mm.
3. Otherwise all axes are tested, and the best one is remembered, with the separation of its contact.

So the misses are: the face's polygon is clipped away; the separation has changed; the arcs of the two edges no longer
cross on the Gauss map; or their lines are nearest beyond an end.  Nothing is remembered if the contact was made with a
face after the edges that looked better failed, as `b3BuildEdgeContact` then empties the cache.

Other versions: up to 30c67b5 of 12 August 2026 the same, with a flag for hits.

How it fails: on a hit of case 2, no other axis is tested, although one may be better by now: the normal is that of the
past, and the depth is off by up to what that makes.  A separating axis is never overlooked for longer than it takes the
separation along the old one to change by 5 mm.

Departures: capsules and spheres have a simplex cache in Box3D (see box3d_simplex.py) and are refused here.
"""

from typing import NamedTuple

import numpy as np

from gjkscope.engine.caches.policies.last_simplex import NOTHING_YET
from gjkscope.engine.caches.records import CacheClaim, CacheOutcome, CachePolicy, CacheUse, PlainCost, TickPair
from gjkscope.engine.contacts.box3d.limits import LINEAR_SLOP, SPECULATIVE
from gjkscope.engine.contacts.box3d.round_pairs import is_round
from gjkscope.engine.contacts.policies import box3d
from gjkscope.engine.contacts.policies.box3d import POLICY as BOX3D
from gjkscope.engine.contacts.policies.box3d import (
    EdgeAxis,
    FaceAxis,
    HullPair,
    Next,
    edge_axes,
    edge_contact,
    face_axis,
)
from gjkscope.engine.contacts.policy import SINGLE_ACCURACY
from gjkscope.engine.contacts.steps import State
from gjkscope.engine.proof.verdict import Verdict
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.result import all_steps
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.text import number

STILL_APART = "the axis still separates by more than 20 mm"


class SatMemory(NamedTuple):
    """`b3SATCache`: a face of a body, or two edges, and the separation; without either, why there is none."""

    face: tuple[str, int] | None = None
    edges: tuple[int, int] | None = None
    separation: float = 0.0
    reason: str = ""


class TriedAxis(NamedTuple):
    """What trying the remembered axis led to: an answer, or why there is none."""

    claim: CacheClaim | None
    reason: str
    detail: str
    looked: int


def _use(pair: TickPair, memory: SatMemory | None) -> CacheUse:
    first = box3d.start(*pair)
    if memory is None or (memory.face is None and memory.edges is None):
        return _tested(first, CacheOutcome.MISS, memory.reason if memory else NOTHING_YET)
    with np.errstate(all="ignore"):
        tried = _try_face(first, memory) if memory.face is not None else _try_edges(first.work, memory)
    if tried.claim is not None:
        return CacheUse(CacheOutcome.HIT, tried.reason, tried.detail, tried.claim, 1, tried.looked, memory)
    use = _tested(first, CacheOutcome.REBUILD, tried.reason, tried.detail)
    return use._replace(calls=use.calls + 1, looked=use.looked + tried.looked)


def _try_face(first: State, memory: SatMemory) -> TriedAxis:
    assert memory.face is not None
    pair: HullPair = first.work
    owner, face = memory.face
    axis = face_axis(pair, owner, face)
    looked = len((pair.b if owner == "A" else pair.a).points)
    if axis.separation >= float32(SPECULATIVE):
        return TriedAxis(_apart(axis.separation), STILL_APART, _measured(axis.name, axis.separation), looked)
    begun = first._replace(work=pair._replace(face=axis, edge=None, then=Next.FEATURES))
    clipped = all_steps(begun, box3d.step)[-1].work.clipped
    if not clipped:
        return TriedAxis(None, "the face has no contact: clipped away, or more than 20 mm apart", axis.name, looked)
    separation = float(min(point.separation for point in clipped))
    return _judged(axis.name, memory, separation, looked)


def _try_edges(pair: HullPair, memory: SatMemory) -> TriedAxis:
    axis = next((axis for axis in edge_axes(pair) if axis.edges == memory.edges), None)
    if axis is None:
        return TriedAxis(None, "the arcs of the two edges no longer cross on the Gauss map", "", 1)
    if axis.separation > float32(SPECULATIVE):
        return TriedAxis(_apart(axis.separation), STILL_APART, _measured(axis.name, axis.separation), 1)
    contact = edge_contact(pair, axis)
    if contact is None:
        return TriedAxis(None, "the lines of the edges are nearest beyond an end", axis.name, 1)
    return _judged(axis.name, memory, -contact[1].depth, 1)


def _judged(name: str, memory: SatMemory, separation: float, looked: int) -> TriedAxis:
    detail = f"{_measured(name, separation)}, was {number(1000 * memory.separation, 3)} mm"
    if abs(memory.separation - separation) < LINEAR_SLOP:
        return TriedAxis(_contact(separation), "the separation has changed by less than 5 mm", detail, looked)
    return TriedAxis(None, "the separation has changed by 5 mm or more", detail, looked)


def _tested(first: State, outcome: CacheOutcome, reason: str, detail: str = "") -> CacheUse:
    """All axes are tested."""
    steps = all_steps(first, box3d.step)
    last = steps[-1]
    memory = _remembered(steps)
    apart = memory.separation > float32(SPECULATIVE)
    depths = [point.depth for point in last.points]
    claim = _apart(memory.separation) if apart else _contact(-max(depths)) if depths else _apart(0.0)
    cost = cost_of_axes(steps)
    return CacheUse(outcome, reason, detail, claim, cost.calls, cost.looked, memory, steps)


def _remembered(steps: tuple[State, ...]) -> SatMemory:
    """What the functions leave in the cache."""
    pair: HullPair = steps[-1].work
    face, edge = pair.face, pair.edge
    if face.separation > float32(SPECULATIVE):
        return _of_face(face, face.separation)
    if edge is not None and edge.separation > float32(SPECULATIVE):
        return SatMemory(edges=edge.edges, separation=edge.separation)
    if any(step.work.then is Next.CROSSING for step in steps):
        return _of_crossing(pair, edge)
    if not pair.clipped:
        return SatMemory(reason="the last contact was empty, which empties the cache")
    return _of_face(face, float(min(point.separation for point in pair.clipped)))


def _of_face(face: FaceAxis, separation: float) -> SatMemory:
    return SatMemory(face=(face.owner, face.face), separation=separation)


def _of_crossing(pair: HullPair, edge: EdgeAxis | None) -> SatMemory:
    assert edge is not None
    with np.errstate(all="ignore"):
        contact = edge_contact(pair, edge)
    if contact is None:
        return SatMemory(reason="the edges tried last made no contact, which empties the cache")
    return SatMemory(edges=edge.edges, separation=-contact[1].depth)


def _measured(name: str, separation: float) -> str:
    return f"{name}: {number(1000 * separation, 3)} mm"


def _apart(separation: float) -> CacheClaim:
    return CacheClaim(Verdict.SEPARATED, lower=float(separation))


def _contact(separation: float) -> CacheClaim:
    return CacheClaim(Verdict.PENETRATING if separation < 0 else Verdict.SEPARATED, separation, separation)


def cost_of_axes(steps: tuple[State, ...]) -> PlainCost:
    """The axes that were tested, and the vertices that were looked at; 1 for a pair of edges."""
    pair: HullPair = steps[-1].work
    tested = [step.work.then for step in steps]
    calls, looked = len(pair.a.planes), len(pair.a.planes) * len(pair.b.points)
    if Next.EDGES in tested or len(steps) > FACE_STEPS:
        calls, looked = calls + len(pair.b.planes), looked + len(pair.b.planes) * len(pair.a.points)
    if Next.EDGES in tested:
        edges = (len(pair.a.edges) // 2) * (len(pair.b.edges) // 2)
        calls, looked = calls + edges, looked + edges
    return PlainCost(calls, looked)


FACE_STEPS = 2
"""The steps of a search that A's faces end: those, and the one that has the result."""


def _cost(pair: TickPair) -> PlainCost:
    return cost_of_axes(all_steps(box3d.start(*pair), box3d.step))


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return BOX3D.applies(shape_a, shape_b) and not (is_round(shape_a) or is_round(shape_b))


POLICY = CachePolicy(
    "box3d",
    "Box3D, SAT cache",
    50,
    "The face or the edges of the last tick are tried before all other axes.",
    _use,
    _applies,
    "boxes, hulls and triangles without a rounding, and cylinders and cones as hulls",
    _cost,
    slack=LINEAR_SLOP,
    accuracy=SINGLE_ACCURACY,
)
