"""Edits of takes: pure functions from demo to demo.

Every function returns a demo that has been rehearsed, or raises `TakeError` with a message for the user.  Times are
ticks, sixtieths of a second.
"""

from gjkscope.app.teach.demos.takes.captions import add_caption, move_caption, with_caption
from gjkscope.app.teach.demos.takes.cutting import cut
from gjkscope.app.teach.demos.takes.notes import notes_at, with_notes
from gjkscope.app.teach.demos.takes.pauses import close_pauses, pauses
from gjkscope.app.teach.demos.takes.punch import replace_span
from gjkscope.app.teach.demos.takes.readable import make_readable
from gjkscope.app.teach.demos.takes.retiming import retime, stretch
from gjkscope.app.teach.demos.takes.sections import DemoSection as Section
from gjkscope.app.teach.demos.takes.sections import demo_sections as sections
from gjkscope.app.teach.demos.takes.timeline import TakeError

__all__ = [
    "Section",
    "TakeError",
    "add_caption",
    "close_pauses",
    "cut",
    "make_readable",
    "move_caption",
    "notes_at",
    "pauses",
    "replace_span",
    "retime",
    "sections",
    "stretch",
    "with_caption",
    "with_notes",
]
