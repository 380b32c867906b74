"""MuJoCo's native convex collision, as `mjc_Convex` asks it for a contact: the first contact of a pair, margin 0.

The code is that of `mujoco`, described in `mujoco/steps.py`; no distance is wanted (`dist_cutoff` is 0), so:
- GJK ends with the first support with x · w > 0: no contact.
- At the first tetrahedron `gjkIntersect` takes over, and GJK goes on only if the origin lies on a plane of a face, or
  `ccd_iterations` are used up.
- A contact needs a negative distance: without a polytope, or where shapes touch, there is none.
"""

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.mujoco import steps as distances
from gjkscope.engine.published.mujoco.search import MujocoPair, next_step, starting_step
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape


class State(EngineStep):
    """A step of MuJoCo's search for a contact; `memory` holds what the next step needs."""

    __slots__ = ()


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes.  Raises `NotApplicable` for shapes that MuJoCo does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("mujoco-contacts", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> MujocoPair:
    return distances.prepare(shape_a, pose_a, shape_b, pose_b, options)._replace(wants_distance=False)


def start(pair: MujocoPair) -> State:
    """The difference of the positions, from which GJK starts."""
    state: State = starting_step(State, pair)
    return state


def step(pair: MujocoPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    following: State = next_step(pair, state)
    return following
