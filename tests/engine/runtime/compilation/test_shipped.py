"""Shipped code computes the same bits without numba and LLVM, and is not used where it does not fit."""

import json
import subprocess
import sys
from collections.abc import Callable
from ctypes import CDLL, c_int64
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gjkscope.bundle.machine_code import write_machine_code
from gjkscope.engine.batch import loading
from gjkscope.engine.impulses.native import IMPULSE_CODE
from gjkscope.engine.impulses.records import ImpulsePhase, ImpulseSettings
from gjkscope.engine.impulses.registry import SOLVERS, solve_tick
from gjkscope.engine.native.code import native_function
from gjkscope.engine.native.on_demand import IMPULSES
from gjkscope.engine.runtime.compilation import shipped
from tests.engine.impulses.test_impulses import DT, GRAVITY, many_bodies
from tests.engine.runtime.compilation.random_answers import PAIRS, answers

pytestmark = pytest.mark.thorough  # all need what the fixture builds, in fifteen seconds

PROGRAM = """
import sys
from pathlib import Path
sys.modules.update(numba=None, llvmlite=None)  # as if they were not installed
import numpy as np
from gjkscope.engine.batch.loading import web_engine
from gjkscope.engine.runtime.compilation import shipped
from tests.engine.runtime.compilation.random_answers import answers
shipped.SHIPPED = Path(sys.argv[1])
np.save(sys.argv[2], answers())
for dimension in (2, 3):
    Path(sys.argv[3], str(dimension)).write_bytes(web_engine(dimension).code)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shipped")
    write_machine_code(folder)
    return folder


@pytest.fixture
def here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, from which this process reads."""
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(shipped, "SHIPPED", tmp_path)
    for cached in (shipped._manifest, shipped._library):
        cached.cache_clear()
        monkeypatch.setattr(shipped, cached.__name__, cached.__wrapped__)
    return tmp_path


def address() -> int | None:
    return shipped.shipped_address("pairs", loading.known_shapes())


def test_the_bits_are_the_same_without_a_compiler(folder: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.npy"
    subprocess.run([sys.executable, "-c", PROGRAM, folder, numbers, tmp_path], check=True)
    expected = answers()
    assert np.isfinite(expected[:, 0]).sum() > PAIRS // 2
    assert np.load(numbers).tobytes() == expected.tobytes()
    for dimension in (2, 3):
        assert (tmp_path / str(dimension)).read_bytes() == loading.web_engine(dimension).code


def test_it_is_found(here: Path) -> None:
    assert address() is not None
    for module in loading.WEB.values():
        assert shipped.shipped_module(module.name, loading.known_shapes()) is not None
    assert shipped.shipped_address("no such function", loading.known_shapes()) is None


def test_it_has_all_functions_that_python_calls(here: Path) -> None:
    for name in loading.COMPILERS:
        assert shipped.shipped_address(name, loading.known_shapes()) is not None


def test_ticks_are_solved_to_the_same_bits(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shipped.shipped_address(IMPULSES, loading.known_shapes())
    assert found is not None
    code, phases = native_function(found, c_int64, c_int64), list[int]()

    def counted(rows: int, phase: int) -> int:
        phases.append(phase)
        return code(rows, phase)

    for name in SOLVERS:
        tick = *many_bodies(), DT, GRAVITY, ImpulseSettings(name)
        monkeypatch.setattr(IMPULSE_CODE, "function", counted)
        solved = solve_tick(*tick, keep_steps=False)
        monkeypatch.setattr(IMPULSE_CODE, "function", None)
        assert repr(solved) == repr(solve_tick(*tick, keep_steps=False))
    assert {*ImpulsePhase} - {ImpulsePhase.PREPARE, ImpulsePhase.DONE} <= {*phases}


def changed(manifest: dict[str, Any], *path: str, value: Any) -> None:
    *parents, last = path
    for name in parents:
        manifest = manifest[name]
    manifest[last] = value


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: changed(manifest, "library", "machine", value=["another", "system"]),
        lambda manifest: changed(manifest, "library", "sha256", value="0"),
        lambda manifest: changed(manifest, "library", "file", value="absent.so"),
        lambda manifest: changed(manifest, "functions", "pairs", "digest", value="0"),
        lambda manifest: changed(manifest, "functions", "pairs", "parts", value=["another shape"]),
        lambda manifest: changed(manifest, "functions", "pairs", "sources", value=["absent.py"]),
    ],
    ids=["system", "damaged", "missing", "changed", "shapes", "removed"],
)
def test_what_does_not_fit_is_not_used(here: Path, change: Callable[[dict[str, Any]], None]) -> None:
    file = here / shipped.MANIFEST
    manifest = json.loads(file.read_text())
    change(manifest)
    file.write_text(json.dumps(manifest))
    assert address() is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}"])
def test_a_damaged_manifest_is_none(here: Path, text: str) -> None:
    (here / shipped.MANIFEST).write_text(text)
    assert address() is None


def test_a_damaged_module_is_not_used(here: Path) -> None:
    for module in loading.WEB.values():
        file = here / f"{module.name}.wasm"
        file.write_bytes(file.read_bytes()[:-1])
        assert shipped.shipped_module(module.name, loading.known_shapes()) is None


def test_an_older_processor_does_not_get_it(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(path: str) -> Any:
        return SimpleNamespace(**{shipped.SUPPORTED: lambda: 0, "path": path})

    monkeypatch.setattr(shipped, "CDLL", load)
    assert address() is None


def test_the_library_asks_the_processor(folder: Path) -> None:
    [library] = folder.glob("*.so")
    assert CDLL(str(library))[shipped.SUPPORTED]() in (0, 1)
