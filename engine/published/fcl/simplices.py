"""FCL's `doSimplex2`, `doSimplex3` and `doSimplex4`: what becomes of a simplex, whose newest vertex is A.

They differ from libccd's in the test of a segment, in distances with a witness, and in ε² instead of ε.  Versions of
FCL before 2019 have libccd's.
"""

from math import sqrt

from gjkscope.engine.published import ccd
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.published.fcl.rules import EPSILON_SQUARED, FclRules
from gjkscope.engine.published.libccd.simplices import CcdChoice, do_simplex
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, sub


def reduce_simplex(vertices: Vertices, decisions: EngineDecisions, rules: FclRules) -> CcdChoice:
    if not rules.has_own_simplices:
        return do_simplex(vertices, decisions, rules.squared)
    if len(vertices) == 2:
        return _segment(vertices, decisions)
    return _triangle(vertices, decisions, rules) if len(vertices) == 3 else _tetrahedron(vertices, decisions, rules)


def _is_origin_on(face: Vertices, decisions: EngineDecisions, rules: FclRules, limit: float) -> bool:
    squared = rules.squared(ZERO, *(vertex.point for vertex in face))
    return decisions.holds("origin on face", squared, limit, face)


def _segment(vertices: Vertices, decisions: EngineDecisions) -> CcdChoice:
    b, a = vertices
    ab = sub(b.point, a.point)
    normal = cross(b.point, ab)
    limit = dot(ab, ab) * dot(b.point, b.point) * ccd.EPSILON * ccd.EPSILON
    if decisions.holds("on line", dot(normal, normal), limit, (a, b)):
        return CcdChoice(vertices, ZERO, "on segment", contains=True)
    length = sqrt(dot(normal, normal))
    x, y, z = normal
    unit = (x / length, y / length, z / length) if length else normal  # Eigen leaves a zero vector as it is
    return CcdChoice(vertices, cross(unit, ab), "edge AB")


def _triangle(vertices: Vertices, decisions: EngineDecisions, rules: FclRules) -> CcdChoice:
    c, b, a = vertices
    if _is_origin_on((a, b, c), decisions, rules, rules.triangle_limit):
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


def _tetrahedron(vertices: Vertices, decisions: EngineDecisions, rules: FclRules) -> CcdChoice:
    d, c, b, a = vertices
    flatness = rules.squared(a.point, b.point, c.point, d.point)
    if decisions.holds("flat", flatness, EPSILON_SQUARED, (a, b, c, d)):
        return CcdChoice(vertices, ZERO, "flat tetrahedron", is_degenerate=True)
    faces = ((a, b, c), (a, c, d), (a, b, d), (b, c, d))
    if any(_is_origin_on(face, decisions, rules, EPSILON_SQUARED) for face in faces):
        return CcdChoice(vertices, ZERO, "on face", contains=True)
    sides = ((c, d, b, "drop B", (d, c, a)), (d, b, c, "drop C", (b, d, a)), (b, c, d, "drop D", (c, b, a)))
    ao = neg(a.point)
    for first, second, opposite, dropped, kept in sides:
        normal = cross(sub(first.point, a.point), sub(second.point, a.point))
        origin, corner = ccd.sign(dot(normal, ao)), ccd.sign(dot(normal, sub(opposite.point, a.point)))
        if not decisions.holds("same side", float(origin - corner), 1.0, (a, first, second, opposite)):
            choice = _triangle(kept, decisions, rules)
            return choice._replace(action=f"{dropped}, {choice.action}")
    return CcdChoice(vertices, ZERO, "inside", contains=True)


def _edge_or_vertex(vertices: Vertices, ab: Vec3, ao: Vec3) -> CcdChoice:
    _, b, a = vertices
    if _reaches(ab, ao):
        return CcdChoice((b, a), _triple(ab, ao), "edge AB")
    return CcdChoice((a,), ao, "vertex A")


def _reaches(direction: Vec3, ao: Vec3) -> bool:
    value = dot(direction, ao)
    return ccd.is_zero(value) or value > 0


def _triple(edge: Vec3, ao: Vec3) -> Vec3:
    """(edge × ao) × edge: perpendicular to the edge, towards the origin."""
    return cross(cross(edge, ao), edge)
