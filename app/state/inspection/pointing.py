"""Where the targets of pointers are, and why one cannot be pointed at."""

from math import isfinite

from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.state.model.direction import (
    AxisTarget,
    CornerTarget,
    FaceTarget,
    LabelTarget,
    PlaceTarget,
    Target,
    WitnessTarget,
)
from gjkscope.app.state.model.view import View
from gjkscope.engine.geometry.polytope import BOX_FACES, is_polytope, polytope
from gjkscope.engine.plane.shapes.kinds import PlanarShape
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.kinds import PolytopeShape
from gjkscope.engine.vectors import Vec3, dot, scale, sub

EyePoint = tuple[float, float, float, float]
"""Homogeneous: a point with weight 1, or for an orthographic camera the direction to the eye, with weight 0."""


def pointed_places(state: State, target: Target, view: View) -> tuple[Vec3, ...]:
    """The points of the target: one for a vertex or place, two for an edge, and the corners of a face.

    Empty for a body, which is drawn whole, for an axis and a label, which `drawing` places, and for a target that does
    not exist now.
    """
    if refusal_to_point(state, target, view) is not None:
        return ()
    if isinstance(target, PlaceTarget):
        return (target.position,)
    if isinstance(target, WitnessTarget):
        return (_witness(state, target.body, view),)
    if isinstance(target, CornerTarget | FaceTarget):
        body = state.document.scene.body(target.body)
        numbers = target.corners if isinstance(target, CornerTarget) else face_corners(body, target.face)
        corners = _corners(body)
        return tuple(apply(body.pose, corners[number]) for number in numbers)
    return ()


def refusal_to_point(state: State, target: Target, view: View) -> str | None:
    """Why the target cannot be pointed at in that view, or None: "B has 8 vertices, so …"."""
    if isinstance(target, PlaceTarget):
        return None if all(map(isfinite, target.position)) else "must be finite numbers"
    if isinstance(target, LabelTarget):
        return None  # only the drawing knows its labels
    if isinstance(target, AxisTarget):
        return _axis_refusal(state, target.axis)
    scene = state.document.scene
    if target.body not in scene.names:
        return f"no body is named {target.body!r}; the bodies are {', '.join(scene.names)}"
    if isinstance(target, WitnessTarget):
        return _witness_refusal(state, target.body)
    if not view.shows_world:
        return "the difference view shows no bodies; use a point, a witness or an axis"
    body = scene.body(target.body)
    if isinstance(target, CornerTarget):
        return _corner_refusal(body, target.corners)
    return _face_refusal(body, target.face) if isinstance(target, FaceTarget) else None


def refusal_to_highlight_face(state: State, face: int) -> str | None:
    """Why no step of the run has this face of EPA's polytope, or None."""
    trace = inspect(state).trace
    count = max((shown_faces(step) for step in trace.steps), default=0) if trace else 0
    if count == 0:
        return "the algorithm shown has no faces: choose epa first"
    return None if face < count else f"the steps of this run have the faces 0 to {count - 1} at most, got {face}"


def shown_faces(step: object) -> int:
    """How many faces the step of a run has; in 2D, edges."""
    return len(getattr(step, "faces", getattr(step, "edges", ())))


def is_behind_body(state: State, target: Target, eye: EyePoint) -> bool:
    """Whether a vertex, an edge or a face is on the far side of its own body, seen from the eye."""
    if not isinstance(target, CornerTarget | FaceTarget) or target.body not in state.document.scene.names:
        return False
    body = state.document.scene.body(target.body)
    if not is_polytope(body.shape) or polytope(body.shape, body.pose).dimension < 3:
        return False
    faces = _outward_faces(body)
    if isinstance(target, FaceTarget):
        meeting = faces[target.face : target.face + 1]
    else:
        meeting = [face for face in faces if set(target.corners) <= set(face[0])]
    return bool(meeting) and not any(_faces_eye(body, *face, eye) for face in meeting)


def _faces_eye(body: Body, numbers: tuple[int, ...], normal: Vec3, eye: EyePoint) -> bool:
    corner, weight = apply(body.pose, _corners(body)[numbers[0]]), eye[3]
    return dot(sub(eye[:3], scale(corner, weight)), normal) > 0


def _outward_faces(body: Body) -> list[tuple[tuple[int, ...], Vec3]]:
    """The corners and the outward normal of each face of a solid, in world coordinates."""
    solid = polytope(body.shape, body.pose)
    normals = solid.normals
    if solid.kind == BOX:
        normals = (*normals, *(scale(normal, -1.0) for normal in normals))
    return list(zip(_faces(body), normals, strict=True))


def face_corners(body: Body, face: int) -> tuple[int, ...]:
    """The corners of a face, which must exist.

    Faces are numbered as SAT numbers its axes; a box has 0, 1, 2 towards its +x, +y, +z and 3, 4, 5 opposite.
    """
    return _faces(body)[face]


def _faces(body: Body) -> tuple[tuple[int, ...], ...]:
    """The corners of each face of a polytope."""
    solid = polytope(body.shape, Pose())
    if solid.kind == BOX:
        return (*(front for _, front in BOX_FACES), *(behind for behind, _ in BOX_FACES))
    return solid.face_corners


def _corners(body: Body) -> tuple[Vec3, ...]:
    """The corners of the body in its own frame, by the indices that steps show; none for a curved shape."""
    return body.shape.corners() if isinstance(body.shape, PolytopeShape) else ()


def _corner_refusal(body: Body, numbers: tuple[int, ...]) -> str | None:
    count = len(_corners(body))
    if count == 0:
        return f"{body.name} is curved and has no vertices"
    beyond = [number for number in numbers if not 0 <= number < count]
    return f"{body.name} has the vertices 0 to {count - 1}, got {beyond[0]}" if beyond else None


def _face_refusal(body: Body, face: int) -> str | None:
    if not is_polytope(body.shape) or isinstance(body.shape, PlanarShape):
        return f"{body.name} has no flat faces"
    count = len(_faces(body))
    return None if 0 <= face < count else f"{body.name} has the faces 0 to {count - 1}, got {face}"


def _axis_refusal(state: State, axis: int) -> str | None:
    axes = inspect(state).axes
    if axes is None:
        return "the algorithm shown has no axes: choose sat first"
    count = len(axes.steps)
    return None if 0 <= axis < count else f"the pair has the axes 0 to {count - 1}, got {axis}"


def _witness_refusal(state: State, name: str) -> str | None:
    if name not in state.document.pair:
        return f"{name} is not in the selected pair, {' and '.join(state.document.pair)}"
    answer = inspect(state).answer
    return "the pair has no witness points" if answer.witness_a is None or answer.witness_b is None else None


def _witness(state: State, name: str, view: View) -> Vec3:
    """The witness point on the body; in the difference view, that of A − B."""
    answer = inspect(state).answer
    assert answer.witness_a is not None
    assert answer.witness_b is not None
    if not view.shows_world:
        return sub(answer.witness_a, answer.witness_b)
    return answer.witness_a if name == state.document.pair[0] else answer.witness_b
