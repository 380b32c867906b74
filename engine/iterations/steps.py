"""The steps of an engine's own run: what it recorded, what is wrong with it, and what our GJK does instead."""

from enum import StrEnum
from typing import NamedTuple

from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class IterationFault(StrEnum):
    """A fault of an iteration: it contradicts the shapes, or GJK is not certain to end after it."""

    NOT_FINITE = "not finite"
    OUTSIDE = "vertex outside A − B"
    WITNESS = "wrong witness point"
    AWAY = "search away from the origin"
    SHORT_SUPPORT = "not a support point"
    WRONG_DROP = "wrong vertex dropped"
    WRONG_CLOSEST = "wrong closest point"
    CYCLE = "cycle"
    STOPPED_EARLY = "stopped too early"
    NOT_NEAREST = "not the nearest face"
    OPEN_HORIZON = "open horizon"
    KEPT_VISIBLE = "visible face kept"
    ORIGIN_OUTSIDE = "origin outside of the polytope"
    WRONG_DEPTH = "not the depth of the polytope"
    OUT_OF_PORTAL = "ray outside of the portal"
    WRONG_SEPARATION = "wrong distance along the axis"
    IGNORED_AXIS = "separating axis ignored"
    WRONG_AXIS = "not the depth of the best axis"


class LegitimateChoice(StrEnum):
    """A decision that differs from that of our GJK and is legitimate."""

    START = "another start"
    TIE = "tie"
    DIRECTION = "another direction"
    KEPT = "another simplex"
    CONTINUED = "continued"


class ReportedVertex(NamedTuple):
    """A vertex of a reported simplex; `birth` numbers the points in order of appearance (w0, w1 …)."""

    point: Vec3
    birth: int
    a: Vec3 | None
    b: Vec3 | None


ReportedFace = tuple[ReportedVertex, ReportedVertex, ReportedVertex]
"""A face of a reported polytope."""


class IterationFinding(NamedTuple):
    """A fault, and its size in metres."""

    fault: IterationFault
    amount: float  # of an open horizon the number of faces at an edge
    vertex: int | None = None  # birth of the vertex that it is about
    part: str = ""  # of a wrong witness point "a", "b" or "difference"; else what it is about
    kept: tuple[int, ...] = ()  # births of the vertices of the feature that counts; of an axis its step
    least: float = 0.0  # the distance that should have been reached


class OwnStep(NamedTuple):
    """The step of our GJK from the previous simplex, in coordinates of A − B."""

    direction: Vec3  # unit
    support: Vec3
    simplex: tuple[Vec3, ...]  # after the step
    closest: Vec3
    exit: Exit


class State(NamedTuple):
    """An iteration of an engine, checked.  Vectors are in world coordinates of A − B, metres."""

    iteration: int
    direction: Vec3 | None  # as recorded, of any length
    before: tuple[ReportedVertex, ...]  # the simplex of the iteration before
    simplex: tuple[ReportedVertex, ...]
    added: tuple[ReportedVertex, ...]
    dropped: tuple[ReportedVertex, ...]
    closest: Vec3 | None  # as recorded
    nearest: Vec3 | None  # the point of the simplex or polytope nearest to the origin; None: there is none
    distance: float | None  # of that point from the origin
    distance_before: float | None
    support: Vec3 | None  # the furthest point of A − B along `direction`
    shortfall: float | None  # how far the new vertex falls short of it
    findings: tuple[IterationFinding, ...]
    choice: LegitimateChoice | None  # a legitimate decision that differs from ours
    ours: OwnStep | None  # None if our GJK has ended already
    of_cores: bool  # whether the iterations are about the cores of rounded shapes
    lower: float  # best bounds so far on the shapes' signed distance
    upper: float
    note: str | None
    exit: Exit
    faces_before: tuple[ReportedFace, ...] = ()  # EPA: the polytope of the iteration before
    faces: tuple[ReportedFace, ...] = ()
    face: ReportedFace | None = None  # that was expanded
    interior: Vec3 | None = None  # MPR: the point inside A − B
    separation: float | None = None  # SAT: along `direction`, metres

    @property
    def is_gjk(self) -> bool:
        return not self.faces and self.interior is None and self.separation is None


class FirstDifference(NamedTuple):
    """Where an engine's run first differs from ours."""

    step: int
    is_wrong: bool  #: otherwise a legitimate choice
    cause: IterationFault | LegitimateChoice


class CheckedIterations(NamedTuple):
    """The iterations that an engine reported, checked; `check_iterations` makes it.

    >>> from gjkscope import Box, Iteration, IterationVertex, Pose, check_iterations
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(4, 0, 0))
    >>> found = check_iterations([Iteration((IterationVertex((-2.5, 0, 0)),), direction=(1, 0, 0))], *pair)
    >>> len(found.steps), found.first.cause.value, found.earlier, found.hint
    (1, 'not a support point', None, None)
    """

    steps: tuple[State, ...]  #: one for each iteration, with what was checked
    first: FirstDifference | None  #: the first wrong step, or else the first one that is different
    earlier: FirstDifference | None  #: a legitimate difference before the first wrong step
    hint: str | None  #: the convention that the engine seems to use instead of ours
