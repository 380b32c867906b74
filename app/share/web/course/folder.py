"""Writes a website to a folder without harming what is there.

A folder that holds an export has a list of its files with their digests.  Writing again replaces these files, and
removes those that are not needed any more; it refuses if one has been changed since, or if a file that is not in the
list is in the way.  Other files, such as those of git, stay.
"""

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath

from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.share.web.recording import PROGRAM

LIST = "gjkscope-course.json"

SiteFiles = Mapping[str, bytes]
"""The contents of files by their addresses, relative to the folder."""


class FolderError(ValueError):
    """A folder that cannot be written to without losing something; the message says what to do."""


Digests = Mapping[str, Collection[str]]
"""The digests that each file of an export may have, by its address."""


def write_site(folder: Path, written: SiteFiles) -> None:
    """Writes the files into a folder, which is created, is empty or holds an earlier export.

    Raises `FolderError`, before anything is written, if something would be lost; and `OSError`.  If it is interrupted,
    it can be repeated: until it is done, the list has the digests of old and new files.
    """
    earlier = check_folder(folder, written)
    new = {address: [sha256(data).hexdigest()] for address, data in written.items()}
    folder.mkdir(parents=True, exist_ok=True)
    _write_list(folder, {address: [*earlier.get(address, ()), *new.get(address, ())] for address in earlier | new})
    for address, data in written.items():
        path = folder / address
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)
    for address in sorted(set(earlier) - set(written)):
        (folder / address).unlink(missing_ok=True)
    _write_list(folder, new)


def check_folder(folder: Path, written: Collection[str] = ()) -> dict[str, list[str]]:
    """The digests of an earlier export's files.  Raises `FolderError` as `write_site` does."""
    if not folder.exists():
        return {}
    if not folder.is_dir():
        raise FolderError(f"{folder}: is a file; name a folder")
    if not any(folder.iterdir()):
        return {}
    earlier = _read_list(folder)
    for address, digests in earlier.items():
        path = folder / address
        if path.is_file() and sha256(path.read_bytes()).hexdigest() not in digests:
            raise FolderError(f"{path}: was changed after the export; move it away, or name another folder")
    for address in written:
        if address not in earlier and (folder / address).exists():
            raise FolderError(f"{folder / address}: is in the way; move it away, or name another folder")
    return earlier


def _write_list(folder: Path, digests: Digests) -> None:
    listed = {"program": PROGRAM, "files": digests}
    write_atomically(folder / LIST, f"{json.dumps(listed, indent=1)}\n".encode())


def _read_list(folder: Path) -> dict[str, list[str]]:
    try:
        entries = json.loads((folder / LIST).read_text(encoding="utf-8"))["files"]
        listed = {str(address): [str(digest) for digest in digests] for address, digests in entries.items()}
    except FileNotFoundError:
        raise FolderError(f"{folder}: is not empty and holds no earlier export; name another folder") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise FolderError(f"{folder / LIST}: is not the list of an export; name another folder") from None
    for address in listed:
        if not _is_below(address):
            raise FolderError(f"{folder / LIST}: lists {address!r}, which is outside of the folder")
    return listed


def _is_below(address: str) -> bool:
    """Whether the address cannot lead out of its folder."""
    path = PurePosixPath(address)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in address and ":" not in address
