"""A compiled function becomes a WebAssembly module that exports it and computes the same."""

import zlib
from pathlib import Path

import pytest
from numba import types

from gjkscope.engine.runtime.compilation.emission import ExportedFunction
from gjkscope.engine.runtime.compilation.options import Native, native_code
from gjkscope.engine.runtime.compilation.webassembly import Module, webassembly_of
from tests.app.share.web.node import answers

SCRIPT = """
const memory = new WebAssembly.Memory({ initial: 2 });
const answer = ([code, name, x]) => {
  const module = new WebAssembly.Module(Uint8Array.from(code));
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, 131072);
  const missing = () => { throw new Error("missing"); };
  const env = { __linear_memory: memory, __stack_pointer: stack, pow: missing };
  const status = new WebAssembly.Instance(module, { env }).exports[name](65536, 65544, x);
  return [status, new DataView(memory.buffer).getFloat64(65536, true)];
};
"""


def scaled(x: float) -> float:
    table = (0.1, 0.3, 0.7)
    total = 0.0
    for part in table:
        total += part * x / 3.0
    return total


def shifted(x: float) -> float:
    return x + 0.1


def powered(x: float) -> float:
    return float(x**x)


def compiled(function: object, folder: Path) -> Native:
    source = folder / "source.py"
    source.write_text("x = 1")
    return native_code(function, (types.float64,), [str(source)])  # type: ignore[arg-type]


def module_of(natives: dict[str, Native]) -> Module:
    entries = (
        ExportedFunction(zlib.decompress(native.instructions), native.code.symbol, name)
        for name, native in natives.items()
    )
    return webassembly_of(*entries)


def test_a_module_computes_the_same(tmp_path: Path) -> None:
    functions = {"scaled": scaled, "shifted": shifted}
    module = module_of({name: compiled(function, tmp_path) for name, function in functions.items()})
    assert module.needs == ()
    for name, function in functions.items():
        values = [0.1, -7.3, 1e300]
        expected = [[0, function(x)] for x in values]
        assert answers(SCRIPT, [[list(module.code), name, x] for x in values]) == expected


def test_functions_of_the_host_are_named(tmp_path: Path) -> None:
    assert module_of({"powered": compiled(powered, tmp_path)}).needs == ("pow",)


def test_a_function_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    native = compiled(scaled, tmp_path)
    with pytest.raises(LookupError, match="absent"):
        webassembly_of(ExportedFunction(zlib.decompress(native.instructions), "absent", "absent"))
