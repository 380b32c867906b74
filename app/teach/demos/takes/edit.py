"""Edits of takes: pure functions from demo to demo.

Every function returns a demo that has been rehearsed, or raises `TakeError` with a message for the user.  Times are
ticks, sixtieths of a second.
"""

from gjkscope.app.teach.demos.takes.captions import added_caption, moved_caption, with_caption
from gjkscope.app.teach.demos.takes.cutting import cut
from gjkscope.app.teach.demos.takes.pauses import closed_pauses, pauses
from gjkscope.app.teach.demos.takes.punch import punched
from gjkscope.app.teach.demos.takes.readable import readable
from gjkscope.app.teach.demos.takes.retiming import retimed, stretched
from gjkscope.app.teach.demos.takes.sections import DemoSection as Section
from gjkscope.app.teach.demos.takes.sections import demo_sections as sections
from gjkscope.app.teach.demos.takes.timeline import TakeError

__all__ = [
    "Section",
    "TakeError",
    "added_caption",
    "closed_pauses",
    "cut",
    "moved_caption",
    "pauses",
    "punched",
    "readable",
    "retimed",
    "sections",
    "stretched",
    "with_caption",
]
