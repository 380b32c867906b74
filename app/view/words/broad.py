"""The words for a broad phase: its comparisons and the pairs found, and the rows of a race of several."""

from typing import NamedTuple

from gjkscope.app.ask.runs.choices import CHOICES, Run
from gjkscope.app.scenes.scene import Pair
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.state.model.direction import Race, RaceLane
from gjkscope.engine.broadphase import BroadTrace

SHORT_TITLES = {"bvh": "BVH"}  # of algorithms whose title is too long for a row


class RaceRow(NamedTuple):
    """A row of a race: a broad phase, its comparisons so far, and in all."""

    title: str
    made: int
    total: int

    @property
    def done(self) -> bool:
        return self.made == self.total


def comparisons_words(made: int, whole: BroadTrace) -> str:
    """ "93 comparisons; all pairs: 780"."""
    return f"{made:,} comparison{'' if made == 1 else 's'}; all pairs: {whole.all_pairs:,}"


def pairs_so_far(run: Run, step: int) -> list[Pair]:
    """The pairs found up to and including that step, by body name."""
    return [(run.names[i], run.names[j]) for past_step in run.steps[: step + 1] for i, j in past_step.found]


def race_rows(state: State, race: Race) -> list[RaceRow]:
    """The rows of the race in this state."""
    return [
        RaceRow(SHORT_TITLES.get(lane.algorithm, CHOICES[lane.algorithm].title), _made(state, race, lane), lane.total)
        for lane in race.lanes
    ]


def race_words(state: State) -> str:
    """The rows as Markdown, for pages, which show them as a card; empty without a race."""
    race = state.direction.race
    return "" if race is None else "\n".join(f"{row.title} **{row.made}**" for row in race_rows(state, race))


def _made(state: State, race: Race, lane: RaceLane) -> int:
    if race.made is not None:
        return min(round(race.made), lane.total)
    if lane.algorithm != state.run.algorithm:
        return lane.total
    return min(int(getattr(step_record(state), "comparisons", lane.total)), lane.total)
