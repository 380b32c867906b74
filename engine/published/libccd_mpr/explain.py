"""Describes the steps of libccd's MPR."""

from gjkscope.engine.published.engine_words import EngineAction, EngineWords
from gjkscope.engine.published.libccd_mpr.decisions import DECISIONS

_ACTIONS = {
    "center": EngineAction("v0: centers", "v0 is the difference of the centers; the ray leads from it to the origin."),
    "moved center": EngineAction(
        "v0: centers, moved", "v0 is the difference of the centers, the origin itself, and is moved by 10 ε along x."
    ),
    "v1": EngineAction("v1: along the ray", "v1 = {w} is searched from v0 towards the origin."),
    "v2": EngineAction("v2: beside the ray", "v2 = {w} is searched perpendicular to v0 and v1."),
    "v2, swapped": EngineAction(
        "v2: beside the ray", "v2 = {w} is searched perpendicular to v0 and v1, then the two are swapped."
    ),
    "v3": EngineAction("v3: across the ray", "v3 = {w} is searched along the normal of v0, v1 and v2."),
    "v3 replaces v2": EngineAction("v3 replaces v2", "The origin lies outside the plane v1 v0 v3: {kept} stay."),
    "v3 replaces v1": EngineAction("v3 replaces v1", "The origin lies outside the plane v3 v0 v2: {kept} stay."),
    "portal": EngineAction("portal found", "The ray passes through the portal of {kept}, whose first vertex is v0."),
    "contains the origin": EngineAction("intersection", "The portal has passed the origin: the shapes intersect."),
    "v4": EngineAction("v4: beyond the portal", "v4 = {w} is searched along the portal's normal."),
    "last portal": EngineAction("last portal", "The portal of {kept}, whose first vertex is v0, is the surface."),
    **{
        f"v4 replaces v{number}": EngineAction(
            f"v4 replaces v{number}", f"v4 = {{w}} replaces v{number}: the portal is now {{kept}}, without the first."
        )
        for number in (1, 2, 3)
    },
}

WORDS = EngineWords("libccd's MPR", _ACTIONS, DECISIONS)
