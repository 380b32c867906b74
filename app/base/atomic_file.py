"""Writes files atomically: a full disk or a crash leaves the previous contents intact."""

import os
from pathlib import Path
from shutil import copymode
from threading import get_ident


def write_atomically(path: Path | str, data: bytes) -> None:
    """Writes `data` to the file at `path` atomically, via a temporary file in its folder.  Raises `OSError`.

    Symbolic links and permissions are preserved.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)  # a device cannot be replaced; a folder raises OSError
        return
    draft = target.with_name(f".gjkscope-{os.getpid()}-{get_ident()}.tmp")  # unique per thread
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
