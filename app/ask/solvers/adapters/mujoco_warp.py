"""MuJoCo Warp, MuJoCo's version for GPUs, on a CPU: the contacts of many pairs in one launch of its kernels."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from gjkscope.app.ask.solvers.adapter import Adapter, EngineConventions, register
from gjkscope.app.ask.solvers.batch_engine import BatchEngine, answer_of_contacts, prepare_batch
from gjkscope.app.ask.solvers.building import PreparedPair, time_query
from gjkscope.app.ask.solvers.mujoco_building import GEOMS, SHAPE_WORDS, contact_point, fixed_pairs
from gjkscope.app.ask.solvers.packages import Wheel
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.scenes.scene import ReportedPoint
from gjkscope.engine.shapes.kinds import PlacedPair

MOST_CONTACTS = 16  # room for those of a pair: of two boxes there are at most 8
COMPILING = 600.0  # seconds: a minute for each of the pairs of types of a block that are new


class MujocoWarp(BatchEngine):
    """The engine, on the CPU."""

    def __init__(self) -> None:
        self._warp = import_module("warp")
        self._mujoco = import_module("mujoco")
        self._mujoco_warp = import_module("mujoco_warp")
        self._warp.init()

    def answers(self, pairs: Sequence[PlacedPair]) -> list[SolverAnswer]:
        return prepare_batch(pairs, GEOMS, self._ask)

    def _ask(self, pairs: Sequence[PreparedPair]) -> list[SolverAnswer]:
        model = fixed_pairs(self._mujoco, [(pair.a, pair.b) for pair in pairs])
        data = self._mujoco.MjData(model)
        self._mujoco.mj_kinematics(model, data)
        with self._warp.ScopedDevice("cpu"):
            points, seconds = self._contacts(model, data, len(pairs))
        share = seconds / len(pairs)
        return [answer_of_contacts(own, pair.note, share) for own, pair in zip(points, pairs, strict=True)]

    def _contacts(self, model: Any, data: Any, pairs: int) -> tuple[list[list[ReportedPoint]], float]:
        """The contact points of each pair, and the seconds of the launch."""
        room = MOST_CONTACTS * pairs
        warp_model = self._mujoco_warp.put_model(model)
        warp_data = self._mujoco_warp.put_data(model, data, nconmax=room)
        self._mujoco_warp.collision(warp_model, warp_data)  # compiles what is new
        _, seconds = time_query(self._mujoco_warp.collision, warp_model, warp_data)
        count = int(warp_data.nacon.numpy()[0])
        if count > room:
            raise OverflowError(f"{count} contacts, with room for {room}")
        contact = warp_data.contact
        points: list[list[ReportedPoint]] = [[] for _ in range(pairs)]
        columns = (contact.geom, contact.pos, contact.frame, contact.dist)
        for geoms, position, frame, gap in zip(*(column.numpy()[:count] for column in columns), strict=True):
            if gap <= 0:
                points[int(geoms[0]) // 2].append(contact_point(geoms.tolist(), position, frame[0], gap))
        return points, seconds


register(
    Adapter(
        name="mujoco-warp",
        title="MuJoCo Warp",
        package=Wheel("mujoco-warp", "mujoco_warp"),
        shapes=SHAPE_WORDS,
        answers=("depth", "normal", "witnesses", "contact points"),
        rounding="only of points, segments, spheres and capsules; a geom's margin is not a rounding",
        conventions=EngineConventions(
            query="collision on the CPU, of a model with a contact pair for each pair: one launch for all of them",
            distance="Overlapping: dist of the deepest contact, which is negative.  Separated: none, no contact.",
            normal="The first row of the contact's frame, from the first to the second geom; reversed if their types "
            "are swapped.",
            witnesses="Half the depth from the deepest contact, along its normal: contacts lie between the surfaces.",
            margin="0, the default of contact pairs.",
            precision="single",
            tolerance="ccd_tolerance 1e-6, ccd_iterations 35.",
        ),
        accuracy=1e-4,
        least_error=1e-5,
        load=MujocoWarp,
        patience=COMPILING,
        forks=False,  # Warp's threads
    )
)
