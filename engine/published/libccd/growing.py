"""Makes libccd's polytope of a simplex, and expands it: `simplexToPolytope2`, `3`, `4` and `expandPolytope`."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published import ccd
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.libccd.polytope import CcdBuilder, CcdElement, CcdKind
from gjkscope.engine.published.libccd.sphere import DIRECTIONS
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import Vec3, cross, neg, sub

Support = Callable[[Vec3], Vertex]


class CcdSeed(NamedTuple):
    """What became of the simplex: a polytope, or the element on which shapes are said to touch."""

    action: str
    touching: CcdElement | None = None


def first_polytope(simplex: Vertices, builder: CcdBuilder, decisions: EngineDecisions, support: Support) -> CcdSeed:
    """The polytope that EPA starts with."""
    if len(simplex) == 4:
        return _of_tetrahedron(simplex, builder, decisions, support)
    if len(simplex) == 3:
        return _of_triangle(simplex, builder, decisions, support)
    return _of_segment(simplex, builder, support)


def expand_polytope(builder: CcdBuilder, nearest: CcdElement, vertex: Vertex) -> None:
    """Replaces the faces at an edge, or one face, by faces that meet in the new vertex."""
    if nearest.kind is CcdKind.FACE:
        _expand_face(builder, nearest.number, vertex)
    else:
        _expand_edge(builder, nearest.number, vertex)


def _of_tetrahedron(simplex: Vertices, builder: CcdBuilder, decisions: EngineDecisions, support: Support) -> CcdSeed:
    """The tetrahedron, unless the origin lies on one of its faces: then two tetrahedra on that face.

    Each test looks at the vertices by their place in the simplex, where an earlier test may already have moved them.
    """
    places, is_on_face = list(simplex), False
    for face, kept in (
        ((0, 1, 2), ()),
        ((0, 2, 3), (None, 2, 3)),
        ((0, 1, 3), (None, None, 3)),
        ((1, 2, 3), (1, 2, 3)),
    ):
        corners = tuple(places[slot] for slot in face)
        squared = ccd.origin_to_triangle(*(vertex.point for vertex in corners))
        if decisions.holds("seed face", squared, ccd.EPSILON, corners):
            is_on_face = True
            for slot, source in enumerate(kept):
                if source is not None:
                    places[slot] = places[source]
    if is_on_face:
        return _of_triangle(tuple(places[:3]), builder, decisions, support)
    v = [builder.add_vertex(vertex) for vertex in places]
    e = [builder.add_edge(v[i], v[j]) for i, j in ((0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (3, 2))]
    _add_faces(builder, e, ((0, 1, 2), (3, 4, 0), (4, 5, 1), (5, 3, 2)))
    return CcdSeed("tetrahedron")


def _of_triangle(simplex: Vertices, builder: CcdBuilder, decisions: EngineDecisions, support: Support) -> CcdSeed:
    """Two tetrahedra on the triangle; if a support along its normal lies on it, the shapes are said to touch."""
    a, b, c = (vertex.point for vertex in simplex)
    normal = cross(sub(b, a), sub(c, a))
    above, below = support(normal), support(neg(normal))
    is_flat = [
        decisions.holds(
            "support on face", ccd.squared_to_triangle(vertex.point, a, b, c), ccd.EPSILON, (vertex, *simplex)
        )
        for vertex in (above, below)
    ]
    v = [builder.add_vertex(vertex) for vertex in simplex]
    if any(is_flat):
        e = [builder.add_edge(v[i], v[j]) for i, j in ((0, 1), (1, 2), (2, 0))]
        return CcdSeed("face on the boundary", builder.faces[builder.add_face(*e)])
    v += [builder.add_vertex(vertex) for vertex in (above, below)]
    ends = ((0, 1), (1, 2), (2, 0), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2))
    e = [builder.add_edge(v[i], v[j]) for i, j in ends]
    _add_faces(builder, e, ((3, 4, 0), (4, 5, 1), (5, 3, 2), (6, 7, 0), (7, 8, 1), (8, 6, 2)))
    return CcdSeed("two tetrahedra on a face")


def _of_segment(simplex: Vertices, builder: CcdBuilder, support: Support) -> CcdSeed:
    """An octahedron around the segment; if a support coincides with one of its ends, the shapes are said to touch."""
    a, b = simplex
    around = _around(a, b, support)
    if around is None:
        v = [builder.add_vertex(vertex) for vertex in simplex]
        return CcdSeed("segment on the boundary", builder.edges[builder.add_edge(*v)])
    first, second, third, fourth = around
    v = [builder.add_vertex(vertex) for vertex in (a, first, b, second, third, fourth)]
    rim = ((0, 1), (1, 2), (2, 3), (3, 0))
    spokes = tuple((top, corner) for top in (4, 5) for corner in range(4))
    e = [builder.add_edge(v[i], v[j]) for i, j in (*rim, *spokes)]
    faces = tuple((base + i, base + (i + 1) % 4, i) for base in (4, 8) for i in range(4))
    _add_faces(builder, e, faces)
    return CcdSeed("octahedron around a segment")


def _around(a: Vertex, b: Vertex, support: Support) -> Vertices | None:
    """Four supports around the segment; None if one coincides with an end of it."""

    def is_new(vertex: Vertex) -> bool:
        return not ccd.same_point(a.point, vertex.point) and not ccd.same_point(b.point, vertex.point)

    first = next((vertex for vertex in map(support, DIRECTIONS) if is_new(vertex)), None)
    if first is None or not is_new(second := support(neg(first.point))):
        return None
    normal = cross(sub(first.point, a.point), sub(second.point, a.point))
    if not is_new(third := support(normal)) or not is_new(fourth := support(neg(normal))):
        return None
    return first, second, third, fourth


def _add_faces(builder: CcdBuilder, edges: list[int], faces: tuple[tuple[int, int, int], ...]) -> None:
    for i, j, k in faces:
        builder.add_face(edges[i], edges[j], edges[k])


def _expand_face(builder: CcdBuilder, face: int, vertex: Vertex) -> None:
    """Replaces a face by the three other faces of the tetrahedron on it."""
    e0, e1, e2 = builder.faces[face].parts
    v0, v1 = builder.ends(e0)
    p, q = builder.ends(e1)
    if v1 not in (p, q):
        e1, e2 = e2, e1
    v2 = q if q not in (v0, v1) else p
    builder.delete_face(face)
    top = builder.add_vertex(vertex)
    e3, e4, e5 = (builder.add_edge(top, corner) for corner in (v0, v1, v2))
    for edges in ((e3, e4, e0), (e4, e5, e1), (e5, e3, e2)):
        builder.add_face(*edges)


def _expand_edge(builder: CcdBuilder, edge: int, vertex: Vertex) -> None:
    """Replaces each face at an edge, of which there are up to two, by two faces at the new vertex."""
    faces = builder.faces_of(edge)
    if not faces:
        return
    v0, v2 = builder.ends(edge)
    e0, e1, v1 = _other_edges(builder, faces[0], edge, v0)  # e0 at v0, e1 at v2, which meet in v1
    opposite = _other_edges(builder, faces[1], edge, v2) if len(faces) > 1 else None
    top = builder.add_vertex(vertex)
    builder.delete_face(faces[0])
    if opposite is not None:
        builder.delete_face(faces[1])
        builder.delete_edge(edge)
    e4, e5, e6 = (builder.add_edge(top, corner) for corner in (v2, v0, v1))
    if opposite is None:
        _add_faces(builder, [e0, e1, e4, e5, e6, edge], ((1, 2, 4), (0, 4, 3), (2, 3, 5)))
        return
    e2, e3, v3 = opposite  # e2 at v2, e3 at v0, which meet in v3
    e7 = builder.add_edge(top, v3)
    _add_faces(builder, [e0, e1, e2, e3, e4, e5, e6, e7], ((1, 4, 6), (0, 6, 5), (3, 5, 7), (4, 7, 2)))


def _other_edges(builder: CcdBuilder, face: int, edge: int, at: int) -> tuple[int, int, int]:
    """The other two edges of a face: that at the vertex `at`, the other one, and the vertex where they meet."""
    first, second = (part for part in builder.faces[face].parts if part != edge)
    if at not in builder.ends(first):
        first, second = second, first
    p, q = builder.ends(first)
    return first, second, q if p == at else p
