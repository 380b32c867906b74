"""How far a command is, as lines that the window reads which has started it: `app/window/commands.py`."""

from typing import NamedTuple

import msgspec

PROGRESS = "GJKSCOPE_PROGRESS"
"""The environment variable that asks a command for lines in place of a progress bar."""
PROGRESS_LINES = "lines"


class CommandProgress(NamedTuple):
    """The completed amount, the total if it is known, and what is being done."""

    done: float
    total: float | None
    words: str

    @property
    def percent(self) -> int | None:
        return int(100 * self.done / self.total) if self.total else None


def progress_line(done: float, total: float | None, words: str) -> str:
    """The line, without its line break.

    >>> progress_line(3, 12, "Rendering")
    '[3,12,"Rendering"]'
    """
    return msgspec.json.encode(CommandProgress(done, total, words)).decode()


def read_progress(line: bytes) -> CommandProgress | None:
    """What the line says; None for any other output of the command.

    >>> read_progress(b'[3,12,"Rendering"]').percent
    25
    >>> read_progress(b"film.mp4: 0:04 min, 120 pictures")
    """
    try:
        return msgspec.json.decode(line, type=CommandProgress)
    except msgspec.MsgspecError:
        return None
