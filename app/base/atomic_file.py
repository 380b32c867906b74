"""Writes a file as a whole or not at all: a full disk or a crash in the middle costs nobody what was there before."""

import os
from pathlib import Path
from shutil import copymode
from threading import get_ident


def write_whole(path: Path | str, data: bytes) -> None:
    """Puts `data` into the file at `path`; if that fails, what stood there still stands.  Raises `OSError`.

    A link stays a link, and a file keeps its permissions.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a device cannot be replaced; a folder says that it is one
        return
    draft = target.with_name(f".gjkscope-{os.getpid()}-{get_ident()}.tmp")  # two threads may write into one folder
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
