"""Functions are translated to machine code once, together with the function that Python calls."""

from zlib import decompress

from llvmlite.binding import parse_bitcode
from numba import njit, types
from numba.core.registry import cpu_target
from numba.extending import register_jitable

from gjkscope.engine.runtime.compilation.libraries import InnerLibrary, OuterLibrary
from gjkscope.engine.runtime.compilation.options import INLINE, INNER, OPTIONS, instructions_of, native_code


@register_jitable(**INNER)
def square(x: float) -> float:
    return x * x


@register_jitable(**INLINE)
def cube(x: float) -> float:
    return x * square(x)


def largest(x: float, y: float) -> float:
    """Also calls a function that numba compiles in its own way."""
    return max((cube(x), square(y), 0.0))


def test_only_the_function_that_python_calls_becomes_machine_code() -> None:
    compiled = njit(**OPTIONS)(largest)
    assert compiled(2.0, 3.0) == 9.0
    assert compiled(3.0, 2.0) == 27.0
    [result] = compiled.overloads.values()
    assert isinstance(result.library, OuterLibrary)
    inner = [library for library in result.library._linking_libraries if isinstance(library, InnerLibrary)]
    names = [function.name for library in inner for function in library.get_defined_functions()]
    assert sorted({"square" in name or "cube" in name for name in names}) == [True]
    engine = cpu_target.target_context.codegen()._engine
    assert not any(engine.is_symbol_defined(name) for name in names)
    assert engine.is_symbol_defined(result.fndesc.llvm_cpython_wrapper_name)


def test_what_only_pages_call_does_not_become_machine_code() -> None:
    compiled = instructions_of(largest, (types.float64, types.float64), [__file__])
    names = [
        function.name for function in parse_bitcode(decompress(compiled.code)).functions if not function.is_declaration
    ]
    assert compiled.symbol in names
    engine = cpu_target.target_context.codegen()._engine
    assert not engine.is_symbol_defined(compiled.symbol)
    native = native_code(largest, (types.float64, types.float64), [__file__])
    assert engine.is_symbol_defined(native.code.symbol)
    assert set(native.code.needs) == set(compiled.needs)


def test_the_cache_holds_no_instructions() -> None:
    compiled = njit(**OPTIONS)(largest)
    assert compiled(2.0, 3.0) == 9.0
    [result] = compiled.overloads.values()
    _, kind, (code, names) = result.library.serialize_using_object_code()
    assert kind == "object"
    assert code
    stubs = [function for function in parse_bitcode(names).functions if not function.is_declaration]
    assert result.fndesc.llvm_cpython_wrapper_name in {stub.name for stub in stubs}
    assert all(
        [str(line).strip() for block in stub.blocks for line in block.instructions] == ["ret void"] for stub in stubs
    )
