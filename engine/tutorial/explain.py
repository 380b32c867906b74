"""Describes the nearest feature of a simplex, in both dimensions."""

from gjkscope.engine.gjk.explain import region_name
from gjkscope.engine.plane.gjk.explain import region_name_in_plane
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.tutorial import nearest, nearest_in_plane

Step = nearest.State | nearest_in_plane.State


def explain(step: Step, a: str, b: str) -> str:
    """The region that contains the origin, and what that says about the shapes."""
    names = " ".join(f"w{i}" for i in range(step.candidate.size))
    they = f"the cores of {a} and {b}" if step.radius else f"{a} and {b}"
    return f"{a} − {b} is a simplex: {names}. {_region(step)}: {they} {_relation(step)}{_less_radii(step, a, b)}."


def headline(step: Step, _a: str, _b: str) -> str:
    return feature_name(step)


def feature_name(step: Step) -> str:
    """The region that contains the origin: "vertex w2", "edge w0 w3", "the interior"."""
    if isinstance(step, nearest.State):
        return region_name(step.candidate, step.region)
    return region_name_in_plane(step.candidate, step.region)


def _region(step: Step) -> str:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return "The origin lies in the interior"
    if step.exit == Exit.TOUCHING:
        return f"The origin lies on {feature_name(step)}"
    return f"The origin is nearest to {feature_name(step)}"


def _relation(step: Step) -> str:
    if step.upper > 0:
        return f"are {number(step.upper)} m apart"
    return f"overlap by {number(-step.upper)} m" if step.upper < 0 else "touch"


def _less_radii(step: Step, a: str, b: str) -> str:
    """A clause with the distance of the shapes, derived from that of the cores; empty if the cores are the shapes."""
    if step.radius == 0:
        return ""
    rest = step.upper - step.radius
    outcome = f"overlap by {number(-rest)} m" if rest < 0 else f"are {number(rest)} m apart" if rest > 0 else "touch"
    return f"; after subtracting the radii, {number(step.radius)} m in total, {a} and {b} {outcome}"
