"""Effects of presenter mode: its clock, bookmarks, and unsaved changes that were set aside without asking."""

from gjkscope.app.state.actions import GoToPlace, Notify, Present, PresentBy, ShowPresentingTime
from gjkscope.app.view.panels.requests import RecallPlace, RestoreKept, ResumePresentation
from gjkscope.app.window.effects.effect import Host, handles, keep_work
from gjkscope.app.window.effects.recovery import offer_recovery


@handles(ResumePresentation)
def _resume(session: Host, request: ResumePresentation) -> None:
    if session.state.worth_saving and session.state.page is None:
        keep_work(session)  # the presenter's experiment
    session.act(PresentBy(request.count))


@handles(RecallPlace)
def _recall(session: Host, request: RecallPlace) -> None:
    if session.state.presenting.place(request.number) is None:
        return
    if session.state.worth_saving:
        keep_work(session)
    session.act(GoToPlace(request.number))


@handles(RestoreKept)
def _restore_kept(session: Host, _: RestoreKept) -> None:
    session.act(Present(on=False))
    offer_recovery(session)


def follow_presentation(session: Host) -> None:
    """Advances the presenter's clock; at the end, shows where to find work that was set aside."""
    shown = session.state.presenting
    if not shown.on:
        if session.presenting_since is not None:
            session.presenting_since = None
            _say_what_was_kept(session)
        return
    now = session.clock()
    if session.presenting_since is None:
        session.presenting_since = now
    seconds = int(now - session.presenting_since)
    if seconds != shown.seconds:
        session.act(ShowPresentingTime(seconds))


def _say_what_was_kept(session: Host) -> None:
    if session.state.presenting.kept:
        session.act(Notify("Unsaved changes from before are kept: File › Restore kept changes brings them back"))
