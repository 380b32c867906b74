"""Edits of takes: pure functions from demo to demo.

Every function returns a demo that has been rehearsed, or raises `TakeError` with a message for the user.  Times are
ticks, sixtieths of a second.
"""

from gjkscope.app.demos.takes.captions import added_caption, moved_caption, with_caption
from gjkscope.app.demos.takes.cutting import cut
from gjkscope.app.demos.takes.pauses import closed_pauses, pauses
from gjkscope.app.demos.takes.punch import punched
from gjkscope.app.demos.takes.readable import readable
from gjkscope.app.demos.takes.retiming import retimed, stretched
from gjkscope.app.demos.takes.sections import DemoSection as Section
from gjkscope.app.demos.takes.sections import demo_sections as sections
from gjkscope.app.demos.takes.timeline import TakeError

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
