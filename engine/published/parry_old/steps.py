"""parry 0.25's GJK and EPA, as Rapier 0.30 asked them for the contact of two support-mapped shapes.

Written from parry3d 0.25.3, commit 3a41ac2 (Apache-2.0), in single precision.  It is parry 0.31 (`published/parry`),
except:

- A search that is stuck ends with its distance, whatever the bound says: a capsule in a flat cylinder is apart
  (https://github.com/dimforge/parry/issues/396).  There are no nudged directions.
- EPA takes an origin on the first vertex for a contact of depth 0 along y, and a face whose area is below ε has no
  normal.
- A triangle without area contains every point that is in no region of its corners and edges.
- Vectors are divided by their length, and quaternions turn in another order of operations (nalgebra's).
"""

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.parry import steps as parry
from gjkscope.engine.published.parry.releases import OLD_PARRY
from gjkscope.engine.published.parry.steps import ParryPair
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape


class State(EngineStep):
    """A step of parry 0.25; `memory` holds what the next step needs."""

    __slots__ = ()


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes.  Raises `NotApplicable` for shapes that parry's GJK is not asked about."""
    return parry.trace_parry(prepare(shape_a, pose_a, shape_b, pose_b, options), State)


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> ParryPair:
    return parry.prepare(shape_a, pose_a, shape_b, pose_b, options, OLD_PARRY)


def start(pair: ParryPair) -> State:
    state: State = parry.start_parry(pair, State)
    return state


def step(pair: ParryPair, state: State) -> State:
    after: State = parry.step(pair, state)  # type: ignore[arg-type, assignment]
    return after
