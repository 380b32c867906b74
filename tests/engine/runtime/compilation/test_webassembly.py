"""A compiled function becomes a WebAssembly module that exports it and computes the same."""

import zlib
from pathlib import Path

import pytest
from numba import types

from gjkscope.engine.runtime.compilation.options import Native, native_code
from gjkscope.engine.runtime.compilation.webassembly import webassembly_of
from tests.app.share.web.node import answers

SCRIPT = """
const memory = new WebAssembly.Memory({ initial: 2 });
const answer = ([code, x]) => {
  const module = new WebAssembly.Module(Uint8Array.from(code));
  const stack = new WebAssembly.Global({ value: "i32", mutable: true }, 131072);
  const missing = () => { throw new Error("missing"); };
  const env = { __linear_memory: memory, __stack_pointer: stack, pow: missing };
  const status = new WebAssembly.Instance(module, { env }).exports.scaled(65536, 65544, x);
  return [status, new DataView(memory.buffer).getFloat64(65536, true)];
};
"""


def scaled(x: float) -> float:
    table = (0.1, 0.3, 0.7)
    total = 0.0
    for part in table:
        total += part * x / 3.0
    return total


def powered(x: float) -> float:
    return float(x**x)


def compiled(function: object, folder: Path) -> Native:
    source = folder / "source.py"
    source.write_text("x = 1")
    return native_code(function, (types.float64,), [str(source)])  # type: ignore[arg-type]


def test_a_module_computes_the_same(tmp_path: Path) -> None:
    native = compiled(scaled, tmp_path)
    module = webassembly_of(zlib.decompress(native.instructions), native.code.symbol, "scaled")
    assert module.needs == ()
    values = [0.1, -7.3, 1e300]
    assert answers(SCRIPT, [[list(module.code), x] for x in values]) == [[0, scaled(x)] for x in values]


def test_functions_of_the_host_are_named(tmp_path: Path) -> None:
    native = compiled(powered, tmp_path)
    assert webassembly_of(zlib.decompress(native.instructions), native.code.symbol).needs == ("pow",)


def test_a_function_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    native = compiled(scaled, tmp_path)
    with pytest.raises(LookupError, match="absent"):
        webassembly_of(zlib.decompress(native.instructions), "absent")
