"""What other runs left unsaved when they crashed: offered, brought back, given up."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.actions import EndGesture, OfferBack, Tell
from app.journal import brought_back
from app.model import Left
from app.panels.requests import BringBackLeft, DiscardLeft

from ..journal_file import LeftJournal
from .errand import carries_out, complain

if TYPE_CHECKING:
    from ..session import Session


def offer_left(session: "Session") -> None:
    """Asks whether the first of what is left is to be brought back."""
    if not session.left:
        return
    journal = session.left[0].contents
    lost = brought_back(journal)
    name = Path(lost.file.path).stem if lost.file.path else lost.document.scene.name
    when = f"{datetime.fromtimestamp(journal.began):%-d %B, %H:%M}"
    session.act(OfferBack(Left(max(len(lost.history.past), 1), name, when)))


@carries_out(BringBackLeft)
def _bring_back(session: "Session", _: BringBackLeft) -> None:
    left = session.left.pop(0)
    session.perform([left.contents.opened, *left.contents.actions, EndGesture()])
    if session.journal is not None:
        session.journal.flush(session.state, at_once=True)
    _remove(session, left)
    session.act(Tell("The changes are back; they are not saved yet"))


@carries_out(DiscardLeft)
def _discard(session: "Session", _: DiscardLeft) -> None:
    _remove(session, session.left.pop(0))
    offer_left(session)


def _remove(session: "Session", left: LeftJournal) -> None:
    try:
        left.forget()
    except OSError as fault:
        complain(session, f"{left.path}: cannot be removed: {fault.strerror or fault}")
