"""Effects that restore or discard unsaved changes of earlier runs that crashed."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from gjkscope.app.actions import EndGesture, Notify, OfferJournal
from gjkscope.app.model import Left
from gjkscope.app.panels.requests import DiscardLeftover, RestoreLeftover
from gjkscope.app.persistence.journal import restored
from gjkscope.app.persistence.journal_file import LeftoverJournal
from gjkscope.app.window.effects.effect import Host, handles, report_error

MOST_TOLD = 3  # damaged journals that a message lists


def tell_damage(session: Host, damaged: Sequence[str]) -> None:
    """Reports journals that could not be read, or only in part, in one message."""
    more = f" {len(damaged) - MOST_TOLD} more are damaged." if len(damaged) > MOST_TOLD else ""
    report_error(session, f"Unsaved changes of an earlier run are damaged. {' '.join(damaged[:MOST_TOLD])}{more}")


def offer_leftover(session: Host) -> None:
    """Asks whether to restore the first of the remaining journals."""
    if not session.left:
        return
    journal = session.left[0].contents
    lost = restored(journal)
    name = Path(lost.file.path).stem if lost.file.path else lost.document.scene.name
    when = f"{datetime.fromtimestamp(journal.began):%-d %B, %H:%M}"
    session.act(OfferJournal(Left(max(len(lost.history.past), 1), name, when)))


@handles(RestoreLeftover)
def _bring_back(session: Host, _: RestoreLeftover) -> None:
    left = session.left.pop(0)
    session.perform([left.contents.opened, *left.contents.actions, EndGesture()])
    if session.journal is not None:
        session.journal.flush(session.state, at_once=True)
    _remove(session, left)
    session.act(Notify("Restored the changes; they are not saved yet"))


@handles(DiscardLeftover)
def _discard(session: Host, _: DiscardLeftover) -> None:
    _remove(session, session.left.pop(0))
    offer_leftover(session)


def _remove(session: Host, left: LeftoverJournal) -> None:
    try:
        left.forget()
    except OSError as fault:
        report_error(session, f"{left.path}: cannot be removed: {fault.strerror or fault}")
