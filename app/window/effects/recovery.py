"""Effects that restore or discard unsaved changes of earlier runs that crashed."""

from collections.abc import Sequence
from datetime import datetime

from gjkscope.app.state.actions import EndGesture, LeaveDemo, NoteKept, Notify, OfferRecovery
from gjkscope.app.state.model import Recovery
from gjkscope.app.state.persistence.journal import restore
from gjkscope.app.state.persistence.journal_file import KeptJournal
from gjkscope.app.view.panels.requests import DiscardRecovery, RecoverChanges
from gjkscope.app.window.effects.effect import Host, handles, keep_work, report_error

MAX_REPORTED = 3  # damaged journals that a message lists


def report_damaged_journals(session: Host, damaged: Sequence[str]) -> None:
    """Reports journals that could not be read, or only in part, in one message."""
    more = f" {len(damaged) - MAX_REPORTED} more are damaged." if len(damaged) > MAX_REPORTED else ""
    report_error(session, f"Unsaved changes of an earlier run are damaged. {' '.join(damaged[:MAX_REPORTED])}{more}")


def offer_recovery(session: Host) -> None:
    """Asks whether to restore the first of the remaining journals."""
    if not session.orphaned_journals:
        return
    journal = session.orphaned_journals[0].contents
    lost = restore(journal)
    when = f"{datetime.fromtimestamp(journal.began):%-d %B, %H:%M}"
    presented = session.state.presenting.kept > 0
    session.act(OfferRecovery(Recovery(max(len(lost.history.past), 1), lost.title, when, presented)))


@handles(RecoverChanges)
def _recover(session: Host, _: RecoverChanges) -> None:
    journal = session.orphaned_journals.pop(0)
    if session.state.presenting.kept and session.state.worth_saving:
        keep_work(session)  # changes that were set aside never replace newer work
    session.perform([LeaveDemo(), journal.contents.opened, *journal.contents.actions, EndGesture()])
    if session.journal is not None:
        session.journal.flush(session.state, at_once=True)
    _remove(session, journal)
    _count_kept(session)
    session.act(Notify("Restored the changes; they are not saved yet"))


@handles(DiscardRecovery)
def _discard(session: Host, _: DiscardRecovery) -> None:
    _remove(session, session.orphaned_journals.pop(0))
    _count_kept(session)
    offer_recovery(session)


def _count_kept(session: Host) -> None:
    session.kept_scene = None
    if session.state.presenting.kept:
        session.act(NoteKept(min(session.state.presenting.kept, len(session.orphaned_journals))))


def _remove(session: Host, journal: KeptJournal) -> None:
    try:
        journal.delete()
    except OSError as fault:
        report_error(session, f"{fault.filename}: cannot be removed: {fault.strerror or fault}")
