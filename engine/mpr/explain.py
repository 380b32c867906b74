"""Describes MPR steps."""

from gjkscope.engine.mpr.steps import NONE_LOST, ROUNDING, MprPhase, State
from gjkscope.engine.published.sentences import out_of_range, vertex_names_in
from gjkscope.engine.published.vertices import ITERATION_LIMIT
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import interval, number, vector
from gjkscope.engine.vectors import ZERO


def explain(step: State, a: str, b: str) -> str:
    """The search direction, its support point, the change of the portal, and at the end the proved bounds."""
    if step.support.birth < step.iteration:
        return (
            f"Because of rounding, v0 and {vertex_names_in(step.before)} give no search direction: "
            "the portal is too thin. "
            f"{_bounds(step)}"
        )
    begin = (_first, _second, _discover, _refine)[step.phase](step, a, b)
    return " ".join([begin, *_ending(step, a, b)])


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if len(step.portal) < 3:
        return ("first support", "second support", "ray outside the portal")[step.phase]
    return f"portal {vertex_names_in(step.portal)}"


def _first(step: State, a: str, b: str) -> str:
    if step.interior.point == ZERO:
        way = f"The centres of {a} and {b} coincide, so v0 is the origin and any ray will do: d = {vector(step.ray)}."
    else:
        way = (
            f"The difference of the centres, v0 = {vector(step.interior.point)}, lies in {a} − {b}. The ray from v0 "
            f"through the origin has direction d = {vector(step.ray)}."
        )
    return f"{way} The support in that direction is w0, {_beyond(step)}."


def _second(step: State, _a: str, _b: str) -> str:
    way = f"Perpendicular to the plane of the ray and w0, along d = {vector(step.direction)}"
    return f"{way}, the support is w1, {_beyond(step)}."


def _discover(step: State, _a: str, _b: str) -> str:
    w = f"w{step.iteration}"
    text = (
        f"Along the normal of triangle v0 {vertex_names_in(step.before)} on the ray's side, "
        f"d = {vector(step.direction)}, the support is {w}, {_beyond(step)}."
    )
    if step.exit != Exit.RUNNING:
        return text
    if step.lost == NONE_LOST:
        return f"{text} The ray passes through {vertex_names_in(step.portal)}, the first portal."
    stays, goes = step.before[1 - step.lost].birth, step.before[step.lost].birth
    return f"{text} The ray passes outside the plane of v0, w{stays} and {w}, so w{goes} is dropped."


def _refine(step: State, a: str, b: str) -> str:
    name, plane = vertex_names_in(step.before), step.height - step.gain
    if abs(plane) <= ROUNDING * step.reach:
        origin = f"The origin lies in the plane of portal {name}, to within rounding."
    elif plane > 0:
        origin = f"The origin lies {number(plane)} m inside portal {name}, so {a} and {b} intersect."
    else:
        origin = f"The origin lies {number(-plane)} m outside portal {name}."
    beyond = f"{origin} Along its outward normal, d = {vector(step.direction)}, {a} − {b} extends"
    if step.exit in (Exit.CONVERGED, Exit.TOUCHING):
        return f"{beyond} no further."
    text = f"{beyond} {f'{number(step.gain)} m' if step.gain > 0 else 'no'} further, to w{step.iteration}."
    if step.lost == NONE_LOST:
        return text
    return (
        f"{text} The ray passes through {vertex_names_in(step.portal)}, so w{step.before[step.lost].birth} is dropped."
    )


def _ending(step: State, a: str, b: str) -> list[str]:
    """What follows from the exit; empty while the search is running."""
    if step.exit == Exit.RUNNING:
        return []
    if step.exit == Exit.SEPARATING_AXIS:
        apart = f"{a} and {b} are at least {number(step.lower)} m apart"
        return [f"No point of {a} − {b} reaches the origin in this direction: {apart}."]
    if step.exit == Exit.CONVERGED:
        return [f"The portal is on the surface, where the ray leaves {a} − {b}. {_depth(step, a)}", _bounds(step)]
    if step.exit == Exit.ORIGIN_ON_RAY:
        return [f"The ray passes through w0 itself, where it leaves {a} − {b}. {_depth(step, a)}", _bounds(step)]
    if step.exit == Exit.TOUCHING:
        near = f"its plane is {number(abs(step.height))} m from the origin"
        return [f"The portal is on the surface, and {near}.", _bounds(step)]
    if step.exit == Exit.NO_INTERIOR:
        return [f"That is no further than v0, so v0 is on the surface of {a} − {b}, not inside it.", _bounds(step)]
    if step.exit == Exit.DEGENERATE_INPUT:
        return [out_of_range(step.reach)]
    return [f"The limit of {ITERATION_LIMIT} steps is reached.", _bounds(step)]


def _depth(step: State, a: str) -> str:
    if step.height < 0:
        return "There is nothing to push out."
    return (
        f"Moving {a} {number(step.height)} m along −d separates the shapes. This is an upper bound of the depth: "
        "another way out may be shorter."
    )


def _bounds(step: State) -> str:
    return f"Proved bounds: the signed distance {interval(step.lower, step.upper)}."


def _beyond(step: State) -> str:
    if step.height >= 0:
        return f"{number(step.height)} m beyond the origin"
    return f"{number(-step.height)} m short of the origin"


def _explain_direction(step: State, a: str, b: str) -> str:
    d = f"d = {vector(step.direction)}"
    if step.phase == MprPhase.FIRST:
        if step.interior.point == ZERO:
            return f"The centres of {a} and {b} coincide, so v0 is the origin and any ray will do: {d}."
        return f"The difference of the centres, v0, lies in {a} − {b}. The ray from it through the origin is {d}."
    if step.phase == MprPhase.SECOND:
        return f"The next direction is perpendicular to the plane of the ray and w0: {d}."
    if step.phase == MprPhase.DISCOVER:
        return f"d is the normal of triangle v0 {vertex_names_in(step.before)} on the ray's side: {d}."
    return f"d is the outward normal of portal {vertex_names_in(step.before)}: {d}."


def _explain_support(step: State, a: str, b: str) -> str:
    w = f"w{step.iteration}"
    text = f"The support point of {a} − {b} along d is {w}, {_beyond(step)}."
    if step.phase != MprPhase.REFINE:
        return text
    further = f"{number(step.gain)} m" if step.gain > 0 else "no"
    return f"{text} It lies {further} further out than the portal."


def _explain_portal(step: State, _a: str, _b: str) -> str:
    if step.phase == MprPhase.REFINE:
        passed = vertex_names_in(step.portal)
        return f"w{step.iteration} divides the portal into three parts. The ray passes through {passed}."
    if step.phase == MprPhase.SECOND:
        return (
            f"v0, {vertex_names_in(step.before)} and w{step.iteration} form a triangle. A portal needs a third vertex."
        )
    if step.lost == NONE_LOST:
        return f"The ray passes through {vertex_names_in(step.portal)}, the first portal."
    stays = step.before[1 - step.lost].birth
    return f"The ray passes outside the plane of v0, w{stays} and w{step.iteration}."


def _explain_drop(step: State, _a: str, _b: str) -> str:
    return f"w{step.before[step.lost].birth} is dropped; {vertex_names_in(step.portal)} are kept."


def _explain_outcome(step: State, a: str, b: str) -> str:
    return " ".join(_ending(step, a, b)) if _is_searched(step) else explain(step, a, b)


def _is_searched(step: State) -> bool:
    """Whether the step found a support point; rounding may have left no direction to search."""
    return step.support.birth == step.iteration


def _tests_ray(step: State) -> bool:
    return step.phase >= MprPhase.SECOND and step.exit == Exit.RUNNING


def _drops_vertex(step: State) -> bool:
    return _tests_ray(step) and step.lost != NONE_LOST


def _stops(step: State) -> bool:
    return step.exit != Exit.RUNNING


BEATS = (
    Beat("direction", "Search direction", _explain_direction, _is_searched),
    Beat("support", "Support", _explain_support, _is_searched),
    Beat("portal", "Portal", _explain_portal, _tests_ray),
    Beat("drop", "Drop", _explain_drop, _drops_vertex),
    Beat("outcome", "Outcome", _explain_outcome, _stops),
)
