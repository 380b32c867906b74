"""The words for a broad phase: its comparisons and the pairs found."""

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.scenes.scene import Pair
from gjkscope.engine.broadphase import BroadTrace


def comparisons_words(made: int, whole: BroadTrace) -> str:
    """ "93 comparisons; all pairs: 780"."""
    return f"{made:,} comparison{'' if made == 1 else 's'}; all pairs: {whole.all_pairs:,}"


def pairs_so_far(run: Run, step: int) -> list[Pair]:
    """The pairs found up to and including that step, by body name."""
    return [(run.names[i], run.names[j]) for past_step in run.steps[: step + 1] for i, j in past_step.found]
