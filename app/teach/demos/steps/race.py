"""The demo step that lets broad phases race."""

from collections.abc import Iterable
from typing import Annotated

from gjkscope.app.ask.runs.choices import BROAD_PHASES
from gjkscope.app.base.decoding import meaning
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.state.actions import Action, ChooseAlgorithm, ShowRace, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Motion, State
from gjkscope.app.state.model.direction import Race, RaceLane
from gjkscope.app.teach.demos.steps.step import Ease, MotionStep, instant
from gjkscope.engine.broadphase import BroadTrace


class RaceStep(MotionStep, tag="race", kw_only=True):
    """Shows how many comparisons broad phases need, as bars that grow.

    Within `seconds` all of them race at equal speed; without, the displayed one follows its steps.
    """

    algorithms: Annotated[tuple[str, ...] | None, meaning(f"any of {', '.join(BROAD_PHASES)}; null ends the race")]
    ease: Annotated[Ease, meaning("smooth, linear, in or out; linear by default")] = "linear"

    def begin(self, state: State) -> Motion:
        if self.algorithms is None:
            return instant(ShowRace(None))
        if not self.algorithms:
            raise ValueError("algorithms: must name at least one broad phase, or be null")
        lanes = tuple(RaceLane(name, _comparisons(state, name)) for name in self.algorithms)
        if self.seconds == 0:
            return instant(ShowRace(Race(lanes)))
        most = max(lane.total for lane in lanes)

        def at(_: State, part: float) -> Iterable[Action]:
            return [ShowRace(Race(lanes, most * part))]

        return self.eased(at)


def _comparisons(state: State, name: str) -> int:
    """The comparisons of the whole run.  Raises `ValueError` if there is no such broad phase, or no run."""
    if name not in BROAD_PHASES:
        near = did_you_mean(name, BROAD_PHASES)
        raise ValueError(f"algorithms: must be any of {', '.join(BROAD_PHASES)}, got {name!r}{near}")
    inspection = inspect(update(state, ChooseAlgorithm(name)))
    whole = None if inspection.trace is None else getattr(inspection.trace, "whole", None)
    if not isinstance(whole, BroadTrace):
        raise ValueError(f"algorithms: {name} has no run here: {inspection.refusal}")
    return whole.comparisons
