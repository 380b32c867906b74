"""MuJoCo: its signed distance between two geoms, from the same convex collision detector as its contacts."""

from importlib import import_module
from typing import Any

import numpy as np

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, Supported, register
from gjkscope.app.ask.solvers.building import Ask, as_vector3, normal_between, prepare, time_query
from gjkscope.app.ask.solvers.limiting import LimitedRun, iterations_by_limits
from gjkscope.app.ask.solvers.mujoco_building import GEOMS, SHAPE_WORDS, contact_point, fixed_pairs
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer, wants_iterations
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import ZERO, Vec3, along, sub, unit

# Beyond its limit, mj_geomDistance returns the limit itself; the factor leaves room for rounding.
BEYOND_REACH = 1.1

# How far a geom is moved to ask for a support, relative to the reach: no shape is further.
FAR = 8.0


def _load() -> Ask:
    """Imports MuJoCo and returns the function that asks it."""
    mujoco = import_module("mujoco")

    def ask(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> SolverAnswer:
        pair = prepare(a, pose_a, b, pose_b, GEOMS)
        model = fixed_pairs(mujoco, [(pair.a, pair.b)])
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        ends = np.zeros(6)
        said, seconds = time_query(mujoco.mj_geomDistance, model, data, 0, 1, BEYOND_REACH * pair.reach, ends)
        distance = float(said)
        witness_a, witness_b = as_vector3(ends[:3]), as_vector3(ends[3:])
        normal = normal_between(witness_a, witness_b, distance, pair.reach)
        points = _contacts(mujoco, model, data) if wants_iterations() else ()  # blocks are judged by the distance
        iterations = _iterations(mujoco, model, data, pair.reach) if wants_iterations() else ()
        return SolverAnswer(
            None,
            distance,
            normal,
            witness_a,
            witness_b,
            points,
            note=pair.note,
            seconds=seconds,
            iterations=iterations,
        )

    return ask


def _iterations(mujoco: Any, model: Any, data: Any, reach: float) -> tuple[Iteration, ...]:
    """The iterations of GJK; none for spheres and capsules, which MuJoCo shrinks first or answers by a formula."""
    if any(kind in (mujoco.mjtGeom.mjGEOM_SPHERE, mujoco.mjtGeom.mjGEOM_CAPSULE) for kind in model.geom_type):
        return ()
    place_a, place_b = (as_vector3(place) for place in data.geom_xpos[:2])
    most, known = model.opt.ccd_iterations, list[Vec3]()

    def ends(limit: int) -> tuple[float, Vec3, Vec3]:
        model.opt.ccd_iterations = limit
        both = np.zeros(6)
        distance = float(mujoco.mj_geomDistance(model, data, 0, 1, FAR * reach, both))
        return distance, as_vector3(both[:3]), as_vector3(both[3:])

    def run(limit: int) -> LimitedRun:
        """A run that repeats the last closest point ended before its limit; with an overlap, EPA follows."""
        if limit > most:
            return LimitedRun(ZERO, most, True)
        distance, on_a, on_b = ends(limit)
        closest = sub(on_a, on_b) if distance > 0 else ZERO
        repeats = closest in known[-1:]
        known.append(closest)
        return LimitedRun(closest, limit - repeats, distance <= 0)

    def support(direction: Vec3) -> IterationVertex:
        """The first one with B moved away along the direction: GJK begins with the difference of the positions."""
        data.geom_xpos[1] = along(place_a, unit(direction), FAR / 2 * reach)
        moved = sub(as_vector3(data.geom_xpos[1]), place_b)
        _, on_a, on_b = ends(1)
        data.geom_xpos[1] = place_b
        return IterationVertex(sub(on_a, sub(on_b, moved)), on_a, sub(on_b, moved))

    # ignores the warning that EPA lacks memory, which follows from the limit
    mujoco.set_mju_user_warning(lambda _: None)
    try:
        return iterations_by_limits(run, support, sub(place_a, place_b))
    finally:
        mujoco.set_mju_user_warning(None)


def _contacts(mujoco: Any, model: Any, data: Any) -> tuple[ReportedPoint, ...]:
    """The contacts that touch or overlap."""
    mujoco.mj_collision(model, data)
    return tuple(
        contact_point(contact.geom, contact.pos, contact.frame[:3], contact.dist)
        for contact in data.contact
        if contact.dist <= 0
    )


register(
    Adapter(
        name="mujoco",
        title="MuJoCo",
        package=Wheel("mujoco", "mujoco"),
        shapes=SHAPE_WORDS,
        answers=("distance", "depth", "normal", "witnesses", "contact points"),
        rounding="only of points, segments, spheres and capsules; a geom's margin is not a rounding",
        conventions=EngineConventions(
            query="mj_geomDistance, with a limit beyond the shapes; contact points from mj_collision",
            distance="Negative when the geoms overlap: minus the depth.",
            normal="From the two ends of the segment that mj_geomDistance returns.",
            witnesses="World space, the ends of that segment.",
            margin="0, the default of geoms.",
            precision="double; vertices of meshes are stored in single precision",
            tolerance="ccd_tolerance 1e-6, ccd_iterations 35.",
        ),
        accuracy=1e-5,
        least_error=1e-6,
        load=_load,
        supports=Supported(">=3.2.4", "its MjSpec cannot set the fields of a mesh when it adds it"),
    )
)
