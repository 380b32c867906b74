"""The distance of chains by their segments as a registered algorithm."""

from gjkscope.engine.mesh_distance.algorithm import ALGORITHM as IN_SPACE
from gjkscope.engine.mesh_distance.steps import start, step
from gjkscope.engine.options import Options
from gjkscope.engine.plane.mesh_distance import steps
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.records import Algorithm, Stepping
from gjkscope.engine.shapes.kinds import Shape

TITLES = {"measure": "Measure two segments"}


def _stepping(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _: Options) -> Stepping:
    pair = steps.prepare(shape_a, pose_a, shape_b, pose_b)
    return Stepping(start, step, (pair,), (pair,))


ALGORITHM = Algorithm(
    name=IN_SPACE.name,
    title="Chain distance, by segments",
    order=IN_SPACE.order,
    state=steps.State,
    trace=steps.trace,
    stepping=_stepping,
    explain=IN_SPACE.explain,
    headline=IN_SPACE.headline,
    changes=IN_SPACE.changes,
    bounds=IN_SPACE.bounds,
    evidence=IN_SPACE.evidence,
    of_surfaces=True,
    visits_features=True,
    beats=tuple(beat._replace(title=TITLES.get(beat.name, beat.title)) for beat in IN_SPACE.beats),
)
