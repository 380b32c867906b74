"""Pairs as the scripts of engines get them: `node/pairs.mjs` describes the entries for 3D, `node/plane.mjs` for 2D."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from gjkscope.app.ask.solvers.building import PlacedShape, axial_pose, prepare, quaternion_xyzw, solid_hull
from gjkscope.app.ask.solvers.messages import shape_entry
from gjkscope.app.ask.solvers.plane_building import PlaneForm, prepare_plane
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Hull, Shape


class ScriptQuestion(NamedTuple):
    """What a script is asked about a pair."""

    entries: dict[str, Any]
    notes: tuple[str, ...] = ()  # about the answer


class SpatialQuestions(NamedTuple):
    """How a script gets 3D shapes."""

    takes: Mapping[type[Shape], object]  # the types of shapes that the script gets
    axis: str = "y"  # the local axis of the engine's capsules, cylinders, cones and half-spaces
    rounds: bool = False  # whether it gets shapes with rounding
    faces: bool = False  # whether it gets the faces of hulls: loops of vertices, counter-clockwise seen from outside

    def of(self, a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> ScriptQuestion:
        """The question about a pair.  Raises `Unsupported` if the script does not get such shapes."""
        pair = prepare(a, pose_a, b, pose_b, self.takes, self.rounds)
        entries = {
            "a": self._shape_entry(pair.a.shape),
            "pose_a": self._pose_entry(pair.a),
            "b": self._shape_entry(pair.b.shape),
            "pose_b": self._pose_entry(pair.b),
            "reach": pair.reach,
        }
        return ScriptQuestion(entries, pair.notes)

    def _shape_entry(self, shape: Shape) -> dict[str, Any]:
        entry = shape_entry(shape)
        if self.faces and isinstance(shape, Hull):
            hull = solid_hull(shape.vertices)
            entry |= {"vertices": hull.vertices.tolist(), "faces": hull.faces if hull.dimension == 3 else ()}
        return entry

    def _pose_entry(self, placed: PlacedShape) -> dict[str, Any]:
        pose = axial_pose(placed, self.axis)
        return {"position": pose.position, "quaternion": quaternion_xyzw(pose)}


def plane_question(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> ScriptQuestion:
    """The question about a 2D pair.  Raises `Unsupported` for 3D shapes."""
    pair = prepare_plane(a, pose_a, b, pose_b)
    return ScriptQuestion({"a": _form_entry(pair.a), "b": _form_entry(pair.b), "reach": pair.reach})


def _form_entry(form: PlaneForm) -> dict[str, Any]:
    return {
        "type": form.kind,
        "corners": form.corners,
        "radius": form.radius,
        "position": form.position,
        "angle": form.angle,
    }
