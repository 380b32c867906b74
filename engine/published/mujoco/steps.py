"""MuJoCo's native convex collision, as `mj_geomDistance` asks it.

Written from MuJoCo 3.12.0 (commit 13827e9e, Apache licence): `src/engine/engine_collision_gjk.c`, functions `mjc_ccd`,
`gjk`, `gjkIntersect`, `S1D`, `S2D`, `S3D`, `polytope2`, `polytope3`, `polytope4`, `attachFace`, `horizonRec`, `epa`,
`epaWitness`; and the support functions of `engine_collision_convex.c`.  Double precision, in its order of operations:

1. A sphere is shrunk to its centre, a capsule to its axis.  If GJK finds them further apart than the tolerance, the
   radii are subtracted, and that is the answer.  Otherwise all is repeated with the whole shapes.
2. GJK starts at x, the difference of the positions, and searches along −x/|x|.  It ends when |x| is below the tolerance
   (1e-6; 1e-15 if both geoms are boxes or meshes), when |x| changes by less than 1e-15, when the gap x · (x − w) is
   below half the squared tolerance (0 for boxes and meshes), or after `ccd_iterations`, 35.  A last support tells
   whether the shapes are separated.
3. Signed volumes choose the part of the simplex that is nearest to the origin (`subdistance.py`).
4. Contacts need no distance: a support with x · w > 0 ends GJK, and at the first tetrahedron `gjkIntersect` takes
   over: it replaces the vertex opposite the nearest face until the origin is inside or a support does not reach it.
5. If |x| is at most the tolerance, EPA measures the depth.  Its polytope is made of the simplex, or of its face that
   the origin lies on (squared distance below 1e-30).  If this fails, the answer is 0, and there is no contact.
6. EPA expands the face nearest to the origin until the bounds of the depth are closer than the tolerance (1e-15 for
   boxes and meshes), a vertex is found again, no face is left, or after 35 iterations.  A face is visible from w if
   v · w − v² > 1e-15, where v is the projection of the origin on it.  The depth is the distance of the nearest face.

How it fails:
- After 35 iterations the depth so far is the answer: too small for smooth shapes that overlap deeply.
- With coinciding positions GJK has no simplex, and its answer is 0: touching, however deep the shapes overlap.
- The projection of the origin may lie outside the nearest face; the witness points are then outside the shapes.
- 1e-15 is absolute: an area, a squared length and a depth are compared with it.
- A polytope that cannot be made is not a failure but no contact (`mjEPA_P3_ORIGIN_ON_FACE`, `mjEPA_P4_MISSING_ORIGIN`).

Where it departs: hulls are searched vertex by vertex, as MuJoCo does with fewer than 10; it walks along the edges of
others.  MuJoCo turns meshes to their principal axes before it rounds their vertices to single precision; we only move
them to their centre of volume.  Some pairs (sphere or capsule with another one, or with a box) have formulas of their
own in MuJoCo and never reach this code.  More than 24 edges of a horizon overflow a buffer of MuJoCo.
"""

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.published import engine_step
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.mujoco.geoms import mujoco_geom
from gjkscope.engine.published.mujoco.search import MujocoPair, next_step, starting_step
from gjkscope.engine.result import Trace
from gjkscope.engine.shapes.kinds import Shape


class State(EngineStep):
    """A step of MuJoCo; `memory` holds what the next step needs."""

    __slots__ = ()


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps of MuJoCo on two placed shapes.  Raises `NotApplicable` for shapes that MuJoCo does not have."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return engine_step.engine_trace("mujoco", start(pair), lambda state: step(pair, state))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> MujocoPair:
    return MujocoPair(mujoco_geom(shape_a, pose_a), mujoco_geom(shape_b, pose_b), options.corrected)


def start(pair: MujocoPair) -> State:
    """The difference of the positions, from which GJK starts."""
    state: State = starting_step(State, pair)
    return state


def step(pair: MujocoPair, state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    following: State = next_step(pair, state)
    return following
