"""All pairs as a registered broad phase: its sentences and its record."""

from gjkscope.engine.broadphase import allpairs
from gjkscope.engine.broadphase.sentences import body_name, compared_words, subject, total_words
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.registry.records import BroadPhase, pair_changes
from gjkscope.engine.text import counted


def explain(step: allpairs.State, *names: str) -> str:
    """States which bodies a body is compared with."""
    if step.body < 0:
        return "Each body is compared with every body after it."
    compared = tuple(step.compared)
    if not compared:
        return f"No body comes after {body_name(step.body, names)}.{total_words(step.exit, step.comparisons)}"
    return f"{subject(step.body, names)} is compared with {compared_words(compared, names)}."


def headline(step: allpairs.State, *names: str) -> str:
    return "all pairs" if step.body < 0 else body_name(step.body, names)


def _explain_box(step: allpairs.State, *names: str) -> str:
    if not step.compared:
        return explain(step, *names)
    others = counted(len(step.compared), "later body", "later bodies")
    return f"The box of {body_name(step.body, names)} is compared with those of {others}."


BEATS = (
    Beat("box", "Box", _explain_box, lambda step: step.body >= 0),
    Beat("compare", "Comparisons", explain, lambda step: bool(step.compared)),
)

BROAD_PHASE = BroadPhase(
    name="allpairs",
    title="All pairs",
    order=240,
    state=allpairs.State,
    run=allpairs.run,
    explain=explain,
    headline=headline,
    of_pair=False,
    changes=pair_changes,
    most_bodies=500,
    beats=BEATS,
)
