"""The distance of meshes by their triangles as a registered algorithm."""

from gjkscope.engine.mesh_distance import steps
from gjkscope.engine.mesh_distance.evidence import evidence_of_search
from gjkscope.engine.mesh_distance.explain import BEATS, explain, headline
from gjkscope.engine.mesh_distance.steps import State
from gjkscope.engine.options import Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Change, Stepping
from gjkscope.engine.shapes.kinds import Shape


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(steps.start, steps.step, (pair,), (pair,))


def _changes(before: State, step: State) -> set[Change]:
    changed = {Change.PHASE_CHANGED} if step.phase != before.phase else set()
    return changed | ({Change.PAIR_FOUND} if step.nearest != before.nearest else set())


ALGORITHM = Algorithm(
    name="mesh-distance",
    title="Mesh distance, by triangles",
    order=55,
    state=State,
    trace=steps.trace,
    stepping=_stepping,
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=steps.shape_bounds,
    evidence=evidence_of_search,
    of_surfaces=True,
    visits_features=True,
    beats=BEATS,
)
