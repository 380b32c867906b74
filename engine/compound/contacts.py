"""Contact points of bodies made of convex parts, and the faults at the seams between parts.

1. Query all pairs of parts whose boxes overlap or touch; keep those that overlap or touch.  If none does, keep the
   pair that decides the distance.
2. Generate the contact points of each kept pair by the policy.
3. Merge all points, and mark those that exist only because the body is cut into parts:

- ghost: the normal leads from a part straight into another part of the same body.  The surface has no face there: the
  face is one of the cut.  A body that slides over the seam is stopped or thrown by it.
- double: the point is where another pair of parts has one already.  A solver pushes twice there.

Both are what engines have long described for internal edges of triangle meshes: Box2D and Jolt prevent them by the
faces beside an edge, which a convex part does not know (Box2D, src/manifold.c, chain segments with ghost vertices;
Jolt, Physics/Collision/InternalEdgeRemovingCollector.h).

How it can fail: the search for ghosts looks only `PROBE` beyond the contact.  A wider gap between parts hides a ghost.
"""

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from gjkscope.engine.compound.parts import is_compound, pairs_of_parts, parts_of
from gjkscope.engine.compound.query import query_parts
from gjkscope.engine.contacts.policy import check_solid
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import TOUCHING, Exit, Result
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Point, Shape, as_pair
from gjkscope.engine.text import counted, number, vector
from gjkscope.engine.vectors import Vec3, add, along, norm, scale, sub

# How far beyond a contact other parts are sought, relative to the pair's size.  Parts that CoACD cuts from an L are
# 1e-4 of its size apart from its surface and overlap by less at the cut; ten times that is certainly inside a part.
PROBE = 1e-3
# Contact points nearer than this, relative to the pair's size, are one: a solver cannot tell them apart, and parts that
# share a corner repeat it to within rounding.
SAME_PLACE = 1e-6
MOST_NAMED = 4  # seam faults that a sentence names


class PartManifold(NamedTuple):
    """The contact points of one pair of parts."""

    part_a: int
    part_b: int
    manifold: Manifold
    ghost_of: str  #: "A" or "B": whose seam the normal leads through; "" if none
    beyond: int  #: the part of that body behind the seam; -1 if none


class PartContact(NamedTuple):
    """A contact point of the merged bodies."""

    point: ContactPoint  #: its id starts with the parts: "0/2 A v3"
    part_a: int
    part_b: int
    is_ghost: bool
    is_double: bool  #: an earlier one is at the same place


class PartContacts(NamedTuple):
    """The contact points of two bodies made of parts.

    >>> from gjkscope import Box, Mesh, Pose, part_contacts
    >>> slabs = [[(x + u, v, w) for u in (-1, 1) for v in (-1, 0) for w in (-1, 1)] for x in (-1, 1)]
    >>> floor = Mesh(slabs[0] + slabs[1], [], parts=slabs)
    >>> found = part_contacts(floor, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)))
    >>> found.policy, len(found.manifolds), len(found.contacts), found.doubles, found.ghosts
    ('exact', 2, 8, 2, 0)
    """

    policy: str  #: that made the contact points
    manifolds: tuple[PartManifold, ...]  #: the deepest first
    contacts: tuple[PartContact, ...]  #: of all manifolds

    @property
    def ghosts(self) -> int:
        """The number of manifolds that push on a face of a seam."""
        return sum(bool(pair.ghost_of) for pair in self.manifolds)

    @property
    def doubles(self) -> int:
        """The number of points at the place of an earlier one."""
        return sum(contact.is_double for contact in self.contacts)


class _Placed(NamedTuple):
    name: str
    parts: tuple[Shape, ...]
    pose: Pose


def part_contacts(
    shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object, policy: str = "exact"
) -> PartContacts:
    """The contact points of all touching parts of two bodies; those that only the seams cause are marked.

    Arguments and errors are those of `manifold`.

    >>> from gjkscope import Box, Mesh, Pose, part_contacts
    >>> def block(x):
    ...     return [(x + u, v, w) for u in (-1, 1) for v in (-1, 0) for w in (-1, 1)]
    >>> floor = Mesh(block(-1) + block(1), [], parts=[block(-1), block(1)])
    >>> found = part_contacts(floor, Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 0.49, 0)))
    >>> len(found.contacts), found.doubles, found.ghosts
    (8, 2, 0)
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    check_solid(shape_a, shape_b)
    size = size_of(shape_a, a, shape_b, b)
    both = _Placed("A", parts_of(shape_a), a), _Placed("B", parts_of(shape_b), b)
    pairs = _touching(shape_a, a, shape_b, b, TOUCHING * size)
    manifolds = tuple(_of_parts(i, j, both, policy, PROBE * size) for i, j in pairs)
    return PartContacts(policy, manifolds, _merge(manifolds, SAME_PLACE * size))


def merged_manifold(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, policy: str) -> Manifold:
    """The steps of the deepest pair of parts, and a last one with the points of all pairs.

    For shapes without parts, the result of `manifold`.
    """
    if not is_compound(shape_a, shape_b):
        return manifold(shape_a, pose_a, shape_b, pose_b, policy)
    return one_manifold(part_contacts(shape_a, pose_a, shape_b, pose_b, policy))


def one_manifold(contacts: PartContacts) -> Manifold:
    """All points as one manifold, with the normal and the steps of the deepest pair."""
    deepest = contacts.manifolds[0].manifold
    points = tuple(contact.point for contact in contacts.contacts)
    last = deepest.steps[-1]
    whole = last._replace(iteration=last.iteration + 1, points=points, reason="")
    return deepest._replace(points=points, steps=(*deepest.steps[:-1], last._replace(exit=Exit.RUNNING), whole))


def explain_seams(contacts: PartContacts, a: str, b: str) -> str:
    """Sentences about ghost and double contacts; empty if there are none."""
    ghosts = [_ghost(pair, a, b) for pair in contacts.manifolds if pair.ghost_of]
    doubled = contacts.doubles
    double = (
        f"{doubled} of {counted(len(contacts.contacts), 'contact point')} "
        f"{'repeats' if doubled == 1 else 'repeat'} another one at a seam: a solver pushes twice there."
    )
    return " ".join([*ghosts[:MOST_NAMED], double] if doubled else ghosts[:MOST_NAMED])


def _ghost(pair: PartManifold, a: str, b: str) -> str:
    own, part = (a, pair.part_a) if pair.ghost_of == "A" else (b, pair.part_b)
    depth = max((point.depth for point in pair.manifold.points), default=0.0)
    return (
        f"Ghost contact: the normal {vector(pair.manifold.normal)} of part {part} of {own} leads into part "
        f"{pair.beyond} of {own}. The surface of {own} has no face there, but a body is pushed {number(depth)} m "
        "along it."
    )


def _touching(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose, margin: float) -> list[tuple[int, int]]:
    """The pairs of parts that overlap or touch, the deepest first; the nearest pair if none does."""
    parts_a, parts_b = parts_of(a), parts_of(b)
    near = [pair for pair in pairs_of_parts(a, pose_a, b, pose_b) if pair.bound <= margin]
    answers = {(pair.a, pair.b): result_only(parts_a[pair.a], pose_a, parts_b[pair.b], pose_b) for pair in near}
    met = [pair for pair, answer in answers.items() if _least(answer) <= margin]
    if met:
        return sorted(met, key=lambda pair: _least(answers[pair]))
    nearest = query_parts(a, pose_a, b, pose_b)
    return [(nearest.part_a, nearest.part_b)]


def _least(answer: Result) -> float:
    return answer.lower if answer.signed_distance is None else answer.signed_distance


def _of_parts(i: int, j: int, both: tuple[_Placed, _Placed], policy: str, probe: float) -> PartManifold:
    a, b = both
    contact = manifold(a.parts[i], a.pose, b.parts[j], b.pose, policy)
    for body, own, outwards in ((a, i, contact.normal), (b, j, scale(contact.normal, -1.0))):
        beyond = _behind_seam(body, own, contact.points, outwards, probe)
        if beyond >= 0:
            return PartManifold(i, j, contact, body.name, beyond)
    return PartManifold(i, j, contact, "", -1)


def _behind_seam(body: _Placed, own: int, points: tuple[ContactPoint, ...], outwards: Vec3, probe: float) -> int:
    """The other part that contains the middle of the contacts on this one, moved outwards; -1 if none does."""
    if not points or len(body.parts) == 1:
        return -1
    places = [point.position_a if body.name == "A" else point.position_b for point in points]
    middle = scale(reduce(add, places), 1 / len(places))
    pose = Pose(position=along(middle, outwards, probe))
    for number_of, part in enumerate(body.parts):
        if number_of != own and result_only(part, body.pose, Point(), pose).upper < 0:
            return number_of
    return -1


def _merge(manifolds: Iterable[PartManifold], same: float) -> tuple[PartContact, ...]:
    contacts: list[PartContact] = []
    for pair in manifolds:
        others = list(contacts)
        for point in pair.manifold.points:
            is_double = any(norm(sub(point.position, other.point.position)) <= same for other in others)
            named = point._replace(
                id=f"{pair.part_a}/{pair.part_b} {point.id}", normal=point.normal or pair.manifold.normal
            )
            contacts.append(PartContact(named, pair.part_a, pair.part_b, bool(pair.ghost_of), is_double))
    return tuple(contacts)
