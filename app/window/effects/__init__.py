"""Effects: all access to files, the clipboard and the browser, by topic.  See `errand` for the definition."""

from gjkscope.app.window.effects import clipboard, demos, exporting, files, leftovers, lessons
from gjkscope.app.window.effects.effect import ERRANDS, Clipboard
from gjkscope.app.window.effects.exporting import finish_export
from gjkscope.app.window.effects.files import open_read_file
from gjkscope.app.window.effects.leftovers import offer_leftover, tell_damage

__all__ = [
    "ERRANDS",
    "Clipboard",
    "clipboard",
    "demos",
    "exporting",
    "files",
    "finish_export",
    "leftovers",
    "lessons",
    "offer_leftover",
    "open_read_file",
    "tell_damage",
]
