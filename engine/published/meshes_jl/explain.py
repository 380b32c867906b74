"""The tests of Meshes.jl's GJK, and its sentences."""

from collections.abc import Sequence
from fractions import Fraction

from gjkscope.engine.published.decisions import (
    DecisionKind,
    exact_cross,
    exact_difference,
    exact_dot,
    rational_points,
)
from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.vectors import Vec3


def height_over_face(points: Sequence[Vec3]) -> Fraction | None:
    """n · (−a), where n is the normal of the face of the first three points that leads away from the fourth.

    None if the four are in one plane.
    """
    a, b, c, opposite = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    towards = exact_dot(normal, exact_difference(opposite, a))
    height = -exact_dot(normal, a)
    return None if towards == 0 else height if towards < 0 else -height


DECISIONS = {
    "apart": DecisionKind(
        "the largest gap of the bounding boxes",
        ">",
        "",
        "they do not intersect, and nothing else is asked",
        "the bounding boxes intersect",
    ),
    "short": DecisionKind(
        "the height of the support",
        "<",
        "",
        "A − B does not reach the origin: the shapes do not intersect",
        "A − B reaches the origin along d",
    ),
    "wound": DecisionKind(
        "the height of the origin over the triangle {names}",
        "<",
        "",
        "the two older vertices are exchanged, so that the normal leads to the origin",
        "the normal leads to the origin",
    ),
    "outside": DecisionKind(
        "n · o, the height of the origin over the first three of {names}, by the order of the vertices,",
        ">",
        "",
        "the origin is outside of this face, and the fourth is dropped",
        "the origin is on the inner side of this face",
        height_over_face,
        lambda exact, _: exact > 0,
        "The order of the vertices gives the inner side for the outer one. A correct implementation compares with the "
        "side of the fourth vertex, or keeps the order: since pull request 1227, Meshes.jl exchanges the two oldest "
        "vertices when it drops the second oldest.",
        "that height, with the normal that leads away from the fourth vertex,",
    ),
}
"""By name."""

_ACTIONS = {
    "boxes": EngineAction("bounding boxes", "The bounding boxes of {a} and {b} are compared."),
    "first": EngineAction("first vertex", "The search begins along the vector between the centroids."),
    "edge": EngineAction("edge", "The next direction is perpendicular to the edge {kept}."),
    "triangle": EngineAction("triangle", "The next direction is the normal of the triangle {kept}."),
    "face": EngineAction("face", "The next direction is the normal of the face {kept}."),
    "inside": EngineAction("inside", "No face of {kept} has the origin on its outer side."),
    "short": EngineAction("short", "The support does not reach the origin."),
    "no number": EngineAction("no number", "The directions overflow."),
}

WORDS = EngineWords("Meshes.jl", _ACTIONS, DECISIONS)
