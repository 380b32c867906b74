"""Object files for other machines than this one, from the instructions that numba compiled here.

Floating point is strict on all of them, so the code computes the same bits.  The instructions were optimised for this
machine's processor, and may contain vectors of any width, which LLVM splits.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import llvmlite.binding as llvm

SPEED = 2  # LLVM's level of optimisation when it emits


class ExportedFunction(NamedTuple):
    """A function that can be called from outside of an object file."""

    bitcode: bytes  # an optimised LLVM module, which contains the function and all that it calls, apart from the host's
    symbol: str  # of the function there
    name: str  # by which a WebAssembly module exports it


class TargetMachine(NamedTuple):
    """A kind of machine, as LLVM names it."""

    triple: str
    processor: str = ""
    features: str = ""
    relocation: str = "default"  # "pic" for shared libraries
    model: str = "jitdefault"  # of the sizes of addresses


def object_file(functions: Sequence[ExportedFunction], target: TargetMachine) -> bytes:
    """The object file of functions and all that they call."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor,
        features=target.features,
        opt=SPEED,
        reloc=target.relocation,
        codemodel=target.model,
    )
    module, *others = (llvm.parse_bitcode(function.bitcode) for function in functions)
    for other in others:
        module.link_in(other)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    symbols = {function.symbol for function in functions}
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in symbols:
            part.linkage = "internal"
    _remove_superfluous(module, machine)
    emitted: bytes = machine.emit_object(module)
    return emitted


def _remove_superfluous(module: Any, machine: Any) -> None:
    """Removes functions that are equal to others, and what is unused."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_merge_functions_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
