"""The records that describe an algorithm: how to run it, and how to interpret its steps.

Everything that runs in steps is a `Procedure`: it has a name, a title, and functions that read its steps.  There are
algorithms on a pair of shapes (`Algorithm`), broad phases (`BroadPhase`), push-outs, which need masses
(`PushOutMethod`) or a terrain (`TerrainPushOut`), searches for a first contact, which need velocities
(`ContactSearch`), ways to generate contact points (`ManifoldMethod`), what an engine reported about its own run
(`ReportedRun`), and the construction of A − B (`DifferenceConstruction`).  `algorithms` finds the algorithms,
`procedures` finds all procedures.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from math import inf
from typing import Any, NamedTuple

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.registry.belief import Conclusion
from gjkscope.engine.registry.record import Record
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape, Triangle
from gjkscope.engine.vectors import Vec3

Bounds = tuple[float, float]
"""Bounds on the signed distance of the shapes, metres; infinite if unknown."""


class Change(Enum):
    """An event between two consecutive steps."""

    VERTEX_ADDED = "added"
    VERTEX_DROPPED = "dropped"
    PHASE_CHANGED = "changed"
    PAIR_FOUND = "found"
    BODIES_MOVED = "moved"
    NOTHING_NEW = "repeated"
    WENT_WRONG = "wrong"


class Setting(NamedTuple):
    """Two placed shapes."""

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose


class Stepping(NamedTuple):
    """An algorithm on one pair: `start(*first)` is its first step, `step(*always, state)` the one after `state`.

    Any step can therefore be recomputed individually:

        stepping = ALGORITHMS["gjk"].stepping(shape_a, pose_a, shape_b, pose_b, DEFAULT)
        first = stepping.start(*stepping.first)
        second = stepping.step(*stepping.always, first)
    """

    start: Callable[..., Any]
    step: Callable[..., Any]
    first: tuple[Any, ...]
    always: tuple[Any, ...]


class SearchView(NamedTuple):
    """Queries on a step of a search over A − B, used by breakpoints.  Each step has a `direction` and a `support`."""

    simplex: Callable[[Any], tuple[Vec3, ...]]  # the simplex, face or portal that the step ended with
    on_feature: Callable[[Any], bool]  # whether the origin lies on a vertex, an edge or a face that the step tests
    # The distance of the closest point from the origin, which should decrease; infinite in steps that do not search for
    # it.
    distance: Callable[[Any], float] | None = None
    may_cycle: bool = True  # false if the search never discards vertices
    polygon: Callable[[Any], tuple[Any, ...]] | None = None  # the vertices of the polygon that it grows in the plane


class FeatureView(NamedTuple):
    """Queries on a step that reduces a simplex to the feature that is nearest to the origin, used by predictions."""

    candidate: Callable[[Any], tuple[Any, ...]]  # the vertices before any is dropped; each has a `point` and a `birth`
    weights: Callable[[Any], tuple[float, ...]]  # of these in the closest point; 0 for a dropped one
    features: Callable[[Any], tuple["FeatureTest", ...]]  # exactly one has `won`
    moved: Callable[[Any, Vec3], Any]  # the step with the same simplex, translated: its features are tested again


class FeatureTest(NamedTuple):
    """A feature of a simplex, and the test that decided whether it is nearest to the origin."""

    key: str  # "EDGE_AB"
    name: str  # "edge w0 w3"
    slots: tuple[int, ...]  # of the candidate's vertices; all of them for the interior
    won: bool
    clause: str  # why it won or lost, without numbers


class AxisView(NamedTuple):
    """Queries on a step that projects both shapes on an axis, used by predictions."""

    # The axis that the step tests; it has a `direction` and an `overlap` in metres, < 0 for a gap.  None if the step
    # tests none.
    axis: Callable[[Any], Any | None]
    name: Callable[[Any, str, str], str]  # of the axis, given the names of the shapes


class Prover(NamedTuple):
    """How to run an algorithm solely to find evidence for a certificate."""

    order: int  # the prover with the lowest order is tried first
    applies: Callable[[Setting], bool]
    # Takes the budget, in the units of `step_work`.  Where it does not suffice, yields `None` and then the evidence
    # found so far, if it may prove the verdict.
    evidence: Callable[[Setting, int], Iterator[Evidence | None]]
    is_final: bool = False  # whether no other prover can prove more than this one


# The work of a step apart from the comparison of vertices, and how many of these are compared in one unit, in doubles.
STEP_WORK, VERTICES_IN_A_UNIT = 120, 300


def step_work(vertices: int) -> int:
    """The work of a step that finds the supports among this many vertices, in units of about a microsecond.

    Budgets are compared with it rather than with the time, so that results do not depend on the machine and its load.
    """
    return STEP_WORK + vertices // VERTICES_IN_A_UNIT


def core_bounds(step: Any) -> Bounds:
    """The bounds of a step on the shapes' distance: those on the cores' distance minus the sum of the radii."""
    return step.lower - step.radius, step.upper - step.radius


def no_changes(_before: Any, _step: Any) -> Iterable[Change]:
    return ()


def body_changes(_before: Any, _step: Any) -> Iterable[Change]:
    return (Change.BODIES_MOVED,)


def pair_changes(_before: Any, step: Any) -> Iterable[Change]:
    return (Change.PAIR_FOUND,) if step.found else ()


def no_bounds(_step: Any) -> Bounds:
    """For steps that give no bounds on a pair's distance, or whose bounds do not carry over to the next step."""
    return -inf, inf


def vertex_changes(before: Iterable[Any], after: Iterable[Any]) -> set[Change]:
    """What happened to the vertices of a simplex, which are identified by the step that found them (`birth`)."""
    old, new = {vertex.birth for vertex in before}, {vertex.birth for vertex in after}
    happened = {Change.VERTEX_ADDED} if new - old else {Change.NOTHING_NEW}
    return happened | {Change.VERTEX_DROPPED} if old - new else happened


class Procedure(Record):
    """Anything that runs in steps, all of one type."""

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    state: type  # of its steps
    # Each describes a step, given the names of the two shapes, or of all bodies if `of_pair` is false.
    explain: Callable[..., str]
    headline: Callable[..., str]
    of_pair: bool = True
    changes: Callable[[Any, Any], Iterable[Change]] = no_changes  # between a step and the next
    bounds: Callable[[Any], Bounds] = no_bounds  # proved by a step and those before it
    seeks_depth: bool = False  # whether its bounds are best read as those on the depth of shapes that overlap
    beats: tuple[Beat, ...] = ()  # the parts of a step, in order; none if its steps cannot be animated


class Algorithm(Procedure):
    """An algorithm on two placed shapes."""

    trace: Callable[[Shape, Pose, Shape, Pose, Options], Trace]
    stepping: Callable[[Shape, Pose, Shape, Pose, Options], Stepping]  # raises the same errors as `trace`
    options: tuple[str, ...] = ()  # the fields of `Options` that it supports
    tests: tuple[str, ...] = ()  # the kinds of test that `Options.corrected` can name
    evidence: Callable[[Any, Setting], Evidence | None] | None = None  # of its last step; `None` if it is too large
    prover: Prover | None = None
    beliefs: Callable[[Any], tuple[Conclusion, ...]] | None = None  # what a step takes for true
    search: SearchView | None = None
    simplex: Callable[[Any], tuple[Any, ...]] | None = None  # its vertices, if a simplex is moved towards the origin
    features: FeatureView | None = None
    axes: AxisView | None = None
    of_surfaces: bool = False  # takes a mesh as a surface; the others take its convex hull
    least_depth: bool = True  # false if its depth is along an axis of its own choice, and so may exceed the minimum
    visits_features: bool = False  # whether it visits vertices, edges and faces, which takes long on large shapes


class BroadPhase(Procedure):
    """A broad phase over all bodies."""

    run: Callable[[Any], tuple[Any, ...]]  # takes the bodies' boxes
    most_bodies: int  # more take too much time or memory, as a trace keeps all comparisons


class PushOutMethod(Procedure):
    """A way to move the two bodies of a pair apart."""

    # Takes shape A, its pose, shape B, its pose, the mass of A and that of B (kilograms; 0 is fixed); returns a
    # `PairResolution`.
    run: Callable[[Shape, Pose, Shape, Pose, float, float], Any]
    way: str  # in reports


class TerrainPushOut(Procedure):
    """A way to move a body out of the fixed triangles of a terrain."""

    # Takes the body's shape, its pose and the triangles in world coordinates; returns a `TerrainResolution`.
    run: Callable[[Shape, Pose, Sequence[Triangle]], Any]
    way: str  # in reports and on buttons


class ContactSearch(Procedure):
    """A search for the time at which moving bodies first touch."""

    # Takes shape A, its pose and its `Motion`, the same of B, and the duration in seconds; returns an `Advancement`.
    # Raises `ValueError` if a body would leave the range of coordinates.
    run: Callable[[Shape, Pose, Any, Shape, Pose, Any, float], Any]


class ManifoldMethod(Procedure):
    """A policy by which contact points are generated."""

    run: Callable[[Shape, Pose, Shape, Pose], Any]  # returns a `Manifold`; raises `NotApplicable`
    applies: Callable[[Shape, Shape], bool]
    refusal: Callable[[Shape, Shape], str]  # what it supports instead, in words to follow its name
    policy: str  # its name in `manifold`


class MeshContactMethod(Procedure):
    """A way to find the contact points of a body with the triangles of a mesh."""

    # Takes the body's shape, its pose, the mesh, its pose, and by name the `velocity` of the body; returns
    # `MeshContacts`.  Raises `ValueError` if an argument is invalid.
    run: Callable[..., Any]


class SlideMethod(Procedure):
    """A way to let a body slide over the triangles of a mesh."""

    # Takes the body's shape, its pose, its velocity, the mesh, its pose, and by name `seconds` and `gravity`; returns
    # a `Slide`.
    run: Callable[..., Any]
    policy: str  # its name in `slide`


class SolverMethod(Procedure):
    """The solver of a tick of a simulation with impulses."""

    run: Callable[..., Any]  # takes what `solve_tick` takes; returns an `ImpulseTick`


class ReportedRun(Procedure):
    """The iterations that an engine reported about the pair."""

    # Takes the iterations, shape A, its pose, shape B, its pose and the engine's answer; returns `CheckedIterations`.
    run: Callable[..., Any]


class DifferenceConstruction(Procedure):
    """A way to build A − B step by step."""

    # Takes shape A, its pose, shape B and its pose; returns a `Construction`.  Raises `ValueError` if a shape is too
    # far to display.
    run: Callable[[Shape, Pose, Shape, Pose], Any]
