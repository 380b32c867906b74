"""MPR's steps in plain language."""

from .mpr import NONE_LOST, State
from .published import ITERATION_LIMIT
from .published_words import names, out_of_range
from .result import Exit
from .vectors import ZERO
from .words import number, vector


def explain(step: State, a: str, b: str) -> str:
    """Where the support was sought and why, what it does to the portal, and what is known so far."""
    if step.support.birth < step.iteration:
        return (
            f"Rounding has left v0 and {names(step.before)} no side to search on: the portal is too thin. "
            f"{_bounds(step)}"
        )
    begin = (_first, _second, _discover, _refine)[step.phase](step, a, b)
    return " ".join([begin, *_ending(step, a, b)])


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if len(step.portal) < 3:
        return ("first support", "second support", "ray outside the portal")[step.phase]
    return f"portal {names(step.portal)}"


def _first(step: State, a: str, b: str) -> str:
    if step.interior.point == ZERO:
        way = f"The centres of {a} and {b} coincide: v0 is the origin, and any ray will do, d = {vector(step.ray)}."
    else:
        way = (
            f"The difference of the centres, v0 = {vector(step.interior.point)}, lies in {a} − {b}. The ray from there "
            f"through the origin goes along d = {vector(step.ray)}."
        )
    return f"{way} The furthest support that way is w0, {_beyond(step)}."


def _second(step: State, _a: str, _b: str) -> str:
    way = f"Square to the plane of the ray and w0, along d = {vector(step.direction)}"
    return f"{way}, the support is w1, {_beyond(step)}."


def _discover(step: State, _a: str, _b: str) -> str:
    w = f"w{step.iteration}"
    found = (
        f"Along the normal of v0 {names(step.before)}, on the side of the ray, d = {vector(step.direction)}, the "
        f"support is {w}, {_beyond(step)}."
    )
    if step.exit != Exit.RUNNING:
        return found
    if step.lost == NONE_LOST:
        return f"{found} The ray passes between all three: {names(step.portal)} is the first portal."
    stays = step.before[1 - step.lost].birth
    return f"{found} The ray passes outside the plane of v0, w{stays} and {w}, so w{step.before[step.lost].birth} goes."


def _refine(step: State, a: str, b: str) -> str:
    name, plane = names(step.before), step.height - step.gain
    if plane >= 0:
        place = f"The origin lies {number(plane)} m before the portal {name}: {a} and {b} share a point."
    else:
        place = f"The origin lies {number(-plane)} m beyond the portal {name}."
    if step.exit in (Exit.CONVERGED, Exit.TOUCHING):
        return f"{place} Along its normal, d = {vector(step.direction)}, {a} − {b} reaches no further."
    further = f"{number(step.gain)} m further" if step.gain > 0 else "no further"
    found = (
        f"{place} Along its normal, d = {vector(step.direction)}, {a} − {b} reaches {further}, to w{step.iteration}."
    )
    if step.lost == NONE_LOST:
        return found
    return f"{found} The ray passes through {names(step.portal)}, so w{step.before[step.lost].birth} goes."


def _ending(step: State, a: str, b: str) -> list[str]:
    """What follows from the exit; nothing while the search goes on."""
    if step.exit == Exit.RUNNING:
        return []
    if step.exit == Exit.SEPARATING_AXIS:
        return [f"No point of {a} − {b} reaches the origin: {a} and {b} are at least {number(step.lower)} m apart."]
    if step.exit == Exit.CONVERGED:
        return [f"That is its surface, and where the ray leaves. {_depth(step, a)}", _bounds(step)]
    if step.exit == Exit.ORIGIN_ON_RAY:
        return [f"The ray passes through w0 itself: there it leaves {a} − {b}. {_depth(step, a)}", _bounds(step)]
    if step.exit == Exit.TOUCHING:
        return [f"That is its surface, and the origin lies on it but for {number(abs(step.height))} m.", _bounds(step)]
    if step.exit == Exit.NO_INTERIOR:
        return [f"That is no further than v0: v0 lies on the surface of {a} − {b}, not inside.", _bounds(step)]
    if step.exit == Exit.DEGENERATE_INPUT:
        return [out_of_range(step.reach)]
    return [f"The limit of {ITERATION_LIMIT} steps is reached.", _bounds(step)]


def _depth(step: State, a: str) -> str:
    if step.height < 0:
        return "There is nothing to push out."
    return (
        f"Pushing {a} {number(step.height)} m along −d frees it; the least depth is no more, but another way out "
        "may be shorter."
    )


def _bounds(step: State) -> str:
    lower, upper = number(step.lower), number(step.upper)
    if lower == upper:
        where = f"is {lower} m"
    elif step.lower > step.upper:
        where = f"is {lower} m, but for rounding"
    else:
        where = f"lies between {lower} and {upper} m"
    return f"It is proved that the signed distance {where}."


def _beyond(step: State) -> str:
    if step.height >= 0:
        return f"{number(step.height)} m beyond the origin"
    return f"{number(-step.height)} m short of the origin"
