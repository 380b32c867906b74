"""The tests of Newton's MPR, and its sentences."""

from gjkscope.engine.published.decisions import DecisionKind
from gjkscope.engine.published.engine_words import EngineAction, EngineWords


def _does_not_reach(name: str) -> DecisionKind:
    return DecisionKind(
        f"the height of {name} along the direction, for {{names}},",
        "≤",
        "",
        f"{name} does not reach the origin, so the shapes do not intersect",
        f"{name} reaches the origin",
    )


DECISIONS = {
    "shifted along": DecisionKind(
        "the shift of the triangle's center, from the point nearest to B's center towards the centroid,",
        ">",
        "1 % of the height of B's center",
        "the shift, not the height, decides where the ray from v0 leads",
        "the ray leads away from the triangle",
        None,
        lambda *_: False,
        "The ray runs nearly in the plane of the triangle and leaves it at a far edge, and that is the depth. A "
        "correct implementation shifts the center by no more than 1 % of its height, as pull request 3766 does.",
    ),
    "same center": DecisionKind(
        "the squared length of v0",
        "<",
        "ε",
        "the centers coincide, and v0 is moved along the axis with the furthest support",
        "the centers differ",
    ),
    "v1 short": _does_not_reach("v1"),
    "on ray": DecisionKind(
        "the squared length of v1 × v0 for {names}",
        "<",
        "ε²",
        "v1 is taken to lie on the ray, and its height is the depth",
        "v1 is not on the ray",
    ),
    "v2 short": _does_not_reach("v2"),
    "turned away": DecisionKind(
        "the height of v0 along the normal of {names}",
        ">",
        "",
        "v1 and v2 are swapped, so that the normal points to the origin's side",
        "the normal points to the origin's side",
    ),
    "v3 short": _does_not_reach("v3"),
    "outside": DecisionKind(
        "the volume (a × b) · v0 for {names}",
        "<",
        "",
        "the origin lies outside the plane, and the vertex inside it is replaced",
        "the origin lies inside the plane",
    ),
    "no area": DecisionKind(
        "the squared normal of the portal {names}",
        "<",
        "ε²",
        "the portal has no normal: no intersection",
        "the portal has a normal",
    ),
    "contains": DecisionKind(
        "the height of the portal {names}",
        "≥",
        "",
        "the origin lies between v0 and the portal, so the shapes intersect",
        "the origin lies beyond the portal",
    ),
    "surface": DecisionKind(
        "the squared gain of v4 over the portal, times the squared normal,",
        "≤",
        "the tolerance",
        "the portal is the surface, and the height of v4 is the depth",
        "A − B reaches further",
    ),
    "v4 short": _does_not_reach("v4"),
    "above": DecisionKind(
        "the volume (v4 × v0) · v for {names}",
        "≥",
        "",
        "the ray passes on this side of the plane through v0, v4 and the vertex",
        "the ray passes on the other side",
    ),
}
"""By name; ε = 1e-16."""

_ACTIONS = {
    "center": EngineAction("v0: centers", "v0 is the difference of the centers; the ray leads from it to the origin."),
    "v1": EngineAction("v1: along the ray", "v1 = {w} is searched from v0 towards the origin."),
    "v2": EngineAction("v2: beside the ray", "v2 = {w} is searched perpendicular to v1 and v0."),
    "v2, swapped": EngineAction("v2: beside the ray", "v2 = {w} is searched perpendicular to v1 and v0, then swapped."),
    "v3": EngineAction("v3: across the ray", "v3 = {w} is searched along the normal of v0, v1 and v2."),
    "v3 replaces v2": EngineAction("v3 replaces v2", "The origin lies outside the plane v1 v0 v3: {kept} stay."),
    "v3 replaces v1": EngineAction("v3 replaces v1", "The origin lies outside the plane v3 v0 v2: {kept} stay."),
    "portal": EngineAction("portal complete", "The ray passes through the portal of {kept}, whose first vertex is v0."),
    "last portal": EngineAction("last portal", "The portal of {kept}, whose first vertex is v0, is the surface."),
    **{
        f"v4 replaces v{number}": EngineAction(
            f"v4 replaces v{number}", f"v4 = {{w}} replaces v{number}: the portal is now {{kept}}, without the first."
        )
        for number in (1, 2, 3)
    },
}

WORDS = EngineWords("Newton's MPR", _ACTIONS, DECISIONS)
