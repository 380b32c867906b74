"""Effects of the Survey panel: start and stop a survey."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ShowSurveyRun
from gjkscope.app.state.model import HuntPhase
from gjkscope.app.view.panels.requests import StartSurvey, StopSurvey
from gjkscope.app.window.effects.effect import Host, handles


@handles(StartSurvey)
def _start_survey(session: Host, _: StartSurvey) -> None:
    from gjkscope.app.window.surveying import SurveyJob

    if session.surveying is None:
        session.surveying = SurveyJob(session.state.survey.setup, session.wake)
        session.act(ShowSurveyRun(session.surveying.run))


@handles(StopSurvey)
def _stop_survey(session: Host, _: StopSurvey) -> None:
    if session.surveying is not None:
        session.surveying.stop()
        session.act(ShowSurveyRun(replace(session.surveying.run, phase=HuntPhase.STOPPING)))


def follow_survey(session: Host) -> None:
    """Shows the progress of the survey, if there is one."""
    run = None if session.surveying is None else session.surveying.changed_run()
    if run is not None:
        session.act(ShowSurveyRun(run))
        if not run.is_running:
            session.surveying = None


def end_survey(session: Host) -> None:
    """Ends it, because the window closes."""
    if session.surveying is not None:
        session.surveying.end()
