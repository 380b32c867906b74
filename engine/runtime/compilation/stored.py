"""Machine code on disk, which later processes run without numba: importing it takes ten times as long as this.

1. `ObjectCode` is an object file as LLVM writes it, for a function that takes and returns plain numbers.
2. It is stored in one file, whose name contains a hash of the versions of Python, numba and llvmlite, the processor and
   numba's settings.  The file lists the source files that the code was compiled from, and a hash of their contents.
3. `load_code` links the code with LLVM, as numba does with code from its own cache, and returns the function's address.

How it can fail: LLVM ends the process if code refers to a symbol that does not exist, so the symbols are looked up
first.  A file that is incomplete or altered has the wrong checksum.  In each of these cases there is no code, and the
caller compiles.  If no folder is writable, each process compiles.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from ctypes import c_void_p, cast, pythonapi
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from threading import get_ident
from typing import Any

import llvmlite.binding as llvm

from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files

FORMAT = 1  # of the file
DIGEST = 32  # bytes of a SHA-256

# Memory for compiled code; unlike numba's, and like the C library's, it needs no lock.
ALLOCATE, FREE = "gjkscope_allocate", "gjkscope_free"


def define_symbols() -> None:
    """Defines the symbols that compiled code may refer to, for all code of this process."""
    llvm.add_symbol(ALLOCATE, _address(pythonapi.PyMem_RawMalloc))
    llvm.add_symbol(FREE, _address(pythonapi.PyMem_RawFree))


def read_stored_code(name: str, parts: Sequence[str]) -> ObjectCode | None:
    """The code with this name; `None` if there is none that can be used.  `parts` names what it was compiled from."""
    for path in _places(name, parts):
        try:
            code = _decode(path.read_bytes())
            if digest_of_files(code.sources) == code.digest:
                return code
        except (OSError, ValueError):  # there is no such file, it is damaged, or a source file no longer exists
            continue
    return None


def store(name: str, parts: Sequence[str], code: ObjectCode) -> None:
    """Writes the code into the first folder that is writable, if there is one."""
    for path in _places(name, parts):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            whole = path.with_name(f"{path.name}-{os.getpid()}-{get_ident()}")  # renamed once complete
            whole.write_bytes(_encode(code))
            whole.replace(path)
            return
        except OSError:
            continue


def load_code(code: ObjectCode) -> int | None:
    """Links the code; returns the function's address, which remains valid; `None` if a symbol is missing."""
    define_symbols()
    if any(llvm.address_of_symbol(symbol) is None for symbol in code.needs):
        return None
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code.code))
    engine.finalize_object()
    address: int = engine.get_function_address(code.symbol)
    engine.detach()  # never disposed of, as threads may run the code until the process ends
    return address


# --- the file ---


def _encode(code: ObjectCode) -> bytes:
    *fields, machine_code = code
    contents = json.dumps(fields).encode() + b"\n" + machine_code
    return sha256(contents).digest() + contents


def _decode(data: bytes) -> ObjectCode:
    """Raises `ValueError` if it is damaged."""
    contents = data[DIGEST:]
    if sha256(contents).digest() != data[:DIGEST]:
        raise ValueError("the checksum is wrong")
    fields, _, machine_code = contents.partition(b"\n")
    symbol, needs, sources, digest = json.loads(fields)
    return ObjectCode(symbol, needs, sources, digest, machine_code)


def _places(name: str, parts: Sequence[str]) -> Iterator[Path]:
    """Where the file may be: like numba's cache, in `NUMBA_CACHE_DIR`, next to the source, or in the user's cache."""
    digest = sha256(json.dumps([FORMAT, __file__, *_machine(), *parts]).encode()).hexdigest()
    for folder in _folders():
        yield folder / f"gjkscope-{name}-{digest[:16]}.code"


def _folders() -> Iterator[Path]:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    yield Path(__file__).with_name("__pycache__")
    try:
        cache = _users_cache()
    except RuntimeError:  # in containers, users may have no home folder
        return
    yield cache / "gjkscope"


def _users_cache() -> Path:
    """Raises `RuntimeError` if the user has no home folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home())
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _machine() -> list[Any]:
    """The dependencies of machine code besides its sources."""
    settings = {
        key: value for key, value in os.environ.items() if key.startswith("NUMBA_") and key != "NUMBA_CACHE_DIR"
    }
    return [
        sys.version,
        version("numba"),
        version("llvmlite"),
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
        _features(),
        sorted(settings.items()),
    ]


def _features() -> str:
    """The features of the processor; empty where LLVM does not know them."""
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:
        return ""


def _address(function: Any) -> int:
    return cast(function, c_void_p).value or 0
