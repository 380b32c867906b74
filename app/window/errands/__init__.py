"""Effects: all access to files, the clipboard and the browser, by topic.  See `errand` for the definition."""

from . import clipboard, demos, exporting, files, leftovers, lessons
from .errand import ERRANDS, Clipboard
from .exporting import finish_export
from .files import open_what_was_read
from .leftovers import offer_left, tell_damage

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
    "offer_left",
    "open_what_was_read",
    "tell_damage",
]
