"""MuJoCo Warp's polytope: a list of faces without neighbours; the horizon is found by cancelling edges.

The order of the faces decides which of several equally near ones is nearest; that of the horizon, in which an edge that
is cancelled is replaced by the last one, decides the order of the new faces.
"""

from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.mujoco.arithmetic import origin_on_plane, square_root
from gjkscope.engine.published.mujoco_warp.decisions import SingleDecisions, plain_vector, plain_vertex
from gjkscope.engine.vectors import ZERO, Vec3, dot, neg, sub

HORIZON_LIMIT = 24
"""`MJ_MAX_EPAHORIZON`"""

FARTHEST_SQUARE = 1e30  # `FLOAT_MAX`

VISIBLE = 1e-10
"""A face is visible from w if v · w − v² exceeds it."""

FaceCorners = tuple[int, int, int]


class WarpFace(NamedTuple):
    """A face; one that is invalid is no candidate for the nearest face."""

    corners: FaceCorners
    projection: Vec3  # of the origin on its plane, turned outward
    squared: float
    is_valid: bool = True
    is_deleted: bool = False


class WarpPolytope(NamedTuple):
    """The polytope between two steps."""

    vertices: tuple[Vertex, ...] = ()
    faces: tuple[WarpFace, ...] = ()
    center: Vec3 = ZERO


class WarpBuilder:
    """A polytope that is being changed within one step."""

    def __init__(self, polytope: WarpPolytope) -> None:
        self.vertices = list(polytope.vertices)
        self.faces = list(polytope.faces)
        self.center = polytope.center
        self.removed: list[FaceCorners] = []
        self._overflows = False  # whether the horizon had too many edges

    def done(self) -> WarpPolytope:
        return WarpPolytope(tuple(self.vertices), tuple(self.faces), self.center)

    def attach_face(self, corners: FaceCorners) -> float:
        """Adds a face, and returns its squared distance from the origin; 0 if it is flat."""
        a, b, c = (self.vertices[corner].point for corner in corners)
        projection = origin_on_plane(c, b, a)
        if projection is None:
            return 0.0
        if dot(projection, sub(a, self.center)) < 0:
            projection = neg(projection)
        self.faces.append(WarpFace(corners, projection, dot(projection, projection)))
        return self.faces[-1].squared

    def nearest_face(self) -> int | None:
        """The first of the nearest valid faces."""
        numbers = [
            number
            for number, face in enumerate(self.faces)
            if face.is_valid and not face.is_deleted and face.squared < FARTHEST_SQUARE
        ]
        return min(numbers, key=lambda number: self.faces[number].squared, default=None)

    def corners_of(self, number: int) -> tuple[Vertex, ...]:
        return tuple(self.vertices[corner] for corner in self.faces[number].corners)

    def expand_face(self, face: int, upper_squared: float, capacity: int, decisions: SingleDecisions) -> str:
        """Replaces the faces that are visible from the last vertex; returns why that fails, or nothing."""
        lower_squared, newest = self.faces[face].squared, self.vertices[-1]
        horizon: list[tuple[int, int]] = []
        self._delete(face, horizon)
        for number, one in enumerate(self.faces):
            if one.is_deleted:
                continue
            height = dot(one.projection, newest.point) - one.squared
            if decisions.holds("visible", height, VISIBLE, (newest, *self.corners_of(number))):
                self._delete(number, horizon)
                if self._overflows:
                    return "horizon"
        for low, high in horizon:
            if len(self.faces) >= capacity or (squared := self.attach_face((len(self.vertices) - 1, high, low))) == 0:
                return "flat"
            if not lower_squared <= squared <= upper_squared:
                self.faces[-1] = self.faces[-1]._replace(is_valid=False)
        return "" if any(one.is_valid and not one.is_deleted for one in self.faces) else "no candidates"

    def drawn(self, nearest: int | None) -> EnginePolytope:
        """The polytope as it is drawn."""
        faces = tuple(
            EngineFace(face.corners, plain_vector(face.projection), float(square_root(face.squared)))
            for face in self.faces
            if not face.is_deleted
        )
        lit = () if nearest is None else self.faces[nearest].corners
        return EnginePolytope(tuple(map(plain_vertex, self.vertices)), faces, lit, tuple(self.removed))

    def _delete(self, number: int, horizon: list[tuple[int, int]]) -> None:
        """Deletes a face; of its edges, those that were on the horizon leave it, and the others enter it."""
        corners = self.faces[number].corners
        self.removed.append(corners)
        self.faces[number] = self.faces[number]._replace(is_deleted=True)
        for i in range(3):
            edge = (min(corners[i], corners[(i + 1) % 3]), max(corners[i], corners[(i + 1) % 3]))
            if edge in horizon:
                last = horizon.pop()
                if last != edge:
                    horizon[horizon.index(edge)] = last
            else:
                self._overflows |= len(horizon) == HORIZON_LIMIT
                horizon.append(edge)
