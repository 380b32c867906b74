"""Compiled code as Python functions: loaded without numba (`engine/native/code.py`), or else compiled and stored."""

import zlib
from collections.abc import Callable, Iterable, Sequence
from ctypes import c_double, c_int64
from typing import TYPE_CHECKING, NamedTuple

from gjkscope.engine.batch.arrays import Grouper, Solver
from gjkscope.engine.native.code import known_address, known_shapes, native_function, stored_code
from gjkscope.engine.native.on_demand import BOXES, DEPTH, IMPULSES
from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files
from gjkscope.engine.runtime.compilation.shipped import shipped_module
from gjkscope.engine.runtime.extras import COMPILER, is_installed, require_compiler

if TYPE_CHECKING:  # imports numba
    from gjkscope.engine.runtime.compilation.emission import ExportedFunction
    from gjkscope.engine.runtime.compilation.options import Native

PAIRS = "pairs"
GROUPS = "groups"
MESHES = "meshes"
CONTACTS = "contacts"
STEPS = "steps"
PLANE_PAIRS = "plane-pairs"
PLANE_STEPS = "plane-steps"
SOLVE, RECORD_STEPS = "solve", "record_steps"  # what pages call


class WebModule(NamedTuple):
    """A WebAssembly module, by its name, and the compiled functions of which it is the translation."""

    name: str
    exports: dict[str, str]  # by what the page calls it


WEB = {
    2: WebModule("web-plane", {SOLVE: PLANE_PAIRS, RECORD_STEPS: PLANE_STEPS}),
    3: WebModule("web", {SOLVE: PAIRS, RECORD_STEPS: STEPS}),
}
"""The modules for pages, by the dimension of the shapes that they answer; a page of one dimension has one of them."""


def solver() -> Solver:
    """`compiled.solve`, compiled."""
    return native_function(_address(PAIRS), c_int64, c_int64, c_int64, c_double)


def grouper() -> Grouper:
    """`grouping.group`, compiled."""
    return native_function(_address(GROUPS), c_int64, c_int64, c_int64)


def mesh_searcher() -> Callable[..., int]:
    """`compiled_meshes.search_meshes`, compiled."""
    return native_function(_address(MESHES), c_int64, c_int64, c_int64, c_int64)


def contact_finder() -> Callable[..., int]:
    """`compiled_meshes.find_contacts`, compiled."""
    return native_function(_address(CONTACTS), c_int64, c_int64, c_int64)


def depth_measurer() -> Callable[..., int]:
    """`compiled_depth.measure`, compiled."""
    return native_function(_address(DEPTH), c_int64)


def box_writer() -> Callable[..., int]:
    """`compiled_boxes.write_boxes`, compiled."""
    return native_function(_address(BOXES), c_int64, c_int64)


def impulse_solver() -> Callable[..., int]:
    """`compiled_impulses.do_task`, compiled."""
    return native_function(_address(IMPULSES), c_int64, c_int64)


def web_engine(dimension: int) -> ObjectCode:
    """The WebAssembly module for pages with shapes of this dimension, 2 or 3.

    It came with the installation, or is translated from what is compiled here, and stored.  `needs` are the
    functions that the page must provide.
    """
    (name, exports), parts = WEB[dimension], known_shapes()
    module = stored_code(name, parts) or shipped_module(name, parts)
    if module is None:
        module = _translate({export: instructions(compiled) for export, compiled in exports.items()})
        _store(name, parts, module)
    return module


def has_web_engine(dimension: int) -> bool:
    """Whether there is a `web_engine`, or what it takes to compile one."""
    return is_installed(COMPILER) or shipped_module(WEB[dimension].name, known_shapes()) is not None


def compile_here(names: Iterable[str]) -> None:
    """Compiles these functions, of `COMPILERS` for this machine's processor, unless that has been done."""
    for name in names:
        if is_compiled(name):
            continue
        if name in COMPILERS:
            _compile(name)
        else:
            instructions(name)


def is_compiled(name: str) -> bool:
    """Whether `compile_here` has compiled a function, and nothing that it depends on has changed since."""
    kept = name if name in COMPILERS else _instructions_of(name)
    return stored_code(kept, known_shapes()) is not None


def instructions(name: str) -> ObjectCode:
    """What is compiled, before it becomes machine code, to translate for others: LLVM's bitcode, compressed by zlib."""
    stored = stored_code(_instructions_of(name), known_shapes())
    if stored is not None:
        return stored
    if name in COMPILERS:
        return _instructions_in(_compile(name))
    require_compiler()
    compiled = PAGE_COMPILERS[name]()
    _store(_instructions_of(name), known_shapes(), compiled)
    return compiled


def _address(name: str) -> int:
    """Raises `MissingExtraError` where it must be compiled, and cannot be."""
    address = known_address(name)
    return _compile(name).address if address is None else address


def _compile(name: str) -> "Native":
    """Compiles, and stores both the code and what it was made from."""
    require_compiler()
    native = COMPILERS[name]()
    _store(name, known_shapes(), native.code)
    _store(_instructions_of(name), known_shapes(), _instructions_in(native))
    return native


def _instructions_of(name: str) -> str:
    return f"{name}-instructions"


def _instructions_in(native: "Native") -> ObjectCode:
    return native.code._replace(code=native.instructions)


def _store(name: str, parts: Sequence[str], code: ObjectCode) -> None:
    from gjkscope.engine.runtime.compilation.stored import store

    store(name, parts, code)


def _translate(functions: dict[str, ObjectCode]) -> ObjectCode:
    """The module that exports the functions of these instructions, by their names there."""
    from gjkscope.engine.runtime.compilation import emission, webassembly

    module = webassembly.webassembly_of(*(exported_function(code, name) for name, code in functions.items()))
    written_by = {webassembly.__file__, emission.__file__}
    sources = sorted(written_by.union(*(code.sources for code in functions.values())))
    return ObjectCode(SOLVE, list(module.needs), sources, digest_of_files(sources), module.code)


def exported_function(code: ObjectCode, name: str) -> "ExportedFunction":
    """The function with these `instructions`, which a module exports by a name."""
    from gjkscope.engine.runtime.compilation.emission import ExportedFunction

    return ExportedFunction(zlib.decompress(code.code), code.symbol, name)


def _compile_pairs() -> "Native":
    from gjkscope.engine.batch.compiled import compile_solve

    return compile_solve()


def _compile_groups() -> "Native":
    from gjkscope.engine.batch.grouping import compile_group

    return compile_group()


def _compile_meshes() -> "Native":
    from gjkscope.engine.batch.compiled_meshes import compile_search_of_meshes

    return compile_search_of_meshes()


def _compile_contacts() -> "Native":
    from gjkscope.engine.batch.compiled_meshes import compile_search_for_contacts

    return compile_search_for_contacts()


def _compile_depth() -> "Native":
    from gjkscope.engine.batch.compiled_depth import compile_measure

    return compile_measure()


def _compile_boxes() -> "Native":
    from gjkscope.engine.batch.compiled_boxes import compile_boxes

    return compile_boxes()


def _compile_impulses() -> "Native":
    from gjkscope.engine.batch.compiled_impulses import compile_impulses

    return compile_impulses()


def _compile_steps() -> ObjectCode:
    from gjkscope.engine.batch.compiled_steps import compile_steps

    return compile_steps()


def _compile_plane_pairs() -> ObjectCode:
    from gjkscope.engine.batch.compiled_plane import compile_plane_solve

    return compile_plane_solve()


def _compile_plane_steps() -> ObjectCode:
    from gjkscope.engine.batch.compiled_plane import compile_plane_steps

    return compile_plane_steps()


COMPILERS: dict[str, Callable[[], "Native"]] = {
    PAIRS: _compile_pairs,
    GROUPS: _compile_groups,
    MESHES: _compile_meshes,
    CONTACTS: _compile_contacts,
    DEPTH: _compile_depth,
    BOXES: _compile_boxes,
    IMPULSES: _compile_impulses,
}
"""What compiles each function that Python calls."""

PAGE_COMPILERS: dict[str, Callable[[], ObjectCode]] = {
    STEPS: _compile_steps,
    PLANE_PAIRS: _compile_plane_pairs,
    PLANE_STEPS: _compile_plane_steps,
}
"""What compiles the `instructions` of each function that only pages call."""
