"""libccd's `doSimplex2`, `doSimplex3` and `doSimplex4`: what becomes of a simplex, whose newest vertex is A."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.published import ccd
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, sub


class CcdChoice(NamedTuple):
    """The vertices that are kept, oldest first, and the next direction; or an end of the search."""

    kept: Vertices
    direction: Vec3
    action: str
    contains: bool = False  # the origin: an intersection
    is_degenerate: bool = False  # which libccd takes for no intersection


Distance = Callable[[Vec3, Vec3, Vec3, Vec3], float]
"""The squared distance of a point from a triangle."""


def do_simplex(
    vertices: Vertices, decisions: EngineDecisions, squared: Distance = ccd.squared_to_triangle
) -> CcdChoice:
    if len(vertices) == 2:
        return _segment(vertices, decisions)
    cases = _triangle if len(vertices) == 3 else _tetrahedron
    return cases(vertices, decisions, squared)


def _segment(vertices: Vertices, decisions: EngineDecisions) -> CcdChoice:
    b, a = vertices
    ab, ao = sub(b.point, a.point), neg(a.point)
    along, off = dot(ab, ao), cross(ab, ao)
    if decisions.holds("on line", dot(off, off), ccd.EPSILON, (a, b)) and along > 0:
        return CcdChoice(vertices, ZERO, "on segment", contains=True)
    if ccd.is_zero(along) or along < 0:
        return CcdChoice((a,), ao, "vertex A")
    return CcdChoice(vertices, _triple(ab, ao), "edge AB")


def _triangle(vertices: Vertices, decisions: EngineDecisions, squared: Distance) -> CcdChoice:
    c, b, a = vertices
    if _is_on_face((a, b, c), decisions, squared):
        return CcdChoice(vertices, ZERO, "on face", contains=True)
    if ccd.same_point(a.point, b.point) or ccd.same_point(a.point, c.point):
        return CcdChoice(vertices, ZERO, "repeated vertex", is_degenerate=True)
    ao, ab, ac = neg(a.point), sub(b.point, a.point), sub(c.point, a.point)
    normal = cross(ab, ac)
    if _reaches(cross(normal, ac), ao):
        if _reaches(ac, ao):
            return CcdChoice((c, a), _triple(ac, ao), "edge AC")
        return _edge_or_vertex(vertices, ab, ao)
    if _reaches(cross(ab, normal), ao):
        return _edge_or_vertex(vertices, ab, ao)
    if _reaches(normal, ao):
        return CcdChoice(vertices, normal, "face ABC")
    return CcdChoice((b, c, a), neg(normal), "face ABC, turned over")


def _tetrahedron(vertices: Vertices, decisions: EngineDecisions, squared: Distance) -> CcdChoice:
    d, c, b, a = vertices
    flatness = squared(a.point, b.point, c.point, d.point)
    if decisions.holds("flat", flatness, ccd.EPSILON, (a, b, c, d)):
        return CcdChoice(vertices, ZERO, "flat tetrahedron", is_degenerate=True)
    for face in ((a, b, c), (a, c, d), (a, b, d), (b, c, d)):
        if _is_on_face(face, decisions, squared):
            return CcdChoice(vertices, ZERO, "on face", contains=True)
    ao = neg(a.point)
    ab, ac, ad = (sub(vertex.point, a.point) for vertex in (b, c, d))
    abc, acd, adb = cross(ab, ac), cross(ac, ad), cross(ad, ab)
    if not _same_side(acd, ab, ao):
        return _after("drop B", _triangle((d, c, a), decisions, squared))
    if not _same_side(adb, ac, ao):
        return _after("drop C", _triangle((b, d, a), decisions, squared))
    if not _same_side(abc, ad, ao):
        return _after("drop D", _triangle((c, b, a), decisions, squared))
    return CcdChoice(vertices, ZERO, "inside", contains=True)


def _is_on_face(face: Vertices, decisions: EngineDecisions, squared: Distance) -> bool:
    a, b, c = (vertex.point for vertex in face)
    return decisions.holds("origin on face", squared(ZERO, a, b, c), ccd.EPSILON, face)


def _edge_or_vertex(vertices: Vertices, ab: Vec3, ao: Vec3) -> CcdChoice:
    _, b, a = vertices
    if _reaches(ab, ao):
        return CcdChoice((b, a), _triple(ab, ao), "edge AB")
    return CcdChoice((a,), ao, "vertex A")


def _reaches(direction: Vec3, ao: Vec3) -> bool:
    value = dot(direction, ao)
    return ccd.is_zero(value) or value > 0


def _same_side(normal: Vec3, corner: Vec3, ao: Vec3) -> bool:
    return ccd.sign(dot(normal, ao)) == ccd.sign(dot(normal, corner))


def _after(dropped: str, choice: CcdChoice) -> CcdChoice:
    return choice._replace(action=f"{dropped}, {choice.action}")


def _triple(edge: Vec3, ao: Vec3) -> Vec3:
    """(edge × ao) × edge: perpendicular to the edge, towards the origin."""
    return cross(cross(edge, ao), edge)
