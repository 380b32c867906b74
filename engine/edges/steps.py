"""A body slides over a mesh: ticks of motion, contacts with each triangle, and the decisions of a policy about them.

Each step is a tick, or a further push-out in the same tick:

1. Gravity changes the velocity, and the body moves by the whole tick.  It does not turn; there is no friction.
2. The triangles that the body overlaps are found, each on its own (contacts.py).
3. The policy decides about one contact after the other: accepted, corrected or voided.
4. For each contact that counts, the body is pushed out along its normal, but for the slop, and the closing velocity
   along the normal is removed.  With a policy that repeats, the next step starts at 2 while contacts wait.

A contact is a ghost if it changes the velocity along a normal that the surface does not have at that place: some
triangle there rises above the plane that is perpendicular to the normal.  On a smooth floor, every loss of speed is due
to ghosts.

How it can fail: as with any discrete test, a fast body passes through the surface.  This is measured: its centre has
then crossed a triangle from the front to the back.  A body that leaves the mesh over its rim does not count.
"""

from math import ceil, isfinite
from typing import NamedTuple

from gjkscope.engine.advancement.motion import EARTH, TICK, Motion, accelerate, move_pose
from gjkscope.engine.arguments import as_vector, choice, length, short_repr
from gjkscope.engine.arithmetic.predicates import Meet, meet, orient3d
from gjkscope.engine.edges.contacts import LEVEL, TriangleContact, triangle_contacts
from gjkscope.engine.edges.decisions import ContactFate, Decision, EdgePolicy, EdgeTask
from gjkscope.engine.edges.mesh_edges import EdgedMesh, edged_mesh
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.query import result_only
from gjkscope.engine.resolution.pair import translate
from gjkscope.engine.resolution.terrain import place_triangles
from gjkscope.engine.result import Exit, all_steps
from gjkscope.engine.shapes.bounds import thickness_of
from gjkscope.engine.shapes.kinds import Point, Shape, TriangleSurface, as_solid
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, neg, norm, scale, square_to, sub, unit

MOST_SECONDS = 20.0
# The overlap that is left, relative to the body's thickness: engines leave some so that contacts persist, Jolt 2 cm,
# Box3D 5 mm for bodies of about a metre.
SLOP = 0.01
MOST_REPEATS = 16  # push-outs in a tick of a policy that repeats: between walls they would not end
# A change of velocity below this part of the speed at the start is rounding, not a ghost.
NO_CHANGE = 1e-9
# A body that keeps less than this part of its speed at the start has stopped; on a slope, it may keep a little.
STOPPED = 0.02


class ContactResponse(NamedTuple):
    """The effect of a contact on the body."""

    contact: int
    push: float  # metres along the normal
    stopped: float  # the closing speed that was removed, m/s
    is_ghost: bool


class SlideMeasures(NamedTuple):
    """The events so far."""

    start_speed: float  #: across gravity, m/s
    speed: float
    ghosts: int  #: changes of velocity along a normal that the surface does not have
    ghost_speed: float  #: the closing speed that they removed, m/s
    stops: int  #: how often the speed fell below `STOPPED` of that at the start
    rise: float  #: the greatest height above the start, metres
    kick: float  #: the greatest speed against gravity after a step, m/s
    tunnelled: bool  #: the body's centre has gone through a triangle, from the front to the back

    @property
    def lost(self) -> float:
        """The lost part of the speed."""
        return 1 - self.speed / self.start_speed if self.start_speed > 0 else 0.0


class SlideWork(NamedTuple):
    """What is constant."""

    shape: Shape
    mesh: EdgedMesh
    policy: EdgePolicy
    gravity: Vec3
    ticks: int
    start: Pose


class State(NamedTuple):
    """A step, with all quantities that determined it."""

    iteration: int
    tick: int  # from 1; 0 is the start
    push_out: int  # in this tick, from 1
    before: Pose
    moved: Pose  # where the contacts were found
    closing: Vec3  # the velocity there, m/s
    contacts: tuple[TriangleContact, ...]  # by the number of the triangle
    decisions: tuple[Decision, ...]  # in the order of the policy
    responses: tuple[ContactResponse, ...]  # of the contacts that count, in that order
    pose: Pose  # after the step
    velocity: Vec3
    path: tuple[Vec3, ...]  # positions at the start and after each tick
    measures: SlideMeasures
    work: SlideWork
    exit: Exit


class Slide(NamedTuple):
    """A body that has slid over a mesh, step by step.

    >>> from gjkscope import Box, Mesh, Pose, slide
    >>> floor = Mesh([(-9, 0, -9), (-9, 0, 9), (9, 0, -9), (9, 0, 9)], [(0, 1, 2), (2, 1, 3)])
    >>> done = slide(Box((0.5, 0.5, 0.5)), Pose(position=(-3, 0.495, 0)), (2, 0, 0), floor, Pose(), "jolt-active", 0.5)
    >>> done.policy, len(done.steps), round(done.measures.speed, 6), done.measures.ghosts
    ('jolt-active', 31, 2.0, 0)
    """

    policy: str  #: a key of `EDGE_POLICIES`
    mesh: EdgedMesh  #: with the kinds of its edges
    steps: tuple[State, ...]  #: one for each tick, and the start
    pose: Pose  #: of the body at the end
    velocity: Vec3  #: of the body at the end, m/s
    measures: SlideMeasures  #: speed, ghost collisions, height and others
    exit: Exit  #: why it ended


def slide(
    shape: Shape,
    pose: object,
    velocity: object,
    mesh: TriangleSurface,
    mesh_pose: object,
    policy: str = "none",
    seconds: float = 1.0,
    gravity: object = EARTH,
) -> Slide:
    """Lets a convex body, `shape` at `pose`, slide over a fixed `mesh`, without friction and without turning.

    `pose` and `mesh_pose` are `Pose` values or rigid 4×4 matrices, lengths in metres.  The body starts with a
    `velocity` (x, y, z) in m/s and slides for `seconds`; `gravity` is in m/s²; triangles are met from their fronts.
    `policy` is a key of `EDGE_POLICIES`: what decides which contacts with internal edges count.  A body that is a mesh
    is replaced by its convex hull.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid, and `NotApplicable` (a
    `ValueError`) for a 2D shape.

    Source: Catto, Ghost Collisions, 2020 (https://box2d.org/posts/2020/06/ghost-collisions/).

    >>> from gjkscope import Box, Mesh, Pose, slide
    >>> floor = Mesh([(-2, 0, -2), (-2, 0, 2), (0, 0, -2), (0, 0, 2), (9, 0, -2), (9, 0, 2)],
    ...              [(0, 1, 2), (2, 1, 3), (2, 3, 4), (4, 3, 5)])
    >>> box, there = Box((0.5, 0.5, 0.5)), Pose(position=(-0.995, 0.495, 0.0))
    >>> [round(slide(box, there, (2, 0, 0), floor, Pose(), name).measures.lost, 3) for name in ("none", "jolt-active")]
    [1.0, 0.0]
    """
    choice("policy", policy, EDGE_POLICIES, "edge policy")
    if not isinstance(mesh, TriangleSurface):
        raise ValueError(f"mesh: must be a surface of triangles, such as a Mesh, got {short_repr(mesh)}")
    if not 0 < length("seconds", seconds) <= MOST_SECONDS:
        raise ValueError(f"seconds: must be at most {MOST_SECONDS:g}, got {seconds:g}")
    steps = slide_steps(
        as_solid(shape),
        as_pose(pose, "pose"),
        as_vector("velocity", velocity),
        edged_mesh(place_triangles(mesh, as_pose(mesh_pose, "mesh_pose"))),
        EDGE_POLICIES[policy],
        ceil(seconds / TICK - LEVEL),
        as_vector("gravity", gravity),
    )
    last = steps[-1]
    return Slide(policy, last.work.mesh, steps, last.pose, last.velocity, last.measures, last.exit)


def slide_steps(
    shape: Shape, pose: Pose, velocity: Vec3, mesh: EdgedMesh, policy: EdgePolicy, ticks: int, gravity: Vec3
) -> tuple[State, ...]:
    """All steps from the start to the last tick."""
    return all_steps(start(shape, pose, velocity, mesh, policy, ticks, gravity), step)


def start(
    shape: Shape, pose: Pose, velocity: Vec3, mesh: EdgedMesh, policy: EdgePolicy, ticks: int, gravity: Vec3
) -> State:
    """The contacts at the initial place, before anything moves."""
    across = norm(_across(velocity, gravity))
    measures = SlideMeasures(across, across, 0, 0.0, 0, 0.0, 0.0, False)
    work = SlideWork(shape, mesh, policy, gravity, ticks, pose)
    return _handle_contacts(
        State(
            iteration=0,
            tick=0,
            push_out=1,
            before=pose,
            moved=pose,
            closing=velocity,
            contacts=(),
            decisions=(),
            responses=(),
            pose=pose,
            velocity=velocity,
            path=(pose.position,),
            measures=measures,
            work=work,
            exit=Exit.RUNNING,
        )
    )


def step(state: State) -> State:
    """The next tick or push-out; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    ahead = state._replace(iteration=state.iteration + 1, before=state.pose, moved=state.pose, closing=state.velocity)
    if _goes_on(state):
        return _handle_contacts(ahead._replace(push_out=state.push_out + 1))
    motion = accelerate(Motion(state.velocity), state.work.gravity, TICK)
    pose = move_pose(state.pose, motion, TICK)
    if not all(map(isfinite, pose.position)):
        return ahead._replace(exit=Exit.DEGENERATE_INPUT)
    return _handle_contacts(
        ahead._replace(
            tick=state.tick + 1,
            push_out=1,
            moved=pose,
            closing=motion.velocity,
            path=(*state.path, pose.position),
        )
    )


def _handle_contacts(state: State) -> State:
    """Finds the contacts, asks the policy, and responds."""
    work = state.work
    contacts = triangle_contacts(work.shape, state.moved, work.mesh)
    task = EdgeTask(work.shape, state.moved, state.closing, work.mesh, contacts)
    decisions = work.policy.decide(task) if contacts else ()
    done = _respond(state._replace(contacts=contacts, decisions=decisions))
    is_last = state.tick == work.ticks and not _goes_on(done)
    return done._replace(exit=Exit.COMPLETE if is_last else Exit.RUNNING)


def _respond(state: State) -> State:
    """Pushes the body out along each contact that counts, and removes the closing velocity."""
    work, pose, velocity = state.work, state.moved, state.closing
    slop = SLOP * thickness_of(work.shape) if work.policy.leaves_slop else 0.0
    responses = []
    for decision in state.decisions:
        if decision.fate in (ContactFate.VOIDED, ContactFate.LATER):
            continue
        there = dot(sub(pose.position, state.moved.position), decision.normal)
        push, closing = max(decision.depth - slop - there, 0.0), max(-dot(velocity, decision.normal), 0.0)
        pose, velocity = translate(pose, scale(decision.normal, push)), along(velocity, decision.normal, closing)
        changes = closing > NO_CHANGE * max(state.measures.start_speed, norm(velocity))
        is_ghost = changes and is_ghost_normal(work.mesh, state.contacts[decision.contact], decision.normal)
        responses.append(ContactResponse(decision.contact, push, closing, is_ghost))
    ghosts = [response for response in responses if response.is_ghost]
    measures = state.measures._replace(
        ghosts=state.measures.ghosts + len(ghosts),
        ghost_speed=state.measures.ghost_speed + sum(response.stopped for response in ghosts),
    )
    return state._replace(
        responses=tuple(responses),
        pose=pose,
        velocity=velocity,
        path=(*state.path[:-1], pose.position),
        measures=_update_measures(measures, state.before, pose, velocity, work),
    )


def _goes_on(state: State) -> bool:
    """Whether the contacts are found again in the same tick."""
    waiting = any(decision.fate is ContactFate.LATER for decision in state.decisions)
    return state.work.policy.repeats and waiting and state.push_out < MOST_REPEATS


def is_ghost_normal(mesh: EdgedMesh, contact: TriangleContact, normal: Vec3) -> bool:
    """Whether some triangle at the point of a contact rises above the plane perpendicular to the normal."""
    size, pose = mesh.reach, Pose(position=contact.point)
    for triangle, face, box in zip(mesh.triangles, mesh.faces, mesh.boxes, strict=True):
        if not _is_near(box, contact.point, LEVEL * size):
            continue
        above = max(dot(normal, sub(mesh.vertices[number], contact.point)) for number in face)
        if above > LEVEL * size and result_only(triangle, Pose(), Point(), pose).upper <= LEVEL * size:
            return True
    return False


def _is_near(box: Aabb, point: Vec3, margin: float) -> bool:
    """Whether a point lies in a box, or outside by no more than the margin along each axis."""
    return all(low - margin <= x <= high + margin for low, x, high in zip(box.lo, point, box.hi, strict=True))


def _update_measures(
    measures: SlideMeasures, before: Pose, pose: Pose, velocity: Vec3, work: SlideWork
) -> SlideMeasures:
    up = neg(unit(work.gravity)) if work.gravity != ZERO else ZERO
    speed, slow = norm(_across(velocity, work.gravity)), STOPPED * measures.start_speed
    crossed = _count_crossings(work.mesh, before.position, pose.position)
    return measures._replace(
        speed=speed,
        stops=measures.stops + (speed < slow <= measures.speed),
        rise=max(measures.rise, dot(up, sub(pose.position, work.start.position))),
        kick=max(measures.kick, dot(up, velocity)),
        tunnelled=crossed > 0 or (measures.tunnelled and crossed == 0),
    )


def _count_crossings(mesh: EdgedMesh, start: Vec3, end: Vec3) -> int:
    """The number of triangles that a segment crosses to the back, less those to the front; a plane belongs to its
    front.

    On an edge, all of its triangles count.
    """
    crossed = 0
    for face in mesh.faces:
        a, b, c = (mesh.vertices[number] for number in face)
        starts_behind, ends_behind = orient3d(a, b, c, start) < 0, orient3d(a, b, c, end) < 0
        if starts_behind != ends_behind and meet(start, end, a, b, c) is not Meet.APART:
            crossed += 1 if ends_behind else -1
    return crossed


def _across(velocity: Vec3, gravity: Vec3) -> Vec3:
    return square_to(velocity, unit(gravity)) if gravity != ZERO else velocity
