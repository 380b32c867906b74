"""Makes numba translate functions to machine code together, once, instead of each with all that it calls.

numba gives each function a library of its own.  It links the libraries of all functions that the function calls into
it, optimises them again and emits machine code, which nothing executes if the function is only called by other compiled
code.  For a program of 240 small functions that takes half of the compile time.

1. `InnerLibrary` belongs to a function that only compiled code calls.  It keeps the instructions as they are.
2. `OuterLibrary` belongs to a function that Python calls.  It links the inner libraries that the function reaches,
   each of them once, optimises everything together and emits machine code.
3. `PageLibrary` belongs to a function that only web pages call: an outer library that emits nothing.

How it can fail: the classes override methods of numba that are not documented (`numba.core.codegen`).
`tests/engine/runtime/compilation/` checks that no inner library is emitted.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from gjkscope.engine.runtime.compilation.progress import report_optimising


class UnemittedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Instructions without machine code."""

    @property
    def codegen(self) -> "UnemittedLibrary":
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Does nothing: there is no machine code that needs its environment."""

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function in machine code; 0, as there is none."""
        return 0


class InnerLibrary(UnemittedLibrary):
    """The instructions of one function, for others to link."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        """Simplifies the functions before they are inlined.  All else is left to the library that links them."""
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            passes, builder = self._codegen._function_pass_manager(opt=1)
            passes.run(function, builder)

    def _get_module_for_linking(self) -> Any:
        return self._final_module


class OuterLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A function and all that it reaches."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        # Inner ones first: of numba's own libraries, only what is already called is linked.
        reached = _linked_libraries(self._linking_libraries, set())
        self._linking_libraries = sorted(reached, key=lambda library: not isinstance(library, InnerLibrary))
        report_optimising()
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Optimises everything; what is inlined everywhere is not kept."""
        inner = [library for library in self._linking_libraries if isinstance(library, InnerLibrary)]
        names = {function.name for library in inner for function in library.get_defined_functions()}
        for function in self._final_module.functions:
            if function.name in names:
                function.linkage = "internal"
        super()._optimize_final_module()

    def machine_code(self) -> bytes:
        """The object file."""
        return bytes(self._get_compiled_object())

    def instructions(self) -> bytes:
        """The optimised instructions that the machine code was made from, as bitcode."""
        return bytes(self._final_module.as_bitcode())

    def needed_symbols(self) -> list[str]:
        """The functions that the machine code calls and does not contain."""
        called = [function.name for function in self._final_module.functions if function.is_declaration]
        return [name for name in called if not name.startswith("llvm.")]

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """The contents of the cache: machine code, and only names in place of the instructions, which are never
        linked.
        """
        name, kind, (code, _) = super().serialize_using_object_code()
        symbols = [function.name for function in self.get_defined_functions() if function.linkage == Linkage.external]
        names = parse_assembly("\n".join(f'define void @"{symbol}"() {{\n  ret void\n}}' for symbol in symbols))
        return name, kind, (code, names.as_bitcode())


class PageLibrary(UnemittedLibrary, OuterLibrary):
    """A function that pages call and all that it reaches: instructions, to be translated for them."""

    def get_pointer_to_function(self, name: str) -> int:
        """Links and optimises the instructions, as numba asks when it has compiled them; returns 0."""
        self._ensure_finalized()
        return 0

    def _finalize_final_module(self) -> None:
        """Completes the instructions, and does not give them to the engine, which emits what it gets."""
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function that only compiled code calls."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


class OuterCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function that Python calls."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = OuterLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


class PageCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function that only pages call."""

    def compile_extra(self, function: Any) -> Any:
        self.state.library = PageLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


def _linked_libraries(libraries: Iterable[Any], seen: set[Any]) -> Iterator[Any]:
    """The libraries, and those that inner ones link, each of them once, behind those that it links itself."""
    for library in libraries:
        if library not in seen:
            seen.add(library)
            if isinstance(library, InnerLibrary):
                yield from _linked_libraries(library._linking_libraries, seen)
            yield library
