"""The kinds of test that MuJoCo's function for boxes makes, and where it lacks one."""

from gjkscope.engine.published.decisions import DecisionKind

DECISIONS = {
    "separates": DecisionKind(
        "the overlap of the boxes along an axis",
        "<",
        "",
        "the axis separates the boxes: no contact",
        "the boxes overlap along this axis",
    ),
    "deeper than overlap": DecisionKind(
        "the depth of a contact point",
        ">",
        "the least overlap of the axes",
        "the point is kept all the same, as MuJoCo 3.10 does not compare them",
        "the point is kept",
        None,
        lambda _, decision: False if decision.left > decision.right else None,
        "No contact is deeper than the least overlap along an axis. In the loop over the corners, the variable of the "
        "determinant is overwritten by a squared distance, so the parameters of the next corners are wrong; they "
        "are clamped, and the depth is the distance of two unrelated points. A correct implementation keeps the "
        "determinant and takes no corner out of range; later versions drop points that are deeper than the overlap.",
    ),
    "none left": DecisionKind(
        "the number of contact points outside the boxes",
        "≥",
        "all",
        "no contact is left, although no axis separates the boxes",
        "some points are left",
        None,
        lambda *_: False,
        "The points lie half-way between the surfaces, which for a deep overlap is outside both boxes. A correct "
        "implementation keeps the penetrating points if all would be dropped, as MuJoCo 3.12 does.",
    ),
}
