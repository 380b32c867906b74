"""Writes the compiled code that wheels ship: `python -m gjkscope.bundle.machine_code`.

It needs a C compiler, `cc`, which links it for the system that it runs on.  See
`gjkscope/engine/runtime/compilation/shipped.py`, which reads it.
"""

import json
import platform
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gjkscope.engine.batch.loading import COMPILERS, WEB, exported_function, instructions, web_engine
from gjkscope.engine.native.code import known_shapes
from gjkscope.engine.runtime.compilation.emission import TargetMachine, object_file
from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files
from gjkscope.engine.runtime.compilation.shipped import ENGINE, MANIFEST, SHIPPED

HOST = Path(__file__).with_name("machine_code.c")

# The oldest processors for which code is shipped: those since 2013 on PCs, and all of Apple's.
PROCESSOR = {"x86_64": "x86-64-v3", "AMD64": "x86-64-v3"}
SYSTEM = {"linux": "unknown-linux-gnu", "darwin": "apple-darwin", "win32": "w64-windows-gnu"}
SUFFIX = {"linux": ".so", "darwin": ".dylib", "win32": ".dll"}


def write_machine_code(folder: Path = SHIPPED) -> None:
    """Writes the library, the WebAssembly modules and the manifest into an empty folder.

    Raises `subprocess.CalledProcessError` if the library cannot be linked.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    compiled = {name: instructions(name) for name in COMPILERS}
    library = folder / f"batch{SUFFIX[sys.platform]}"
    link(compiled, library)
    manifest = {
        "library": {**described(library), "machine": [sys.platform, platform.machine()]},
        "functions": {name: provenance(code) for name, code in compiled.items()},
        "modules": {
            module.name: write_module(web_engine(dimension), folder / f"{module.name}.wasm")
            for dimension, module in WEB.items()
        },
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")


def write_module(module: ObjectCode, file: Path) -> dict[str, Any]:
    """Writes a WebAssembly module; returns its entry in the manifest."""
    file.write_bytes(module.code)
    return {**described(file), **provenance(module), "needs": module.needs}


def link(functions: dict[str, ObjectCode], library: Path) -> None:
    """Writes a shared library of functions, given by their instructions."""
    architecture = {"AMD64": "x86_64"}.get(platform.machine(), platform.machine())
    processor = PROCESSOR.get(platform.machine(), "")
    target = TargetMachine(f"{architecture}-{SYSTEM[sys.platform]}", processor, relocation="pic", model="default")
    with TemporaryDirectory() as folder:
        compiled = Path(folder) / "compiled.o"
        compiled.write_bytes(object_file([exported_function(code, name) for name, code in functions.items()], target))
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-s", "-o", library, HOST, compiled, "-lm"], check=True)


def described(file: Path) -> dict[str, Any]:
    """The name of a file, and a hash of its contents."""
    return {"file": file.name, "sha256": sha256(file.read_bytes()).hexdigest()}


def provenance(code: ObjectCode) -> dict[str, Any]:
    """The symbol of the function, and what of the engine the code was compiled from."""
    own = [path for path in map(Path, code.sources) if path.resolve().is_relative_to(ENGINE.resolve())]
    sources = [path.resolve().relative_to(ENGINE.resolve()).as_posix() for path in own]
    return {
        "symbol": code.symbol,
        "sources": sources,
        "digest": digest_of_files([*map(str, own)]),
        "parts": known_shapes(),
    }


if __name__ == "__main__":
    write_machine_code()
