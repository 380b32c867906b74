"""Effects: all access to files, the clipboard and the browser, by topic.  See `effect` for the definition."""

from gjkscope.app.window.effects import (
    capturing,
    clipboard,
    decomposing,
    demos,
    exporting,
    files,
    films,
    hunting,
    importing,
    installing,
    live,
    presenting,
    recovery,
    reloading,
    surveying,
    takes,
)
from gjkscope.app.window.effects.capturing import end_capture, follow_capture
from gjkscope.app.window.effects.decomposing import cancel_decomposition, follow_decomposition
from gjkscope.app.window.effects.demos import follow_take
from gjkscope.app.window.effects.effect import HANDLERS, Clipboard
from gjkscope.app.window.effects.exporting import finish_export
from gjkscope.app.window.effects.files import open_read_file
from gjkscope.app.window.effects.films import end_preview, follow_preview
from gjkscope.app.window.effects.hunting import follow_hunt
from gjkscope.app.window.effects.installing import end_installation, follow_installation
from gjkscope.app.window.effects.live import end_live, follow_live
from gjkscope.app.window.effects.presenting import follow_presentation
from gjkscope.app.window.effects.recovery import offer_recovery, report_damaged_journals
from gjkscope.app.window.effects.reloading import end_demo_file, follow_demo_file
from gjkscope.app.window.effects.surveying import end_survey, follow_survey
