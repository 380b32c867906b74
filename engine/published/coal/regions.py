"""coal's projections of the origin on a simplex, whose newest vertex is A (`projectLineOrigin`, and so on).

A tetrahedron's region follows from a fixed tree of up to 7 tests on products of coordinates, of which there are twelve
kinds: the tree assumes that the origin is not on the far side of the face without A.
"""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.coal.eigen import corner_normal, is_zero_vector, quotient
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.ieee import divide
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub


class CoalVertex(NamedTuple):
    """A support point in the frame of the first shape, and as it is shown."""

    w: Vec3
    w0: Vec3
    w1: Vec3
    shown: Vertex  # in world coordinates


CoalVertices = tuple[CoalVertex, ...]


class CoalRegion(NamedTuple):
    """The next simplex, oldest vertex first, and its closest point, `ray`."""

    simplex: CoalVertices
    ray: Vec3
    action: str
    contains: bool = False  # the origin


def project_origin(simplex: CoalVertices, decisions: EngineDecisions) -> CoalRegion:
    """The feature of a simplex that is nearest to the origin."""
    if len(simplex) == 1:
        return CoalRegion(simplex, simplex[0].w, "vertex")
    return (_line, _triangle, _tetrahedron)[len(simplex) - 2](simplex, decisions)


def shown_vertices(*vertices: CoalVertex) -> tuple[Vertex, ...]:
    return tuple(vertex.shown for vertex in vertices)


def _line(simplex: CoalVertices, decisions: EngineDecisions) -> CoalRegion:
    b, a = simplex
    along = dot(sub(b.w, a.w), neg(a.w))
    if decisions.holds("past vertex", along, 0.0, shown_vertices(a, b)):
        return _point(a)._replace(contains=along == 0 and is_zero_vector(a.w))
    return _segment(a, b, along)


def _triangle(simplex: CoalVertices, decisions: EngineDecisions) -> CoalRegion:
    c, b, a = simplex
    ab, ac, ao = sub(b.w, a.w), sub(c.w, a.w), neg(a.w)
    normal = cross(ab, ac)
    if decisions.holds("beyond edge", dot(cross(normal, ac), ao), 0.0, shown_vertices(a, c, b)):
        toward_c = dot(ac, ao)
        if decisions.holds("toward end", toward_c, 0.0, shown_vertices(a, c)):
            return _segment(a, c, toward_c)
        return _edge_or_vertex(a, b, dot(ab, ao), decisions)
    if decisions.holds("beyond edge", dot(cross(ab, normal), ao), 0.0, shown_vertices(a, b, c)):
        return _edge_or_vertex(a, b, dot(ab, ao), decisions)
    height = dot(normal, ao)
    if not decisions.holds("off plane", abs(height), 0.0, shown_vertices(a, b, c)):
        return CoalRegion(simplex, ZERO, "on triangle", contains=True)
    return _face(a, b, c, normal, height)


def _edge_or_vertex(a: CoalVertex, b: CoalVertex, toward_b: float, decisions: EngineDecisions) -> CoalRegion:
    if decisions.holds("toward end", toward_b, 0.0, shown_vertices(a, b)):
        return _segment(a, b, toward_b)
    return _point(a)


def _tetrahedron(simplex: CoalVertices, decisions: EngineDecisions) -> CoalRegion:
    tests = _Tests(simplex, decisions)
    node: _Tree | str = _TREE
    while not isinstance(node, str):
        test, holds, fails = node
        node = holds if tests.holds(test) else fails
    return tests.region(node)


class _Tests:
    """The tests of one tetrahedron, by the names of their vertices."""

    def __init__(self, simplex: CoalVertices, decisions: EngineDecisions) -> None:
        self._simplex, self._decisions = simplex, decisions
        self._vertices = dict(zip("DCBA", simplex, strict=True))
        points = {name: vertex.w for name, vertex in self._vertices.items()}
        self._products = {(p, q): dot(points[p], points[q]) for p in points for q in points}
        self._cross_b, self._cross_c = cross(points["A"], points["B"]), cross(points["A"], points["C"])

    def holds(self, test: str) -> bool:
        how, letters = test.split()
        name, compute = _KINDS[how]
        left = compute(self, *letters[1:])
        return self._decisions.holds(name, left, 0.0, shown_vertices(*(self._vertices[letter] for letter in letters)))

    def region(self, letters: str) -> CoalRegion:
        if letters == "inside":
            return CoalRegion(self._simplex, ZERO, "inside", contains=True)
        a, *others = (self._vertices[letter] for letter in letters)
        if not others:
            return _point(a)
        if len(others) == 1:
            return _segment(a, others[0], -(self._products[letters[1], "A"] - self._products["A", "A"]))
        b, c = others
        return _face(a, b, c, corner_normal(a.w, b.w, c.w), -self.face(*letters[1:]))

    def toward(self, p: str) -> float:
        """AP · A."""
        return self._products[p, "A"] - self._products["A", "A"]

    def face(self, p: str, q: str) -> float:
        """Q · (A × P), in one of the orders BC, CD and DB."""
        if p == "D":
            return -dot(self._vertices["D"].w, self._cross_b)
        return dot(self._vertices[q].w, self._cross_b if p == "B" else self._cross_c)

    def inside(self, p: str, q: str) -> float:
        """Not positive if the origin is on Q's side of edge AP."""
        of, a_a = self._products, self._products["A", "A"]
        return of[p, "A"] * (of[p, "A"] - of[q, "A"]) + of[p, p] * (of[q, "A"] - a_a) - of[p, q] * (of[p, "A"] - a_a)

    def outside(self, p: str, q: str) -> float:
        """Not positive if the origin is beyond edge AP, seen from Q."""
        of, a_a = self._products, self._products["A", "A"]
        return of[p, "A"] * (of[q, "A"] - of[p, "A"]) + of[p, q] * (of[p, "A"] - a_a) - of[p, p] * (of[q, "A"] - a_a)


_KINDS: dict[str, tuple[str, Callable[..., float]]] = {
    "toward": ("along edge", _Tests.toward),
    "face": ("outside face", _Tests.face),
    "inside": ("inside edge", _Tests.inside),
    "outside": ("outside edge", _Tests.outside),
}

# (test, region if it holds, region if it fails); common parts by what they still distinguish.
_Tree = tuple[str, "_Tree | str", "_Tree | str"]
_AC_OR_ACD: _Tree = ("inside ACD", "ACD", "AC")
_FROM_AC: _Tree = ("outside ACB", _AC_OR_ACD, "ABC")
_FROM_AB: _Tree = ("inside ABC", _FROM_AC, "AB")
_AD_OR_ACD: _Tree = ("outside ADC", "AD", "ACD")
_ADB_OR_AD: _Tree = ("inside ADB", "ADB", "AD")
_AC_OR_ABC: _Tree = ("outside ACB", "AC", "ABC")
_TREE: _Tree = (
    "toward AB",
    (
        "face ADB",
        (
            "outside ABD",
            ("toward AD", ("inside ABC", "ABC", "AB"), _FROM_AB),
            ("inside ADB", "ADB", ("inside ACD", _AD_OR_ACD, ("outside ADC", "AD", "AC"))),
        ),
        (
            "face ABC",
            _FROM_AB,
            ("face ACD", ("inside ACD", _AD_OR_ACD, ("toward AC", "AC", "AD")), "inside"),
        ),
    ),
    (
        "toward AC",
        (
            "face ACD",
            (
                "toward AD",
                ("inside ACD", ("outside ADC", _ADB_OR_AD, "ACD"), _AC_OR_ABC),
                ("outside ACB", _AC_OR_ACD, ("face ABC", "ABC", "ACD")),
            ),
            ("face ABC", _AC_OR_ABC, ("face ADB", _ADB_OR_AD, "inside")),
        ),
        (
            "toward AD",
            (
                "face ADB",
                ("outside ADC", _ADB_OR_AD, ("face ACD", "ACD", "ADB")),
                ("face ACD", _AD_OR_ACD, "inside"),
            ),
            "A",
        ),
    ),
)


def _point(a: CoalVertex) -> CoalRegion:
    return CoalRegion((a,), a.w, "vertex")


def _segment(a: CoalVertex, b: CoalVertex, along: float) -> CoalRegion:
    """`along` is AB · AO."""
    ab = sub(b.w, a.w)
    ray = quotient(add(scale(a.w, dot(ab, b.w)), scale(b.w, along)), dot(ab, ab))
    return CoalRegion((b, a), ray, "segment")


def _face(a: CoalVertex, b: CoalVertex, c: CoalVertex, normal: Vec3, height: float) -> CoalRegion:
    """`height` is ABC · AO; the order of the simplex follows from its sign."""
    if height == 0:
        return CoalRegion((c, b, a), ZERO, "triangle")
    kept = (c, b, a) if height > 0 else (b, c, a)
    return CoalRegion(kept, scale(normal, divide(-height, dot(normal, normal))), "triangle")
