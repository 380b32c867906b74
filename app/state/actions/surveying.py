"""Actions of the Survey panel, which compares engines on a suite of pairs."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import State, SurveyRun, SurveySetup

MOST_SURVEYED = 2000  # pairs of each family: those of the whole suite


class SetSurvey(Action, frozen=True):
    """Sets what the next survey asks."""

    setup: SurveySetup
    passing = True
    recorded = False


class ShowSurveyRun(Action, frozen=True):
    """Shows the progress of the survey and what it has found."""

    run: SurveyRun
    passing = True
    recorded = False


@updates(SetSurvey)
def _set_survey(state: State, action: SetSurvey) -> State:
    pairs = action.setup.pairs
    if not 1 <= pairs <= MOST_SURVEYED:
        return state.with_message(f"pairs: must be from 1 to {MOST_SURVEYED:,}, got {pairs:,}", is_error=True)
    return replace(state, survey=replace(state.survey, setup=action.setup))


@updates(ShowSurveyRun)
def _show_survey_run(state: State, action: ShowSurveyRun) -> State:
    return replace(state, survey=replace(state.survey, run=action.run))
