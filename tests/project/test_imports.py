"""Import contracts: each one in pyproject.toml catches a violation, and start-up stays light."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# Imported only on first use: together they take more than a second, which would delay the window.
HEAVY = {"av", "numba", "pydantic", "scipy", "trimesh"}
# Modules that use a heavy library, and are themselves imported only when a file is read or a batch is queried.
COMPILED = ("compiled", "highest", "lists", "replace", "seldom")
LAZY = {
    *(f"gjkscope.app.demos.{name}" for name in ("body_steps", "camera_steps", "models", "step", "steps")),
    "gjkscope.app.export.encoding",
    "gjkscope.app.scenes.file_models",
    "gjkscope.app.scenes.scene_models",
    *(f"gjkscope.engine.batch.{name}" for name in COMPILED),
}

VIOLATIONS = [
    ("engine", "engine/vectors.py", "import pyglet"),
    ("engine", "engine/vectors.py", "import moderngl"),
    ("engine", "engine/vectors.py", "from imgui_bundle import imgui"),
    ("engine", "engine/vectors.py", "from gjkscope.app.scenes import scene"),
    ("engine-layers", "engine/shapes/support.py", "import gjkscope.engine.gjk.steps"),
    ("engine-layers", "engine/without_a_layer.py", ""),
    ("app-layers", "app/base/resources.py", "from gjkscope.app.drawing import drawlist"),
    ("app-layers", "app/scenes/scene.py", "import gjkscope.app.cameras.maths"),
    ("app-layers", "app/without_a_layer.py", ""),
    ("panel-layers", "app/panels/toolkit/theme.py", "import gjkscope.app.panels.shell.menu"),
    ("cycles", "engine/gjk/simplex.py", "import gjkscope.engine.gjk.steps"),
    ("pyrr", "app/scenes/scene.py", "import pyrr"),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages and their contracts, to break."""
    for package in ("gjkscope", "app", "engine"):
        shutil.copytree(ROOT / package, tmp_path / package, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(folder: Path, contract: str) -> subprocess.CompletedProcess[str]:
    command = [LINT_IMPORTS, "--contract", contract, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("contract", ["engine", "engine-layers", "app-layers", "panel-layers", "cycles", "pyrr"])
def test_the_source_keeps_each_contract(copy: Path, contract: str) -> None:
    run = lint_imports(copy, contract)
    assert (run.returncode, "1 kept, 0 broken" in run.stdout) == (0, True), run.stdout


@pytest.mark.parametrize(("contract", "file", "line"), VIOLATIONS)
def test_a_violation_is_caught(copy: Path, contract: str, file: str, line: str) -> None:
    with (copy / file).open("a") as source:
        source.write(f"\n{line}\n")
    run = lint_imports(copy, contract)
    assert (run.returncode, "0 kept, 1 broken" in run.stdout) == (1, True), run.stdout


def test_start_up_imports_no_heavy_library() -> None:
    """Imports the application, except for the lazy modules, in a fresh interpreter and checks what else was loaded."""
    script = (
        "import pkgutil, sys\n"
        "from gjkscope import app, engine\n"
        "for package in (app, engine):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        f"        if module.name not in {LAZY}:\n"
        "            __import__(module.name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    imported = run.stdout.split()
    assert "pyglet" in imported  # to check that these are module names
    assert HEAVY.isdisjoint(imported), HEAVY.intersection(imported)


def test_frozen_classes_use_the_fast_decorator() -> None:
    sources = [path for package in ("app", "engine") for path in (ROOT / package).rglob("*.py")]
    frozen = {
        path: text for path in sources if "\n@dataclass(frozen=True" in (text := path.read_text(encoding="utf-8"))
    }
    assert len(frozen) > 50
    slow = re.compile(r"^from dataclasses import .*\bdataclass\b", re.MULTILINE)
    assert [path.name for path, text in frozen.items() if slow.search(text)] == []


def test_the_first_frame_needs_no_heavy_library_and_the_hull_follows() -> None:
    script = (
        "import sys\n"
        "from tests.app.harness import Harness, headless_window\n"
        "from gjkscope.app.actions import initial_state\n"
        "from gjkscope.app.command_line.main import START_SCENE\n"
        "from gjkscope.app.base.resources import resource\n"
        "from gjkscope.app.scenes.scene_file import read_bundled\n"
        "from gjkscope.app.window.window import MainWindow\n"
        "window = headless_window(900, 600)\n"
        "main = MainWindow(initial_state(read_bundled(resource(*START_SCENE))), window)\n"
        "person = Harness(window, main.loop.run_frame)\n"
        "proceed = main.later.proceed\n"
        "drawn = []\n"
        "main.later.proceed = lambda still: (drawn.append({*sys.modules}), proceed(still))\n"
        "person.run_frames()\n"
        "print(*drawn[0])\n"
        "main.later.wait()\n"
        "before = person.screenshot()\n"
        "person.run_frames()\n"
        "print((before != person.screenshot()).any(axis=2).mean(), 'scipy' in sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    first, then = run.stdout.splitlines()
    waited = {"numpy.ma", *HEAVY}.intersection(first.split())
    assert not waited  # `numpy.unique` queries masked arrays unnecessarily
    changed, loaded = then.split()
    assert float(changed) > 0.02  # of the window: the hull of A − B
    assert loaded == "True"
