"""Effects that restore or discard unsaved changes of earlier runs that crashed."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from gjkscope.app.actions import EndGesture, OfferBack, Tell
from gjkscope.app.model import Left
from gjkscope.app.panels.requests import BringBackLeft, DiscardLeft
from gjkscope.app.persistence.journal import brought_back
from gjkscope.app.persistence.journal_file import LeftJournal
from gjkscope.app.window.effects.effect import Host, carries_out, complain

MOST_TOLD = 3  # damaged journals that a message lists


def tell_damage(session: Host, damaged: Sequence[str]) -> None:
    """Reports journals that could not be read, or only in part, in one message."""
    more = f" {len(damaged) - MOST_TOLD} more are damaged." if len(damaged) > MOST_TOLD else ""
    complain(session, f"Unsaved changes of an earlier run are damaged. {' '.join(damaged[:MOST_TOLD])}{more}")


def offer_left(session: Host) -> None:
    """Asks whether to restore the first of the remaining journals."""
    if not session.left:
        return
    journal = session.left[0].contents
    lost = brought_back(journal)
    name = Path(lost.file.path).stem if lost.file.path else lost.document.scene.name
    when = f"{datetime.fromtimestamp(journal.began):%-d %B, %H:%M}"
    session.act(OfferBack(Left(max(len(lost.history.past), 1), name, when)))


@carries_out(BringBackLeft)
def _bring_back(session: Host, _: BringBackLeft) -> None:
    left = session.left.pop(0)
    session.perform([left.contents.opened, *left.contents.actions, EndGesture()])
    if session.journal is not None:
        session.journal.flush(session.state, at_once=True)
    _remove(session, left)
    session.act(Tell("Restored the changes; they are not saved yet"))


@carries_out(DiscardLeft)
def _discard(session: Host, _: DiscardLeft) -> None:
    _remove(session, session.left.pop(0))
    offer_left(session)


def _remove(session: Host, left: LeftJournal) -> None:
    try:
        left.forget()
    except OSError as fault:
        complain(session, f"{left.path}: cannot be removed: {fault.strerror or fault}")
