"""Keeps unsaved edits of demos in a folder, so that closing the window, or a crash, never loses them.

The draft of a demo file has a unique name, derived from the file's path.  It exists while there are unsaved edits.
"""

from itertools import count
from pathlib import Path
from zlib import crc32

from gjkscope.app.base.json_document import FieldError, file_text
from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.file import SUFFIX, DemoError, parse_demo, write_demo

FOLDER = "drafts"  # in the folder of recordings


def draft_path(recordings: Path, path: str) -> Path:
    """The path of the draft of the demo file at `path`."""
    file = Path(path).resolve()
    return recordings / FOLDER / f"{file.name.removesuffix(SUFFIX)}-{crc32(str(file).encode()):08x}{SUFFIX}"


def keep_draft(demo: Demo, recordings: Path, path: str) -> None:
    """Keeps the edited demo.  Raises `DemoError`."""
    draft = draft_path(recordings, path)
    try:
        draft.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise DemoError(f"{draft.parent}: cannot be created: {fault.strerror or fault}") from None
    write_demo(demo, draft)


def drop_draft(recordings: Path, path: str) -> None:
    """Removes the draft, if there is one.  Raises `DemoError`."""
    draft = draft_path(recordings, path)
    try:
        draft.unlink(missing_ok=True)
    except OSError as fault:
        raise DemoError(draft, f"cannot be removed: {fault.strerror or fault}") from None


def set_draft_aside(recordings: Path, path: str) -> Path:
    """Renames a draft that cannot be read, so that later edits do not overwrite it.  Raises `DemoError`."""
    draft = draft_path(recordings, path)
    number = next(number for number in count(1) if not _aside(draft, number).exists())
    try:
        return draft.rename(_aside(draft, number))
    except OSError as fault:
        raise DemoError(draft, f"cannot be renamed: {fault.strerror or fault}") from None


def _aside(draft: Path, number: int) -> Path:
    return draft.with_name(f"{draft.name.removesuffix(SUFFIX)}-unread-{number}{SUFFIX}")


def kept_draft(recordings: Path, path: str) -> Demo | None:
    """The edited demo that was kept, or None.  Raises `DemoError`."""
    draft = draft_path(recordings, path)
    if not draft.exists():
        return None
    try:
        return parse_demo(file_text(draft), str(draft), Path(path).resolve().parent)
    except FieldError as fault:
        raise DemoError(draft, fault.place, fault.message) from None
