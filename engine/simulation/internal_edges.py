"""What a policy for internal edges makes of the contacts of a body with the triangles of a terrain, before the solver.

The contact policy generates points for each triangle on its own, so a body that slides over a flat floor also has
points at the edge of the next triangle, with a normal that the floor does not have: a ghost collision.

1. The manifolds of a body, or of one of its convex parts, with all triangles of a terrain are taken together.  Each is
   one contact for the policy (`edges/policies`): its normal, its deepest point, and the part of the triangle that lies
   furthest along the normal.
2. A manifold whose contact is voided is left out.  One that is corrected has the new normal; its depths change by as
   much as the policy changes that of the contact.
3. A contact that waits for the push-out of another one is left out too: a solver has no push-outs between two contacts.
   So the policy "greatest" takes only the deepest triangle of each tick.

How it can fail: an engine decides before it has made the points, and then makes them along the new normal; here the
points of the raw normal are kept.  A correction of one manifold that touches two edges is that of one contact.
"""

from collections.abc import Sequence
from math import cos, radians
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import Pair
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.edges.contacts import TriangleContact, touching_corners
from gjkscope.engine.edges.decisions import NO_CONTACT, ContactFate, Decision, EdgeTask
from gjkscope.engine.edges.mesh_edges import EdgedMesh, edged_mesh
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import is_ghost_normal
from gjkscope.engine.impulses.records import PointImpulse
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.pairing import Placement, Solid
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, dot, neg

NO_POLICY = "none"  # every contact counts, so the edges of the terrain need not be found
NO_TRIANGLE = -1

# The cosine of 1°: bodies turn a little from tick to tick, and a normal of one of their faces, less than this away from
# the triangle's, is no collision with an edge.
ALONG_FACE = cos(radians(1.0))


class TriangleDecision(NamedTuple):
    """A triangle of a terrain that a body has contact points with, and the decision about them."""

    pair: Pair
    part: int  # of the body: 0 if it is convex
    triangle: int
    fate: ContactFate
    by: int  # the triangle whose contact voided it, or on which it waits; `NO_TRIANGLE`
    raw: Vec3  # unit, in which the body leaves the triangle, as the contact policy found it
    normal: Vec3  # after the decision
    depth: float  # of the deepest point, along it, metres
    reason: str  # a clause: "edge 3–7 is flat"

    @property
    def counts(self) -> bool:
        """Whether the solver sees its points."""
        return self.fate in (ContactFate.ACCEPTED, ContactFate.CORRECTED)


def decide_edges(
    name: str,
    solids: Sequence[Solid],
    places: Sequence[Placement],
    shapes: Sequence[Shape],
    manifolds: Sequence[PairManifold],
) -> tuple[tuple[PairManifold, ...], tuple[TriangleDecision, ...]]:
    """The manifolds that the solver sees, and a decision for each that is with a triangle of a terrain.

    `name` is a key of `EDGE_POLICIES`; `shapes` are those of the body, or of its part, for each manifold.
    """
    decided: dict[int, TriangleDecision] = {}
    for numbers in _groups(solids, manifolds):
        decided |= _decide(name, solids, places, shapes[numbers[0]], {i: manifolds[i] for i in numbers})
    kept = [
        contact if i not in decided else _decided(contact, solids, decided[i])
        for i, contact in enumerate(manifolds)
        if i not in decided or decided[i].counts
    ]
    return tuple(kept), tuple(decided[i] for i in sorted(decided))


def decision_words(decision: TriangleDecision) -> str:
    """ "triangle 3 is voided by triangle 2, as edge 3–7 is flat"."""
    by = f" by triangle {decision.by}" if decision.fate is ContactFate.VOIDED and decision.by != NO_TRIANGLE else ""
    fate = "waits" if decision.fate is ContactFate.LATER else f"is {decision.fate.value}"
    depth = f", {number(decision.depth, 3)} m deep" if decision.counts else ""
    return f"triangle {decision.triangle} {fate}{by}, as {decision.reason}{depth}"


def ghost_decisions(
    solids: Sequence[Solid],
    manifolds: Sequence[PairManifold],
    decisions: Sequence[TriangleDecision],
    impulses: Sequence[PointImpulse],
) -> tuple[TriangleDecision, ...]:
    """Those contacts that took an impulse along a normal that the terrain does not have at that place.

    `manifolds` and `impulses` are those of the tick.  The time grows with the number of triangles.
    """
    pushed = {impulse.key for impulse in impulses if impulse.total > 0}
    ghosts = []
    for decision in decisions:
        contact = next((each for each in manifolds if _concerns(each, solids, decision)), None)
        if contact is None or not any(contact.key_of(point) in pushed for point in contact.points):
            continue
        terrain = _terrain_of(solids, contact.pair)
        mesh = edged_mesh(solids[terrain].triangles)
        if dot(decision.normal, mesh.normals[decision.triangle]) >= ALONG_FACE:
            continue
        touch = _contact(mesh, solids, contact)._replace(normal=decision.normal)
        if is_ghost_normal(mesh, touch, decision.normal):
            ghosts.append(decision)
    return tuple(ghosts)


def _groups(solids: Sequence[Solid], manifolds: Sequence[PairManifold]) -> list[list[int]]:
    """The manifolds of each body, or part, with the triangles of a terrain, by their numbers."""
    groups: dict[tuple[Pair, int], list[int]] = {}
    for i, contact in enumerate(manifolds):
        if any(solids[body].triangles for body in contact.pair):
            groups.setdefault((contact.pair, _numbers(solids, contact)[1]), []).append(i)
    return list(groups.values())


def _decide(
    name: str, solids: Sequence[Solid], places: Sequence[Placement], shape: Shape, manifolds: dict[int, PairManifold]
) -> dict[int, TriangleDecision]:
    numbers, first = list(manifolds), next(iter(manifolds.values()))
    if name == NO_POLICY:
        return {i: _accepted(solids, contact) for i, contact in manifolds.items()}
    terrain = _terrain_of(solids, first.pair)
    body = first.pair[0] if first.pair[1] == terrain else first.pair[1]
    mesh = edged_mesh(solids[terrain].triangles)
    contacts = tuple(_contact(mesh, solids, manifolds[i]) for i in numbers)
    task = EdgeTask(shape, places[body].pose, places[body].motion.velocity, mesh, contacts)
    return {
        numbers[decision.contact]: _outcome(solids, manifolds[numbers[decision.contact]], contacts, decision)
        for decision in EDGE_POLICIES[name].decide(task)
    }


def _accepted(solids: Sequence[Solid], contact: PairManifold) -> TriangleDecision:
    triangle, part = _numbers(solids, contact)
    normal = _outwards(solids, contact)
    deepest = max(point.depth for point in contact.points)
    fate, reason = ContactFate.ACCEPTED, "every contact counts"
    return TriangleDecision(contact.pair, part, triangle, fate, NO_TRIANGLE, normal, normal, deepest, reason)


def _outcome(
    solids: Sequence[Solid], contact: PairManifold, contacts: Sequence[TriangleContact], decision: Decision
) -> TriangleDecision:
    touch = contacts[decision.contact]
    by = NO_TRIANGLE if decision.by == NO_CONTACT else contacts[decision.by].triangle
    part = _numbers(solids, contact)[1]
    return TriangleDecision(
        contact.pair,
        part,
        touch.triangle,
        decision.fate,
        by,
        touch.normal,
        decision.normal,
        decision.depth,
        decision.reason,
    )


def _decided(contact: PairManifold, solids: Sequence[Solid], decision: TriangleDecision) -> PairManifold:
    """The manifold after a decision that lets it count."""
    if decision.fate is not ContactFate.CORRECTED:
        return contact
    normal = decision.normal if _terrain_of(solids, contact.pair) == contact.pair[0] else neg(decision.normal)
    change = decision.depth - max(point.depth for point in contact.points)
    points = tuple(
        point._replace(depth=point.depth + change, normal=None if point.normal is None else normal)
        for point in contact.points
    )
    return contact._replace(normal=normal, points=points)


def _contact(mesh: EdgedMesh, solids: Sequence[Solid], contact: PairManifold) -> TriangleContact:
    """The manifold as one contact for a policy."""
    normal, triangle = _outwards(solids, contact), _numbers(solids, contact)[0]
    deepest: ContactPoint = max(contact.points, key=lambda point: point.depth)
    is_first = _terrain_of(solids, contact.pair) == contact.pair[0]
    place = deepest.position_a if is_first else deepest.position_b
    return TriangleContact(triangle, touching_corners(mesh, triangle, normal), place, deepest.depth, normal)


def _concerns(contact: PairManifold, solids: Sequence[Solid], decision: TriangleDecision) -> bool:
    is_terrain = any(solids[body].triangles for body in contact.pair)
    return is_terrain and (contact.pair, *_numbers(solids, contact)) == (
        decision.pair,
        decision.triangle,
        decision.part,
    )


def _terrain_of(solids: Sequence[Solid], pair: Pair) -> int:
    return pair[0] if solids[pair[0]].triangles else pair[1]


def _numbers(solids: Sequence[Solid], contact: PairManifold) -> tuple[int, int]:
    """The triangle, and the part of the body."""
    a, b = contact.part_a, contact.part_b
    return (a, b) if _terrain_of(solids, contact.pair) == contact.pair[0] else (b, a)


def _outwards(solids: Sequence[Solid], contact: PairManifold) -> Vec3:
    """The normal from the terrain to the body; a single point's own, where it has one."""
    deepest = max(contact.points, key=lambda point: point.depth)
    normal = contact.normal_at(deepest)
    return normal if _terrain_of(solids, contact.pair) == contact.pair[0] else neg(normal)
