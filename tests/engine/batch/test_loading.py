"""The compiled loop is loaded without numba; whatever is wrong with the file, it is compiled instead."""

import subprocess
import sys
from ctypes import CFUNCTYPE, POINTER, c_double, c_int32, c_int64, c_void_p, cast
from inspect import getsourcefile

import numpy as np
import pytest

from gjkscope.engine import Box, batch
from gjkscope.engine.batch import compiled, compiled_steps, loading
from gjkscope.engine.batch.arrays import Objects, prepare_shapes
from gjkscope.engine.runtime.compilation import stored
from gjkscope.engine.runtime.compilation.object_code import ObjectCode
from gjkscope.engine.runtime.compilation.options import Native
from gjkscope.engine.runtime.compilation.stored import ALLOCATE, FREE
from gjkscope.engine.shapes.support import SUPPORTS

PROGRAM = """
import sys
import numpy as np
from gjkscope import Box, batch
poses = np.tile(np.eye(4), (2, 1, 1))
batch.prepare()
batch.signed_distance(Box((1, 1, 1)), poses, Box((1, 1, 1)), poses, threads=2)
print("numba" in sys.modules)
"""


def test_a_later_process_does_not_import_numba() -> None:
    batch.prepare()
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@CFUNCTYPE(c_int32, POINTER(c_int64), POINTER(c_void_p), c_int64, c_int64, c_int64, c_double)
def plant(result: object, exception: object, rows: int, first: int, last: int, tolerance: float) -> int:
    result[0] = rows + first + last + int(tolerance)  # type: ignore[index]
    return 0


@pytest.mark.parametrize("unusable", ["missing", "without its symbols"])
def test_code_that_cannot_be_loaded_is_compiled_and_stored(monkeypatch: pytest.MonkeyPatch, unusable: str) -> None:
    code, kept = ObjectCode("f", ["gjkscope_missing"], [], "", b""), dict[str, ObjectCode]()
    native = Native(code, cast(plant, c_void_p).value or 0, b"instructions")
    monkeypatch.setattr(stored, "read_stored_code", lambda *_: None if unusable == "missing" else code)
    monkeypatch.setattr(compiled, "compile_solve", lambda: native)
    monkeypatch.setattr(stored, "store", lambda name, parts, code: kept.update({name: code}))
    assert loading.solver()(1000, 200, 30, 4.0) == 1234
    assert kept == {"pairs": code, "pairs-instructions": code._replace(code=b"instructions")}


def test_instructions_for_pages_are_compiled_once_and_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    code, kept = ObjectCode("f", [], [], "", b"instructions"), dict[str, ObjectCode]()
    monkeypatch.setattr(stored, "read_stored_code", lambda name, _: kept.get(name))
    monkeypatch.setattr(stored, "store", lambda name, parts, code: kept.update({name: code}))
    monkeypatch.setattr(compiled_steps, "compile_steps", lambda: code)
    assert loading.instructions(loading.STEPS) == code
    monkeypatch.setattr(compiled_steps, "compile_steps", lambda: pytest.fail("it is stored"))
    assert loading.instructions(loading.STEPS) == code
    assert kept == {"steps-instructions": code}


@pytest.mark.parametrize("dimension", loading.WEB)
def test_the_module_for_pages_is_translated_once_and_stored(monkeypatch: pytest.MonkeyPatch, dimension: int) -> None:
    module = loading.web_engine(dimension)
    assert module.code[:4] == b"\0asm"
    assert {*module.needs} == {ALLOCATE, FREE, "pow"}
    monkeypatch.setattr(loading, "_translate", lambda _: pytest.fail("it is stored"))
    assert loading.web_engine(dimension) == module


def test_a_core_without_compiled_code_is_an_error() -> None:
    box, poses = Box((1, 1, 1)), np.eye(4)[None]
    table = prepare_shapes(Objects([box])).table
    kind = table.kind[0]
    table.kind[0] = 99
    try:
        with pytest.raises(ValueError, match="kind: not a kind of core"):
            batch.signed_distance(box, poses, box, poses)
    finally:
        table.kind[0] = kind


@pytest.mark.parametrize(
    "name", [name for name in (*loading.COMPILERS, *loading.PAGE_COMPILERS) if name != loading.GROUPS]
)
def test_code_is_out_of_date_once_any_support_function_changes(name: str) -> None:
    """It was not, but for that of `solve`: dispatch.py calls the support functions, which are in a table."""
    files = {getsourcefile(function) for function in SUPPORTS.values()}
    assert files <= {*loading.instructions(name).sources}
