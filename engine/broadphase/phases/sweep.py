"""Sort and sweep as a registered broad phase: its sentences and its record."""

from gjkscope.engine.broadphase import sweep
from gjkscope.engine.broadphase.sentences import body_name, compared_words, subject, total_words
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.registry.records import BroadPhase, pair_changes
from gjkscope.engine.text import AXES, counted, number


def explain(step: sweep.State, *names: str) -> str:
    """The choice of the axis; or which box begins or ends, and what it is compared with."""
    axis = AXES[step.axis]
    if step.at < 0:
        if not step.events:
            return "There are no bodies, so there are no pairs."
        spreads = ", ".join(f"{number(step.spreads[i])} m on {AXES[i]}" for i in range(3))
        return (
            f"The centres have a standard deviation of {spreads}. Both ends of each box are sorted along {axis}, "
            f"{len(step.events)} in total."
        )
    event = step.events[step.at]
    where = f"at {axis} = {number(event.position)} m"
    if event.side == sweep.EndpointKind.END:
        total = total_words(step.exit, step.comparisons)
        return f"{subject(event.body, names)} ends {where} and leaves the active list.{total}"
    compared = tuple(step.compared)
    if not compared:
        return f"{subject(event.body, names)} begins {where}. No other box is active, so nothing is compared."
    return f"{subject(event.body, names)} begins {where} and is compared with {compared_words(compared, names)}."


def headline(step: sweep.State, *names: str) -> str:
    if step.at < 0:
        return f"sort along {AXES[step.axis]}"
    event = step.events[step.at]
    return f"{body_name(event.body, names)} {'begins' if event.side == sweep.EndpointKind.BEGIN else 'ends'}"


def _explain_sweep(step: sweep.State, *names: str) -> str:
    compared = tuple(step.compared)
    if not compared:
        return explain(step, *names)
    event = step.events[step.at]
    active = f"{counted(len(compared), 'box is', 'boxes are')} active"
    return f"{subject(event.body, names)} begins at {AXES[step.axis]} = {number(event.position)} m, while {active}."


BEATS = (
    Beat("sort", "Sorting", explain, lambda step: step.at < 0 and bool(step.events)),
    Beat("sweep", "Sweep", _explain_sweep, lambda step: step.at >= 0),
    Beat("compare", "Comparisons", explain, lambda step: bool(step.compared)),
)

BROAD_PHASE = BroadPhase(
    name="sweep",
    title="Sort and sweep",
    order=210,
    state=sweep.State,
    run=sweep.run,
    explain=explain,
    headline=headline,
    of_pair=False,
    changes=pair_changes,
    most_bodies=2500,
    beats=BEATS,
)
