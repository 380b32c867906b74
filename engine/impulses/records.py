"""The input of the solvers, that is, bodies, contacts and settings; and the steps of a tick, with all their numbers."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.arguments import as_flag, as_index, length, short_repr
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import ZERO, Mat3, Vec3

NO_TURN: Mat3 = (ZERO, ZERO, ZERO)


class SolverBody(NamedTuple):
    """A body, described at its centre of mass."""

    pose: Pose  # its position is the centre of mass
    motion: Motion = STILL  # of the centre of mass
    inverse_mass: float = 0.0  # 1/kg; 0 is fixed
    inverse_inertia: Mat3 = NO_TURN  # about the centre, in the frame of the body, 1/(kg·m²)
    inertia: Mat3 = NO_TURN  # kg·m²
    size: float = 1.0  # metres: tolerances are relative to it; the thickness is a good choice


class SolverContact(NamedTuple):
    """Two bodies, by number, and the points at which they touch or are about to."""

    first: int
    second: int
    normal: Vec3  # unit, from the first to the second
    points: tuple[ContactPoint, ...]  # a point with a normal of its own is solved along that
    friction: float = 0.0  # coefficient
    restitution: float = 0.0  # 0: plastic, 1: elastic


PointKey = tuple[int, int, str]
"""Two bodies and the id of a point: the key by which its impulse is found again in the next tick."""


class PointImpulse(NamedTuple):
    """The impulse at a point, from the first body to the second, N·s."""

    key: PointKey
    normal: float = 0.0  # accumulated, along the normal; never negative.  Of a substep, if the solver has substeps
    friction: Vec3 = ZERO  # accumulated, across the normal
    total: float = 0.0  # along the normal, over the whole tick


@dataclass(frozen=True)
class ImpulseSettings:
    """The options of a solver.  Raises `ValueError` that names the field and the value.

    `slop` and `push_speed` are relative to the size of the smaller body, so that a scene and its copy at another scale
    behave alike; Box2D's defaults are for bodies of about one metre.
    """

    solver: str = "soft"
    warm_starting: bool = True  # start from the impulses of the previous tick, found by id
    iterations: int = 10  # sequential: rounds over all points; Box2D Lite's number
    substeps: int = 4  # soft: Box2D v3's number
    # Sequential: the part of the overlap that is removed per tick, beyond the slop.  A larger part overshoots, as the
    # points of a body correct the same overlap several times; Box2D Lite's number.
    baumgarte: float = 0.2
    # The overlap that is left alone, so that points stay in contact and keep their ids.  0.5 % cannot be seen.
    slop: float = 0.005
    # Soft: the frequency (Hz) and damping ratio of the spring at each point; Box2D v3's numbers.  The frequency is
    # limited to an eighth of the substeps per second, as no faster oscillation can be sampled.
    hertz: float = 30.0
    damping_ratio: float = 10.0
    push_speed: float = 3.0  # soft: the fastest removal of overlap, in sizes per second

    def __post_init__(self) -> None:
        as_flag("warm_starting", self.warm_starting)
        for name in ("iterations", "substeps"):
            if as_index(getattr(self, name)) < 1:
                raise ValueError(f"{name}: must be at least 1, got {short_repr(getattr(self, name))}")
        for name in ("baumgarte", "slop", "hertz", "damping_ratio", "push_speed"):
            length(name, getattr(self, name), zero=name in ("baumgarte", "slop"))


class ImpulsePhase(IntEnum):
    """The purpose of a step."""

    PREPARE = 0  # velocities of approach, effective masses
    VELOCITIES = 1  # gravity changes the velocities
    WARM_START = 2  # earlier impulses are applied again
    SOLVE = 3  # one point, with a bias against overlap
    POSITIONS = 4  # the bodies move
    RELAX = 5  # soft: one point, without bias
    RESTITUTION = 6  # soft: one point, towards its speed of separation
    DONE = 7


class SolverTask(NamedTuple):
    """What a step does; a solver is a sequence of tasks."""

    phase: ImpulsePhase
    substep: int = 0
    round: int = 0  # of `iterations`
    point: int = -1  # its number, of the points of all contacts in order; -1: all


class NormalSolve(NamedTuple):
    """The change of the impulse along the normal of one point."""

    speed: float  # of separation before, m/s; < 0: the bodies close
    bias: float  # m/s: the impulse aims at a speed of -bias
    gap: float  # m, < 0: overlap
    mass: float  # effective, kg
    wanted: float  # N·s: the accumulated impulse without the limit
    before: float  # accumulated, N·s
    after: float

    @property
    def increment(self) -> float:
        return self.after - self.before

    @property
    def is_clamped(self) -> bool:
        """Whether the impulse would pull."""
        return self.wanted < 0


class FrictionSolve(NamedTuple):
    """The change of the friction impulse of one point."""

    slip: Vec3  # velocity of the second body relative to the first, across the normal, m/s
    wanted: Vec3  # N·s: the accumulated impulse without the limit
    before: Vec3  # accumulated
    after: Vec3
    most: float  # friction · normal impulse: the point slides if more is wanted

    @property
    def is_sliding(self) -> bool:
        return self.after != self.wanted


class State(NamedTuple):
    """A step of a tick, with all quantities that determined it.  Bodies and points are given by number."""

    iteration: int
    solver: str
    task: SolverTask
    names: tuple[PointKey, ...]  # of the points
    normal: NormalSolve | None  # of the point that is solved
    friction: FrictionSolve | None
    poses: tuple[Pose, ...]  # of the centres of mass, after the step
    motions: tuple[Motion, ...]
    impulses: tuple[PointImpulse, ...]  # of all points, after the step
    work: Any  # what the next step is computed from
    exit: Exit


class ImpulseTick(NamedTuple):
    """The effects of a tick on the bodies, and all its steps."""

    poses: tuple[Pose, ...]  # of the centres of mass
    motions: tuple[Motion, ...]
    impulses: tuple[PointImpulse, ...]  # to start the next tick from
    exit: Exit
    steps: tuple[State, ...]
