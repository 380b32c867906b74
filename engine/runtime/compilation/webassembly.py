"""WebAssembly from the instructions that numba compiled for this machine, so that web pages run the engine's functions.

1. LLVM joins the optimised instructions of compiled functions, keeps one of functions that are equal, and emits them
   for `wasm32`, as an object file.  Floating point is strict on both sides, so the module computes the same bits as the
   machine code.
2. An object file of WebAssembly is itself a valid module, apart from its exports: indices and addresses are already
   those of the file.  So no linker is needed: the exported functions are added, and the names for linkers are removed.
3. The host of the module provides the memory, the stack pointer, and functions to allocate and free memory.  Constants
   are at address 0; `CONSTANTS` bytes are reserved for them.

The instructions were optimised for this machine's processor, and may contain vectors of any width, which LLVM splits.
Sizes of structures are those of a machine with 64-bit addresses, which are sufficient for 32-bit ones.

How it can fail: code that calls a function of the C library, such as `pow`, needs that function from its host.  Python
uses the C library's `pow`, whose bits no browser promises; `needs` lists such functions.

Sources: WebAssembly Core Specification 2.0, 5.5; the convention for object files, WebAssembly/tool-conventions,
Linking.md.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gjkscope.engine.runtime.compilation.emission import ExportedFunction, TargetMachine, object_file

# With instructions that all browsers have had since 2021: otherwise copying memory calls the C library.
WEB = TargetMachine(
    "wasm32-unknown-unknown", features="+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
)

CONSTANTS = 65536  # bytes, one page of memory

# Sections of a module, by their numbers.
CUSTOM, IMPORT, EXPORT, ELEMENT, DATA = 0, 2, 7, 9, 11
HEADER = 8  # bytes: the magic number and the version

FUNCTION_KIND = 0  # of an import, export or symbol
SYMBOL_TABLE = 8  # subsection of the section "linking"
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40  # flags of a symbol
NAMED_LIKE_FUNCTIONS = (0, 2, 4, 5)  # kinds of symbols with an index and a name: functions, globals, tags, tables
DATA_SYMBOL = 1


class Module(NamedTuple):
    """A WebAssembly module."""

    code: bytes
    needs: tuple[str, ...]  # functions that its host must provide, by name


class ModuleSection(NamedTuple):
    number: int
    contents: bytes


def webassembly_of(*functions: ExportedFunction) -> Module:
    """The module that exports these functions.

    Raises `LookupError` if the instructions of one do not contain it.
    """
    return _export(object_file(functions, WEB), functions)


# --- the object file as a module ---


def _export(object_file: bytes, functions: Sequence[ExportedFunction]) -> Module:
    sections = list(_sections(object_file))
    linking = next(part.contents for part in sections if part.number == CUSTOM and _custom_name(part) == "linking")
    exported = ModuleSection(EXPORT, _exports(linking, functions))
    kept = [part for part in sections if part.number != CUSTOM]
    place = next(i for i, part in enumerate(kept) if part.number >= EXPORT)
    parts = [*kept[:place], exported, *kept[place:]]
    code = object_file[:HEADER] + b"".join(bytes([number]) + _sized(contents) for number, contents in parts)
    return Module(code, tuple(_imported_functions(kept)))


def _exports(linking: bytes, functions: Sequence[ExportedFunction]) -> bytes:
    indices = _functions_of_table(linking)
    exports = (
        _sized(function.name.encode()) + bytes([FUNCTION_KIND]) + _number(indices[function.symbol])
        for function in functions
    )
    return _number(len(functions)) + b"".join(exports)


def _sections(module: bytes) -> Iterator[ModuleSection]:
    reader = Reader(module, HEADER)
    while not reader.is_at_end:
        yield ModuleSection(reader.byte(), reader.sized())


def _custom_name(section: ModuleSection) -> str:
    return Reader(section.contents).sized().decode()


def _functions_of_table(linking: bytes) -> dict[str, int]:
    """The indices of the functions that the module defines, by their names."""
    reader = Reader(linking)
    reader.sized()  # the section's name
    reader.number()  # the version
    while not reader.is_at_end:
        kind, contents = reader.byte(), reader.sized()
        if kind == SYMBOL_TABLE:
            return dict(_functions_in(contents))
    return {}


def _functions_in(table: bytes) -> Iterator[tuple[str, int]]:
    """Names and indices of the functions that a symbol table defines."""
    reader = Reader(table)
    for _ in range(reader.number()):
        kind, flags = reader.byte(), reader.number()
        is_defined = not flags & UNDEFINED
        if kind in NAMED_LIKE_FUNCTIONS:
            index = reader.number()
            name = reader.sized().decode() if is_defined or flags & EXPLICIT_NAME else ""
            if kind == FUNCTION_KIND and is_defined:
                yield name, index
        elif kind == DATA_SYMBOL:
            reader.sized()
            for _ in range(3 if is_defined else 0):  # segment, offset, size
                reader.number()
        else:  # a section
            reader.number()


def _imported_functions(sections: list[ModuleSection]) -> Iterator[str]:
    for section in sections:
        if section.number == IMPORT:
            reader = Reader(section.contents)
            for _ in range(reader.number()):
                reader.sized()  # the name of the host's object
                name, kind = reader.sized().decode(), reader.byte()
                reader.skip_import(kind)
                if kind == FUNCTION_KIND:
                    yield name


class Reader:
    """Reads the encoding of modules."""

    def __init__(self, data: bytes, start: int = 0) -> None:
        self._data, self._at = data, start

    @property
    def is_at_end(self) -> bool:
        return self._at >= len(self._data)

    def byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def number(self) -> int:
        """An unsigned integer in LEB128."""
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def sized(self) -> bytes:
        """Bytes behind their count."""
        length = self.number()
        self._at += length
        return self._data[self._at - length : self._at]

    def skip_import(self, kind: int) -> None:
        """Skips the type of what is imported: of a function, table, memory or global."""
        if kind == FUNCTION_KIND:
            self.number()
        elif kind == 3:  # a global: type, and whether it can be changed
            self.byte()
            self.byte()
        else:
            if kind == 1:  # a table: type of its elements
                self.byte()
            has_most = self.byte() & 1
            for _ in range(1 + has_most):  # limits
                self.number()


def _number(value: int) -> bytes:
    """An unsigned integer in LEB128."""
    coded = bytearray()
    while value >= 0x80:
        coded.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*coded, value])


def _sized(data: bytes) -> bytes:
    return _number(len(data)) + data
