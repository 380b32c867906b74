"""MPR as a registered algorithm."""

from math import inf

from gjkscope.engine.arithmetic.predicates import orient3d
from gjkscope.engine.gjk.steps import relative
from gjkscope.engine.mpr import steps
from gjkscope.engine.mpr.explain import BEATS, explain, headline
from gjkscope.engine.mpr.steps import MprPhase, State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.belief import Belief, FaceSide, true_side
from gjkscope.engine.registry.records import Algorithm, Bounds, Change, SearchView, Stepping, vertex_changes
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import ZERO, Vec3, cross, neg, norm, sub


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    a, b, clearance, tolerance = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    shapes = relative(a, b)
    return Stepping(steps.start, steps.step, (*shapes, clearance, tolerance), shapes)


def _changes(before: State, step: State) -> set[Change]:
    happened = vertex_changes(step.before, step.portal)
    return happened | ({Change.PHASE_CHANGED} if step.phase != before.phase else set())


def _bounds(step: State) -> Bounds:
    return step.lower, step.upper


def _portal(step: State) -> tuple[Vec3, ...]:
    """The portal with v0, the origin of the ray."""
    return (step.interior.point, *(vertex.point for vertex in step.portal))


def _distance(step: State) -> float:
    return norm(step.nearest) if step.phase == MprPhase.REFINE else inf


def _on_feature(step: State) -> bool:
    """The direction of the ray through the origin."""
    return any(step.sides) and 0.0 in step.sides


def _beliefs(step: State) -> tuple[Belief, ...]:
    """During the search for a portal: the planes through v0; afterwards: whether the origin lies before the portal."""
    if step.phase == MprPhase.DISCOVER and step.support.birth == step.iteration:
        v1, v2 = (vertex.point for vertex in step.before)
        v3 = step.support.point
        sides = zip(step.sides, ((v1, v2), (v2, v3), (v3, v1)), strict=True)
        return tuple(_of_plane(step.interior.point, p, q, side) for side, (p, q) in sides)
    if step.phase == MprPhase.REFINE and step.support.birth == step.iteration:
        p, q, r = (vertex.point for vertex in step.before)
        believed = FaceSide.INSIDE if step.height >= step.gain else FaceSide.OUTSIDE
        return (Belief((p, q, r), step.direction, believed, true_side(p, q, r, step.interior.point)),)
    return ()


def _of_plane(v0: Vec3, p: Vec3, q: Vec3, side: float) -> Belief:
    """The ray, and with it the origin, should be on the left of the plane from p to q."""
    inwards = cross(sub(p, v0), sub(q, v0))
    truth = (FaceSide.ON, FaceSide.INSIDE, FaceSide.OUTSIDE)[orient3d(v0, p, q, ZERO)]
    return Belief((v0, p, q), neg(inwards), FaceSide.INSIDE if side >= 0 else FaceSide.OUTSIDE, truth)


ALGORITHM = Algorithm(
    name="mpr",
    title="MPR (XenoCollide)",
    order=40,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=_bounds,
    beliefs=_beliefs,
    search=SearchView(_portal, _on_feature, _distance),
    least_depth=False,
    beats=BEATS,
)
