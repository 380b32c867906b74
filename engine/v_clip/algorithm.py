"""V-Clip as a registered algorithm."""

from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.registry.records import Algorithm, Change, Setting, Stepping, core_bounds
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.v_clip import steps
from gjkscope.engine.v_clip.explain import explain, headline
from gjkscope.engine.v_clip.steps import State
from gjkscope.engine.v_clip.walk import MoveReason
from gjkscope.engine.vectors import ZERO


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b, options)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _changes(_: State, step: State) -> set[Change]:
    return {Change.PHASE_CHANGED} if step.move.reason == MoveReason.LOCAL_MINIMUM else set()


def _evidence(step: State, _: Setting) -> Evidence:
    """The direction with the best lower bound, and the difference of the closest points as weights of vertices."""
    pairs = [(i, j, p * q) for i, p in step.mean_a for j, q in step.mean_b]
    return Evidence(
        axis=None if step.normal == ZERO else step.normal,
        vertices=tuple((i, j) for i, j, _ in pairs),
        weights=tuple(weight for _, _, weight in pairs),
    )


ALGORITHM = Algorithm(
    name="v-clip",
    title="V-Clip, closest features",
    order=39,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=core_bounds,
    evidence=_evidence,
    visits_features=True,
    options=("lin_canny",),
)
