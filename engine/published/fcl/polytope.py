"""FCL's polytope: libccd's, with outward normals and the patch of faces that a new vertex sees.

`faceNormalPointingOutward`, `isOutsidePolytopeFace`, `ComputeVisiblePatch`, `expandPolytope`,
`convert2SimplexToTetrahedron`, `simplexToPolytope4`, `validateNearestFeatureOfPolytopeBeingEdge`.
"""

from collections.abc import Callable, Sequence
from itertools import islice

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published import ccd
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.engine_step import EnginePolytope
from gjkscope.engine.published.fcl.rules import EPSILON_SQUARED, EdgeRule, FclRules
from gjkscope.engine.published.fcl.witnesses import is_without_area, normalised, squared_sine
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.published.libccd.growing import CcdSeed, first_polytope
from gjkscope.engine.published.libccd.polytope import CcdBuilder, CcdElement, CcdKind, CcdPolytope
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, scale, sub

SIDE_TOLERANCE = 0.01
"""`dist_tol`, metres: if the origin is nearer to the plane of a face, the vertices decide which side is outside."""

EDGE_TOLERANCE = 2 * ccd.EPSILON

_TETRAHEDRON_FACES = ((0, 1, 2), (3, 4, 0), (4, 5, 1), (5, 3, 2))

_SEED_FACES = ((0, 1, 2), (0, 2, 3), (0, 1, 3), (1, 2, 3))
"""The places of the faces of a simplex of four; if the origin lies on one, its vertices move to the first places."""

OUTSIDE = "The origin is outside of the polytope"
NOT_VISIBLE = "Both the nearest point and the new vertex are on an edge"
BORDER = "An edge is being classified as border that has already been classified as internal"
INTERNAL = "An edge is being classified as internal that has already been classified as border"
WITHOUT_AREA = "Cannot compute face normal for a degenerate (zero-area) triangle"
NULL = "a face has no neighbour: FCL reads through a null pointer"


class FclFailureError(Exception):
    """`FailedAtThisConfiguration`, which FCL throws; its message is how the algorithm ends."""


class FclBuilder(CcdBuilder):
    """A polytope that is being changed, step by step; `begin_step` says what asks the tests of a step."""

    def __init__(self, polytope: CcdPolytope, before: EnginePolytope, rules: FclRules) -> None:
        super().__init__(polytope, before)
        self.rules = rules
        self._place_of_birth = {vertex.birth: place for place, vertex in self.points.items()}
        self._vertex_of = {number: self.points[place] for number, place in self._place.items()}
        self._far_normals: dict[int, Vec3] = {}  # outward, by face, if the origin is far from its plane

    def begin_step(self, decisions: EngineDecisions) -> None:
        self.removed, self._decisions = [], decisions

    def choose(self, face: int, squared: float) -> None:
        """Makes a face the nearest element."""
        self._nearest, self._nearest_squared, self._nearest_kind = face, squared, CcdKind.FACE

    def add_vertex(self, vertex: Vertex) -> int:
        self._place_of_birth[vertex.birth] = len(self.points)
        number = super().add_vertex(vertex)
        self._vertex_of[number] = vertex
        return number

    def places_of(self, element: CcdElement) -> tuple[int, ...]:
        """The corners of an element, among the vertices that were ever added."""
        return tuple(self._place_of_birth[vertex.birth] for vertex in self.corners_of(element))

    def outward(self, face: int) -> Vec3:
        """The normal of a face, of any length: away from the origin, or from the vertices if the origin is near.

        Raises `FclFailureError` for a face without area, in a version that checks it.
        """
        if self.rules.throws_without_area:
            self._check_area(self.corner_vertices(face))
        if face in self._far_normals:
            return self._far_normals[face]
        positions, ends = self.positions, self.edge_ends
        first, second, _ = self.faces[face].parts
        start, end = ends[first]
        other_start, other_end = ends[second]
        corner = positions[start]
        normal = cross(sub(positions[end], corner), sub(positions[other_end], positions[other_start]))
        x, y, z = normal
        inverse = divide(1.0, root(x * x + y * y + z * z))
        unit = (x * inverse, y * inverse, z * inverse)
        height = dot(unit, corner)
        if not -SIDE_TOLERANCE <= height <= SIDE_TOLERANCE:
            self._far_normals[face] = outward = neg(normal) if height < -SIDE_TOLERANCE else normal
            return outward
        highest, lowest = -1.7976931348623157e308, 1.7976931348623157e308
        for vertex in self.vertices.values():
            above = dot(unit, vertex.witness) - height
            if above > SIDE_TOLERANCE:
                return neg(normal)
            if above < -SIDE_TOLERANCE:
                return normal
            highest, lowest = max(highest, above), min(lowest, above)
        return neg(normal) if highest > abs(lowest) else normal

    def _check_area(self, corners: Vertices) -> None:
        """Raises `FclFailureError`."""
        square = squared_sine(*(vertex.point for vertex in corners))
        if self._decisions.holds("no area", square, EPSILON_SQUARED, corners):
            raise FclFailureError(WITHOUT_AREA)

    def corner_vertices(self, face: int) -> Vertices:
        vertices, (a, b, c) = self._vertex_of, self._corners[face]
        return vertices[a], vertices[b], vertices[c]

    def inner_vertices(self) -> Vertices:
        """Four vertices, whose centre is inside from the beginning."""
        return tuple(islice(self.points.values(), 4))


def fcl_seed(
    simplex: Vertices, builder: FclBuilder, decisions: EngineDecisions, support: Callable[[Vec3], Vertex]
) -> CcdSeed:
    """The polytope that EPA starts with."""
    if len(simplex) == 2:
        return first_polytope(simplex, builder, decisions, support)
    if len(simplex) == 3:
        return _of_triangle(simplex, builder, decisions, support)
    if face := _seed_face(simplex, builder.rules, decisions):
        return _of_triangle(face, builder, decisions, support)
    v = [builder.add_vertex(vertex) for vertex in simplex]
    _add_tetrahedron(
        builder, [builder.add_edge(v[i], v[j]) for i, j in ((0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (3, 2))]
    )
    return CcdSeed("tetrahedron")


def _seed_face(simplex: Vertices, rules: FclRules, decisions: EngineDecisions) -> Vertices | None:
    """The face of a tetrahedron that the origin lies on.

    With ε as the limit, all faces are asked, by the places of their vertices, which an earlier test may have moved.
    """
    places, is_on_face = simplex, False
    for face in _SEED_FACES:
        corners = tuple(places[place] for place in face)
        squared = rules.seed_squared(ZERO, *(vertex.point for vertex in corners))
        if decisions.holds("seed face", squared, rules.seed_limit, corners):
            places, is_on_face = (*corners, places[3]), True
            if rules.seed_limit == EPSILON_SQUARED:
                break
    return places[:3] if is_on_face else None


def check_edge(builder: FclBuilder, edge: CcdElement, decisions: EngineDecisions) -> None:
    """An edge may be nearest only if the origin lies on it; otherwise the nearer one of its two faces is.

    Raises `FclFailureError` if the origin is outside.
    """
    rule, faces = builder.rules.edge, builder.faces_of(edge.number)
    if len(faces) < 2:
        raise FclFailureError(NULL)
    if rule is EdgeRule.TRUSTED:
        _trust_edge(builder, edge, faces, decisions)
        return
    start = builder.point(edge.parts[0])
    limit = EDGE_TOLERANCE * max(1.0, root(dot(start, start))) if rule is EdgeRule.ROUNDED else 0.0
    depths, normals = [], []
    for face in faces[:2]:
        normals.append(normalised(builder.outward(face)))
        depths.append(-dot(normals[-1], start))
        corners = (*builder.corner_vertices(face), *builder.inner_vertices())
        if decisions.holds("origin outside", depths[-1], limit, corners):
            raise FclFailureError(OUTSIDE)
    if rule is EdgeRule.ROUNDED:
        is_nearest = decisions.holds("on edge", edge.squared, EDGE_TOLERANCE * EDGE_TOLERANCE, builder.corners_of(edge))
    else:
        end = builder.point(edge.parts[1])
        projections = [scale(normal, -depth) for normal, depth in zip(normals, depths, strict=True)]
        on_edge = sum(_is_between(point, start, end) for point in projections)
        is_nearest = decisions.holds("projections on edge", float(on_edge), 2.0, ())
    if not is_nearest:
        closer = 1 if depths[0] < depths[1] else 0
        builder.choose(faces[closer], depths[closer] ** 2)


def _trust_edge(builder: FclBuilder, edge: CcdElement, faces: Sequence[int], decisions: EngineDecisions) -> None:
    """An edge is nearest if `ccdEq` takes its squared distance for that of the nearer of its faces."""
    first, second = (builder.faces[face].squared for face in faces[:2])
    others = (set(builder.corners(face)) - set(edge.parts) for face in faces[:2])
    corners = (*builder.corners_of(edge), *(builder.vertex(other) for corner in others for other in corner))
    limit = ccd.EPSILON * max(1.0, first, second)
    if not decisions.holds("nearest edge", edge.squared - min(first, second), limit, corners):
        closer, squared = (faces[0], first) if first < second else (faces[1], second)
        builder.choose(closer, squared)


def _is_between(point: Vec3, start: Vec3, end: Vec3) -> bool:
    """`is_point_on_line_segment`."""
    if squared_sine(start, end, point) >= EPSILON_SQUARED:
        return False
    return dot(sub(start, point), sub(end, point)) <= 0


def search_direction(builder: FclBuilder, nearest: CcdElement, decisions: EngineDecisions) -> Vec3:
    """The witness of the nearest element; the normal of a face if that is 0."""
    direction = nearest.witness
    if decisions.holds("at origin", nearest.squared, ccd.EPSILON, builder.corners_of(nearest)):
        face = nearest.number if nearest.kind is CcdKind.FACE else builder.faces_of(nearest.number)[0]
        direction = builder.outward(face)
    return normalised(direction)


def grow(builder: FclBuilder, nearest: CcdElement, vertex: Vertex, decisions: EngineDecisions) -> None:
    """Replaces the faces that the new vertex sees by faces from their border to it.

    FCL keeps the border in a hash table of addresses, which it goes through backwards unless two of them share a
    bucket.  Raises `FclFailureError`.
    """
    patch = _Patch(builder, vertex, decisions)
    start = nearest.number
    if nearest.kind is CcdKind.EDGE:
        seen = [face for face in builder.faces_of(nearest.number)[:2] if patch.is_outside(face)]
        if not seen:
            raise FclFailureError(NOT_VISIBLE)
        start = seen[0]
    patch.spread_from(start)
    for face in patch.visible:
        builder.delete_face(face)
    for edge in patch.internal:
        builder.delete_edge(edge)
    top = builder.add_vertex(vertex)
    spokes: dict[int, int] = {}
    for edge in reversed(patch.border):
        for end in builder.ends(edge):
            if end not in spokes:
                spokes[end] = builder.add_edge(top, end)
        first, second = builder.ends(edge)
        builder.add_face(edge, spokes[first], spokes[second])


class _Patch:
    """The faces that a new vertex sees, by a search in depth over their edges."""

    def __init__(self, builder: FclBuilder, vertex: Vertex, decisions: EngineDecisions) -> None:
        self._builder, self._vertex, self._decisions = builder, vertex, decisions
        # Dictionaries keep the order in which their keys were added.
        self.visible: dict[int, None] = {}
        self.internal: dict[int, None] = {}
        self.border: dict[int, None] = {}
        self._hidden: set[int] = set()
        self._inner = builder.inner_vertices()

    def is_outside(self, face: int) -> bool:
        """Whether the new vertex is above a face."""
        builder = self._builder
        corners = builder.corner_vertices(face)
        (x, y, z), (u, v, w) = self._vertex.point, corners[0].point
        normal = builder.outward(face)
        height = normal[0] * (x - u) + normal[1] * (y - v) + normal[2] * (z - w)
        about = (self._vertex, *corners, *self._inner)
        return self._decisions.holds("visible", height, 0.0, about)

    def spread_from(self, start: int) -> None:
        self.visible[start] = None
        for edge in self._builder.faces[start].parts:
            self._cross(edge, start)

    def _cross(self, edge: int, face: int) -> None:
        other = next((other for other in self._builder.faces_at(edge) if other != face), None)
        if other is None:
            raise FclFailureError(NULL)
        if other in self.visible:
            self._mark_internal(edge)
        elif other in self._hidden:
            self._mark_border(edge)
        elif self.is_outside(other) or (self._builder.rules.crosses_flat_edges and self._is_flat_with(edge)):
            self.visible[other] = None
            self._mark_internal(edge)
            for part in self._builder.faces[other].parts:
                if part != edge:
                    self._cross(part, other)
        else:
            self._mark_border(edge)
            self._hidden.add(other)

    def _is_flat_with(self, edge: int) -> bool:
        start, end = self._builder.edge_ends[edge]
        positions = self._builder.positions
        return is_without_area(self._vertex.point, positions[start], positions[end])

    def _mark_internal(self, edge: int) -> None:
        self.internal[edge] = None
        if edge in self.border:
            raise FclFailureError(INTERNAL)

    def _mark_border(self, edge: int) -> None:
        self.border[edge] = None
        if edge in self.internal:
            raise FclFailureError(BORDER)


def _of_triangle(
    simplex: Vertices, builder: FclBuilder, decisions: EngineDecisions, support: Callable[[Vec3], Vertex]
) -> CcdSeed:
    """A tetrahedron with the further of the two supports along the normal; if one is on the triangle, they touch."""
    a, b, c = (vertex.point for vertex in simplex)
    normal = cross(sub(b, a), sub(c, a))
    tops = support(normal), support(neg(normal))
    squared = [builder.rules.squared(top.point, a, b, c) for top in tops]
    v = [builder.add_vertex(vertex) for vertex in simplex]
    for top, height in zip(tops, squared, strict=True):
        if decisions.holds("support on face", height, ccd.EPSILON, (top, *simplex)):
            e = [builder.add_edge(v[i], v[j]) for i, j in ((0, 1), (1, 2), (2, 0))]
            return CcdSeed("face on the boundary", builder.faces[builder.add_face(*e)])
    v.append(builder.add_vertex(tops[0] if abs(squared[0]) > abs(squared[1]) else tops[1]))
    _add_tetrahedron(
        builder, [builder.add_edge(v[i], v[j]) for i, j in ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))]
    )
    return CcdSeed("tetrahedron on a face")


def _add_tetrahedron(builder: FclBuilder, edges: list[int]) -> None:
    for i, j, k in _TETRAHEDRON_FACES:
        builder.add_face(edges[i], edges[j], edges[k])
