"""Compiled code that came with this installation, so that nobody has to wait until it is compiled.

1. `gjkscope.bundle.machine_code` writes it when a wheel is built: a shared library for one system and its common
   processors, and WebAssembly modules, which run on all.  The manifest names the functions, and the source files that
   each was compiled from, with a hash of their contents.
2. Python's ctypes loads the library: neither numba nor LLVM need be installed.
3. Code compiled for the very processor is 5 to 10 % faster, so what `gjkscope compile` has stored is preferred.

How it can fail: the system or the processor is another one, a source file has been changed, a file is damaged.  In each
of these cases there is no code, and the caller compiles.
"""

import json
import platform
import sys
from collections.abc import Sequence
from ctypes import CDLL, c_void_p, cast
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files

SHIPPED = Path(__file__).with_name("shipped")
"""The folder of shipped code; a checkout has none."""

MANIFEST = "manifest.json"
SUPPORTED = "gjkscope_supported"  # the library's function: whether this processor can run the others
ENGINE = Path(__file__).parents[2]  # source files are named relative to it


def shipped_address(name: str, parts: Sequence[str]) -> int | None:
    """The address of a function in the shipped library; `None` if there is none that can be used.

    `parts` names what it was compiled from, besides its source files.
    """
    manifest = _manifest()
    entry = manifest.get("functions", {}).get(name)
    library = _library() if entry is not None and _is_current(entry, parts) else None
    return None if library is None else cast(getattr(library, entry["symbol"]), c_void_p).value


def shipped_module(name: str, parts: Sequence[str]) -> ObjectCode | None:
    """A shipped WebAssembly module; `None` if there is none that can be used.  `parts` is as in `shipped_address`."""
    entry = _manifest().get("modules", {}).get(name)
    if entry is None or not _is_current(entry, parts):
        return None
    code = _contents(entry)
    return (
        None if code is None else ObjectCode(entry["symbol"], entry["needs"], entry["sources"], entry["digest"], code)
    )


@cache
def _library() -> CDLL | None:
    entry = _manifest()["library"]
    if [sys.platform, platform.machine()] != entry["machine"] or _contents(entry) is None:
        return None
    try:
        library = CDLL(str(SHIPPED / entry["file"]))
    except OSError:  # of an older system
        return None
    return library if getattr(library, SUPPORTED)() else None


@cache
def _manifest() -> dict[str, Any]:
    """Empty if it is missing or damaged."""
    try:
        manifest: dict[str, Any] = json.loads((SHIPPED / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _contents(entry: dict[str, Any]) -> bytes | None:
    """The file of an entry; `None` if it is missing or damaged."""
    try:
        code = (SHIPPED / entry["file"]).read_bytes()
    except OSError:
        return None
    return code if sha256(code).hexdigest() == entry["sha256"] else None


def _is_current(entry: dict[str, Any], parts: Sequence[str]) -> bool:
    """Whether the source files and the parts are those that the code was compiled from."""
    try:
        digest = digest_of_files([str(ENGINE / source) for source in entry["sources"]])
    except OSError:
        return False
    return [digest, [*parts]] == [entry["digest"], entry["parts"]]
