"""How bodies respond to contacts by impulses: manifolds, a solver, and what the energy becomes.

1. The broad phase finds pairs at the start of the tick; the contact policy generates the points of each pair of parts:
   of a terrain, the triangles that are near, of a concave body, its convex parts.
2. The solver (`impulses`) finds the impulses at all points, and moves the bodies.  Points that were there in the
   previous tick, found again by their ids, start from the impulses of that tick.

With the policy `REPORTED`, a pair that an engine has reported about has the points of the report while the boxes of
both bodies meet.  They keep their places on both bodies, to show what a solver would do with them.  The manifold of an
engine changes as the bodies move, so this holds only while they have hardly moved.

A policy that does not support a pair of shapes is replaced by the first one of `INSTEAD` that does, and so is
`REPORTED` for pairs without a report.  A triangle of a terrain is one-sided, as for push-outs: a manifold whose normal
leads behind the front is left out.

Friction and restitution of a pair are mixed as in Box2D: the geometric mean, and the greater of both
(https://box2d.org/documentation/md_simulation.html).

Each triangle of a terrain is met on its own, so internal edges may stop a body.  A policy for internal edges decides
which of these contacts count, and with which normal (internal_edges.py).

How it can fail: contacts are those of the start of the tick; a body that is fast enough passes through a thin one.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.broadphase.boxes import Pair
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.contacts.matching import carry_points
from gjkscope.engine.contacts.policy import Earlier
from gjkscope.engine.contacts.registry import POLICIES, last_contact_step
from gjkscope.engine.geometry.mass import MassProperties, mass_properties
from gjkscope.engine.impulses.records import (
    ImpulseSettings,
    ImpulseTick,
    PointImpulse,
    SolverBody,
    SolverContact,
)
from gjkscope.engine.impulses.registry import solve_tick
from gjkscope.engine.pose import Pose
from gjkscope.engine.resolution.terrain import SIDEWAYS
from gjkscope.engine.shapes.bounds import thickness_of
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.simulation.internal_edges import NO_POLICY, TriangleDecision, decide_edges, ghost_decisions
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.pairing import BodyPart, Placement, Solid, near_triangles
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, row_times, sub, transposed_times

# What replaces a policy that does not support a pair: the most accurate, then the one that supports all shapes.
INSTEAD = ("exact", "bullet")

REPORTED = "reported"


def response_policies() -> tuple[str, ...]:
    """The generators of contact points for a simulation."""
    return (*POLICIES, REPORTED)


Masses = Sequence[MassProperties | None]
"""Of each body; none of one that is fixed."""


class Energy(NamedTuple):
    """The energy of all bodies that can move, joules."""

    kinetic: float
    potential: float  # relative to the origin

    @property
    def total(self) -> float:
        return self.kinetic + self.potential


class ImpulseRules(NamedTuple):
    """The choices of a tick."""

    policy: str
    settings: ImpulseSettings
    gravity: Vec3  # m/s²
    duration: float  # seconds
    edges: str = NO_POLICY  # a key of `EDGE_POLICIES`: which contacts with the triangles of a terrain count


class Response(NamedTuple):
    """The effects of the contacts of a tick."""

    start: tuple[Placement, ...]  # of the bodies, when the manifolds were generated
    manifolds: tuple[PairManifold, ...]
    earlier: tuple[PointImpulse, ...]  # of the previous tick, from which the solver started
    impulses: tuple[PointImpulse, ...]  # of this tick
    energy: Energy  # after the tick
    rules: ImpulseRules | None  # of the tick; none before the first one
    decisions: tuple[TriangleDecision, ...] = ()  # about the triangles of terrains that gave contacts

    @property
    def points(self) -> int:
        """The number of contact points."""
        return sum(len(contact.points) for contact in self.manifolds)

    @property
    def deepest(self) -> float:
        """The greatest penetration depth of a point at the start of the tick, metres; 0 without overlap."""
        return max(
            (point.depth for contact in self.manifolds for point in contact.points if point.depth > 0), default=0.0
        )

    @property
    def pushed(self) -> float:
        """The sum of the impulses along the normals, N·s."""
        return sum(impulse.total for impulse in self.impulses)


class ReportedManifold(NamedTuple):
    """The contact points that an engine reported about a pair at these poses."""

    manifold: PairManifold
    poses: tuple[Pose, Pose]


def no_response(solids: Sequence[Solid], places: Sequence[Placement], gravity: Vec3) -> Response:
    """The response before the first tick."""
    return Response(tuple(places), (), (), (), energy_of(solids, places, gravity), None)


def respond(
    solids: Sequence[Solid],
    places: Sequence[Placement],
    candidates: Sequence[Pair],
    rules: ImpulseRules,
    before: Response,
    reports: Sequence[ReportedManifold] = (),
) -> tuple[tuple[Placement, ...], Response]:
    """The bodies after the tick, and what happened in it; `before` is the response of the previous tick."""
    known = {report.manifold.pair: report for report in reports} if rules.policy == REPORTED else {}
    others = [pair for pair in candidates if pair not in known]
    made = list(_manifolds(solids, places, others, rules.policy, before))
    kept, decisions = decide_edges(rules.edges, solids, places, *_unzip(made))
    manifolds = (*(_carry_report(known[pair], places) for pair in candidates if pair in known), *kept)
    masses = _masses(solids)
    done = _solve(solids, masses, places, manifolds, rules, before.impulses, keep_steps=False)
    after = tuple(map(_place, masses, places, done.poses, done.motions))
    energy = _energy(solids, masses, after, rules.gravity)
    return after, Response(tuple(places), manifolds, before.impulses, done.impulses, energy, rules, decisions)


def solver_steps(solids: Sequence[Solid], response: Response) -> ImpulseTick | None:
    """All steps of the solver that led to this response; none before the first tick."""
    if response.rules is None:
        return None
    masses, rules = _masses(solids), response.rules
    return _solve(solids, masses, response.start, response.manifolds, rules, response.earlier, keep_steps=True)


def ghosts_of(solids: Sequence[Solid], response: Response) -> tuple[TriangleDecision, ...]:
    """The triangles that pushed a body along a normal that their terrain does not have at that place."""
    return ghost_decisions(solids, response.manifolds, response.decisions, response.impulses)


def energy_of(solids: Sequence[Solid], places: Sequence[Placement], gravity: Vec3) -> Energy:
    """The energy of all bodies that can move."""
    return _energy(solids, _masses(solids), places, gravity)


def _energy(solids: Sequence[Solid], masses: Masses, places: Sequence[Placement], gravity: Vec3) -> Energy:
    kinetic = potential = 0.0
    for solid, mass, placement in zip(solids, masses, places, strict=True):
        if mass is not None:
            center, velocity, turning = _center_of(mass, placement)
            local = transposed_times(placement.pose.rotation, turning)
            kinetic += 0.5 * (solid.mass * dot(velocity, velocity) + dot(local, row_times(mass.inertia, local)))
            potential -= solid.mass * dot(gravity, center)
    return Energy(kinetic, potential)


def mix_friction(a: float, b: float) -> float:
    """The coefficient of friction of two surfaces."""
    return sqrt(a * b)


def mix_restitution(a: float, b: float) -> float:
    """The coefficient of restitution of two surfaces."""
    return max(a, b)


def _masses(solids: Sequence[Solid]) -> Masses:
    return [_mass(solid.shape, solid.mass) if solid.mass > 0 else None for solid in solids]


def _solve(
    solids: Sequence[Solid],
    masses: Masses,
    places: Sequence[Placement],
    manifolds: Sequence[PairManifold],
    rules: ImpulseRules,
    earlier: Sequence[PointImpulse],
    keep_steps: bool,
) -> ImpulseTick:
    bodies = [_solver_body(*body) for body in zip(solids, masses, places, strict=True)]
    contacts = [_solver_contact(solids, contact) for contact in manifolds]
    return solve_tick(bodies, contacts, rules.duration, rules.gravity, rules.settings, earlier, keep_steps)


def _manifolds(
    solids: Sequence[Solid], places: Sequence[Placement], pairs: Sequence[Pair], policy: str, before: Response
) -> Iterator[tuple[Shape, PairManifold]]:
    """The manifold of each two parts, with the shape of the part that is no triangle."""
    known = {(contact.pair, contact.part_a, contact.part_b): contact for contact in before.manifolds}
    for i, j in pairs:
        checkpoint()
        for a in _parts(solids[i], places[i], solids[j], places[j]):
            for b in _parts(solids[j], places[j], solids[i], places[i]):
                earlier = known.get(((i, j), a.number, b.number))
                contact = _manifold((i, j), a, b, policy, partial(_carry_points, solids, earlier, before))
                if contact is not None:
                    yield (b if solids[i].triangles else a).shape, contact


def _unzip(made: list[tuple[Shape, PairManifold]]) -> tuple[list[Shape], list[PairManifold]]:
    return [shape for shape, _ in made], [contact for _, contact in made]


def _carry_report(report: ReportedManifold, places: Sequence[Placement]) -> PairManifold:
    """The points of a report, carried along with the bodies, with the depths that they have now."""
    i, j = report.manifold.pair
    moved = carry_points(report.manifold.points, report.poses, (places[i].pose, places[j].pose))
    points = tuple(
        point._replace(depth=dot(sub(point.position_a, point.position_b), report.manifold.normal_at(point)))
        for point in moved
    )
    return report.manifold._replace(points=points)


def _manifold(
    pair: Pair, a: BodyPart, b: BodyPart, policy: str, carry: Callable[[Pose, Pose], Earlier]
) -> PairManifold | None:
    """The points of two parts; none if they are apart, or if the normal leads behind a triangle.

    `carry` gives the points of the previous tick at these poses; only a policy that remembers needs them.
    """
    used, pose_a, pose_b = policy_for(policy, a.shape, b.shape), a.place.pose, b.place.pose
    earlier = carry(pose_a, pose_b) if POLICIES[used].remembers else ()
    contact = last_contact_step(a.shape, pose_a, b.shape, pose_b, used, earlier)
    if not contact.points or _leads_behind(contact.normal, a.front, b.front):
        return None
    prefix = "" if a.is_whole and b.is_whole else f"{a.number}/{b.number} "
    return PairManifold(pair, a.number, b.number, used, contact.normal, contact.points, prefix)


def part_manifold(pair: Pair, a: BodyPart, b: BodyPart, policy: str) -> PairManifold | None:
    """The points of two parts, without those of an earlier tick; none as in a simulation."""
    return _manifold(pair, a, b, policy, lambda _a, _b: ())


def policy_for(policy: str, a: Shape, b: Shape) -> str:
    """The policy that is used for these shapes: the one asked for if it supports them."""
    return next(name for name in (policy, *INSTEAD) if name in POLICIES and POLICIES[name].applies(a, b))


def _leads_behind(normal: Vec3, front_a: Vec3, front_b: Vec3) -> bool:
    return (front_a != ZERO and dot(normal, front_a) < -SIDEWAYS) or (
        front_b != ZERO and dot(normal, front_b) > SIDEWAYS
    )


def _parts(solid: Solid, placement: Placement, other: Solid, other_place: Placement) -> Iterator[BodyPart]:
    """The triangles of a terrain near the other body, or the convex parts of a body."""
    if solid.triangles:
        yield from near_triangles(solid, other, other_place)
        return
    parts = parts_of(solid.shape)
    for number, part in enumerate(parts):
        yield BodyPart(part, placement, ZERO, number, is_whole=len(parts) == 1)


def _carry_points(
    solids: Sequence[Solid], earlier: PairManifold | None, before: Response, pose_a: Pose, pose_b: Pose
) -> Earlier:
    """The points of the previous tick, moved along with the bodies; a triangle of a terrain is in world coordinates."""
    if earlier is None:
        return ()
    start_a, start_b = (Pose() if solids[k].triangles else before.start[k].pose for k in earlier.pair)
    return carry_points(earlier.points, (start_a, start_b), (pose_a, pose_b))


def _solver_body(solid: Solid, mass: MassProperties | None, placement: Placement) -> SolverBody:
    if mass is None:
        return SolverBody(placement.pose, STILL, size=_size(solid.shape))
    center, velocity, turning = _center_of(mass, placement)
    return SolverBody(
        Pose(placement.pose.rotation, center),
        Motion(velocity, turning),
        1 / solid.mass,
        mass.inverse_inertia,
        mass.inertia,
        _size(solid.shape),
    )


def _center_of(mass: MassProperties, placement: Placement) -> tuple[Vec3, Vec3, Vec3]:
    """The centre of mass, its velocity, and the angular velocity."""
    pose, (velocity, turning) = placement
    arm = row_times(pose.rotation, mass.center)
    return add(arm, pose.position), add(velocity, cross(turning, arm)), turning


def _place(mass: MassProperties | None, before: Placement, pose: Pose, motion: Motion) -> Placement:
    """The body where the solver has moved its centre of mass."""
    if mass is None:
        return before
    arm = row_times(pose.rotation, mass.center)
    velocity = sub(motion.velocity, cross(motion.angular_velocity, arm))
    return Placement(Pose(pose.rotation, sub(pose.position, arm)), Motion(velocity, motion.angular_velocity))


def _solver_contact(solids: Sequence[Solid], contact: PairManifold) -> SolverContact:
    i, j = contact.pair
    return SolverContact(
        i,
        j,
        contact.normal,
        tuple(point._replace(id=contact.key_of(point)[-1]) for point in contact.points),
        mix_friction(solids[i].friction, solids[j].friction),
        mix_restitution(solids[i].restitution, solids[j].restitution),
    )


@lru_cache(maxsize=SHAPES_KEPT)
def _mass(shape: Shape, mass: float) -> MassProperties:
    return mass_properties(shape, mass)


def _size(shape: Shape) -> float:
    """The length to which the solver's tolerances are relative, metres; a point has no extent."""
    return thickness_of(shape) or 1.0
