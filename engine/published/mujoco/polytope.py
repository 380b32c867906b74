"""MuJoCo's polytope: lists of vertices and faces, the map of the faces that EPA looks at, and the horizon.

The order of these lists decides which of several equally near faces is nearest, so it is kept as in MuJoCo: faces are
appended, and a face that leaves the map is replaced by the last one of the map.
"""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.engine_step import EngineFace, EnginePolytope
from gjkscope.engine.published.mujoco.arithmetic import FURTHEST, origin_on_plane, square_root
from gjkscope.engine.vectors import ZERO, Vec3, dot, neg, sub

DELETED = -2
OFF_MAP = -1

Corners = tuple[int, int, int]
HorizonEdge = tuple[int, int]
"""A face beyond the horizon, and the number of its edge."""


class MujocoFace(NamedTuple):
    """A face.  Its edges are those between corners 0 and 1, 1 and 2, 2 and 0."""

    corners: Corners
    adjacent: Corners  # the face beyond each edge
    projection: Vec3 = ZERO  # of the origin on its plane, turned outward: `v`
    squared: float = 0.0  # the squared length of the projection: `dist2`
    place: int = OFF_MAP  # on the map


class MujocoPolytope(NamedTuple):
    """The polytope between two steps."""

    vertices: tuple[Vertex, ...] = ()
    faces: tuple[MujocoFace, ...] = ()
    on_map: tuple[int, ...] = ()  # numbers of faces
    center: Vec3 = ZERO


class MujocoBuilder:
    """A polytope that is being changed within one step."""

    def __init__(self, polytope: MujocoPolytope) -> None:
        self.vertices = list(polytope.vertices)
        self.faces = list(polytope.faces)
        self.on_map = list(polytope.on_map)
        self.center = polytope.center
        self.removed: list[Corners] = []

    def done(self) -> MujocoPolytope:
        return MujocoPolytope(tuple(self.vertices), tuple(self.faces), tuple(self.on_map), self.center)

    def add_vertex(self, vertex: Vertex) -> int:
        self.vertices.append(vertex)
        return len(self.vertices) - 1

    def attach_face(self, corners: Corners, adjacent: Corners) -> float:
        """Adds a face that is not on the map, and returns its squared distance from the origin; 0 if it is flat."""
        a, b, c = (self.vertices[corner].point for corner in corners)
        projection = origin_on_plane(c, b, a)
        if projection is None:
            self.faces.append(MujocoFace(corners, adjacent))
            return 0.0
        if dot(projection, sub(a, self.center)) < 0:
            projection = neg(projection)
        squared = dot(projection, projection)
        self.faces.append(MujocoFace(corners, adjacent, projection, squared))
        return squared

    def map_face(self, number: int) -> None:
        """Puts a face on the map, where EPA looks for the nearest one."""
        self.faces[number] = self.faces[number]._replace(place=len(self.on_map))
        self.on_map.append(number)

    def delete_face(self, number: int) -> None:
        face = self.faces[number]
        self.removed.append(face.corners)
        if face.place >= 0:
            last = self.on_map.pop()
            if last != number:
                self.on_map[face.place] = last
                self.faces[last] = self.faces[last]._replace(place=face.place)
        self.faces[number] = face._replace(place=DELETED)

    def set_neighbour(self, edge: HorizonEdge, face: int) -> None:
        number, side = edge
        adjacent = list(self.faces[number].adjacent)
        adjacent[side] = face
        self.faces[number] = self.faces[number]._replace(adjacent=(adjacent[0], adjacent[1], adjacent[2]))

    def ends(self, edge: HorizonEdge) -> tuple[int, int]:
        corners = self.faces[edge[0]].corners
        return corners[edge[1]], corners[(edge[1] + 1) % 3]

    def nearest_face(self) -> int | None:
        """The first of the nearest faces on the map; None if no distance is a number."""
        numbers = [number for number in self.on_map if self.faces[number].squared < FURTHEST]
        return min(numbers, key=lambda number: self.faces[number].squared, default=None)

    def corners_of(self, number: int) -> tuple[Vertex, ...]:
        return tuple(self.vertices[corner] for corner in self.faces[number].corners)

    def find_horizon(self, face: int, is_visible: Callable[[int], bool]) -> list[HorizonEdge]:
        """Deletes the visible faces, beginning at one that is taken to be, and returns the horizon."""
        horizon: list[HorizonEdge] = []
        self.delete_face(face)
        self._cross_edges(face, (0, 1, 2), is_visible, horizon)
        return horizon

    def height_above(self, number: int, point: Vec3) -> float:
        """v · w − v²: above 1e-15, the face is visible from w."""
        face = self.faces[number]
        return dot(face.projection, point) - face.squared

    def drawn(self, nearest: int | None) -> EnginePolytope:
        """The polytope as it is drawn."""
        faces = tuple(
            EngineFace(face.corners, face.projection, square_root(face.squared))
            for face in self.faces
            if face.place != DELETED
        )
        lit = () if nearest is None else self.faces[nearest].corners
        return EnginePolytope(tuple(self.vertices), faces, lit, tuple(self.removed))

    def _cross_edges(
        self, number: int, edges: tuple[int, ...], is_visible: Callable[[int], bool], horizon: list[HorizonEdge]
    ) -> None:
        face = self.faces[number]
        for edge in edges:
            other = face.adjacent[edge]
            if self.faces[other].place == DELETED:
                continue
            side = self._edge_at(other, face.corners[(edge + 1) % 3])
            if is_visible(other):
                self.delete_face(other)
                self._cross_edges(other, ((side + 1) % 3, (side + 2) % 3), is_visible, horizon)
            else:
                horizon.append((other, side))

    def _edge_at(self, number: int, vertex: int) -> int:
        """The edge that begins at the vertex; the last one if none does."""
        corners = self.faces[number].corners
        return corners.index(vertex) if vertex in corners[:2] else 2
