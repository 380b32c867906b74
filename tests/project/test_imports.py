"""Import contracts: each one in pyproject.toml catches a violation, and start-up stays light."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.engine.procedures import PROCEDURES
from gjkscope.engine.registry.algorithms import DEMONSTRATIONS, PLANAR_ALGORITHMS

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")

# Imported only on first use: together they take more than a second, which would delay the window.
HEAVY = {"av", "llvmlite", "mcp", "numba", "pydantic", "scipy", "tree_sitter", "trimesh"}
# Other modules that delay the first frame unnecessarily; `numpy.unique` queries masked arrays if they are loaded, and
# hashlib loads OpenSSL.
SLOW = {
    *HEAVY,
    "difflib",
    "hashlib",
    "importlib.resources",
    "numpy.ma",
    "statistics",
    "webbrowser",
    *(f"gjkscope.app.command_line.{name}" for name in ("query", "record", "render")),
    *(f"gjkscope.app.view.drawing.marks.{name}" for name in ("brute", "epa", "mpr", "terrain")),
    *(f"gjkscope.app.view.panels.step.details.{name}" for name in ("brute", "epa", "mpr")),
    "gjkscope.app.share.export.encoding.film_file",
    "gjkscope.app.share.export.film",
    "gjkscope.app.base.explanations",
}
# The standard decorator takes about half a millisecond for each frozen class; msgspec's structs take a thirtieth.
MOST_DATACLASSES = 60
# Modules that use a heavy library, and are themselves imported only when a file is read or a batch is queried.
COMPILED = (
    *(
        "compiled",
        "compiled_boxes",
        "compiled_impulses",
        "compiled_depth",
        "compiled_meshes",
        "compiled_plane",
        "compiled_steps",
        "dispatch",
        "grouping",
        "highest",
        "lists",
    ),
    *("loading", "native_reading", "polytopes", "portals", "reading", "replace", "seldom", "writing"),
)
LAZY = {*(f"gjkscope.engine.batch.{name}" for name in COMPILED), "gjkscope.engine.broadphase.compiled"}

# Packages that are imported when they are used for the first time.
ON_USE = tuple(
    """
    gjkscope.app.bring.capture gjkscope.app.teach.demos.steps gjkscope.app.share.export.encoding
    gjkscope.app.judge gjkscope.app.bring.notations gjkscope.app.view.panels.capture.
    gjkscope.app.view.panels.hunting. gjkscope.app.view.panels.importing gjkscope.app.ask.solvers
    gjkscope.app.window.capturing gjkscope.app.window.hunting gjkscope.app.window.live
    gjkscope.app.window.mixed_source gjkscope.engine.runtime.compilation gjkscope.app.command_line.assistant.
    gjkscope.engine.batch.staging
""".split()
)

# What runs and what is shown when the window opens; of the others only names and titles are known.
RUNS = {"gjkscope.engine.gjk.algorithm", "gjkscope.engine.epa.algorithm"}
SHOWN = {"Step", "Timeline"}

# By contract: a file, a line that breaks the contract there, and what is reported.
VIOLATIONS = [
    ("engine", "engine/vectors.py", "import pyglet", "engine.vectors -> pyglet"),
    ("engine", "engine/vectors.py", "import moderngl", "engine.vectors -> moderngl"),
    ("engine", "engine/vectors.py", "from imgui_bundle import imgui", "engine.vectors -> imgui_bundle"),
    (
        "engine",
        "engine/vectors.py",
        "from gjkscope.app.scenes import scene",
        "engine.vectors -> gjkscope.app.scenes.scene",
    ),
    (
        "engine-layers",
        "engine/shapes/support.py",
        "import gjkscope.engine.gjk.steps",
        "shapes.support -> gjkscope.engine.gjk",
    ),
    (
        "app-layers",
        "app/base/resources.py",
        "import gjkscope.app.view.drawing.drawlist",
        "resources -> gjkscope.app.view",
    ),
    ("app-layers", "app/without_a_layer.py", "", "- gjkscope.app.without_a_layer"),
    (
        "rooms",
        "app/state/model/run.py",
        "import gjkscope.app.state.actions.random",
        "model.run -> gjkscope.app.state.actions",
    ),
    (
        "panel-layers",
        "app/view/panels/toolkit/theme.py",
        "import gjkscope.app.view.panels.shell.menu",
        "toolkit.theme -> ",
    ),
    ("words", "app/view/tones.py", "import moderngl", "view.tones -> moderngl"),
    ("pages", "app/share/web/arrays.py", "import pyglet", "web.arrays -> pyglet"),
    (
        "cycles",
        "engine/gjk/simplex.py",
        "import gjkscope.engine.gjk.steps",
        "No cycles are allowed in gjkscope.engine.gjk.",
    ),
    ("pyrr", "app/scenes/scene.py", "import pyrr", "scene -> pyrr"),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages and their contracts, to break."""
    for package in ("gjkscope", "app", "engine"):
        shutil.copytree(ROOT / package, tmp_path / package, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(folder: Path) -> str:
    command = [LINT_IMPORTS, "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout


def contract_names() -> dict[str, str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract["name"] for contract in contracts}


def test_the_source_keeps_all_contracts() -> None:
    assert f"Contracts: {len(contract_names())} kept, 0 broken." in lint_imports(ROOT)


@pytest.mark.thorough
def test_each_violation_is_reported_under_its_contract(copy: Path) -> None:
    for _, file, line, _ in VIOLATIONS:
        with (copy / file).open("a") as source:
            source.write(f"\n{line}\n")
    names, report = contract_names(), lint_imports(copy)
    assert {contract for contract, *_ in VIOLATIONS} == {*names}
    sections = dict(
        re.findall(r"^(.+)\n-+\n((?:(?!.+\n-+\n).*\n)*)", report.partition("Broken contracts")[2], re.MULTILINE)
    )
    for contract, _, _, words in VIOLATIONS:
        assert words in sections[names[contract]], report


def faults_of_layers(folder: Path) -> list[str]:
    """Modules of the engine that have no layer, and what packages without one import from above.

    An algorithm on a pair is below the search for evidence, any other procedure below the registry of procedures.
    """
    contracts = tomllib.loads((folder / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "engine-layers")
    height = {name: i for i, layer in enumerate(layers) for name in re.findall(r"\w+", layer)}
    faults = []
    for path in sorted((folder / "engine").iterdir()):
        if path.stem in height or path.stem.startswith("__"):
            continue
        ceiling = "evidence" if (path / "algorithm.py").exists() else "procedures"
        if ceiling == "procedures" and not (path / "procedure.py").exists():
            faults.append(f"{path.name}: has no layer")
        text = "".join(file.read_text() for file in path.glob("*.py"))
        imported = set(re.findall(r"gjkscope\.engine(?:\.| import )(\w+)", text)) - {path.stem}
        faults += [f"{path.name}: imports {name}" for name in imported if height.get(name, 0) <= height[ceiling]]
    return faults


def test_each_module_of_the_engine_has_a_layer_or_is_an_algorithm(copy: Path) -> None:
    assert faults_of_layers(copy) == []
    (copy / "engine/without_a_layer.py").touch()
    assert faults_of_layers(copy) == ["without_a_layer.py: has no layer"]


def test_an_algorithm_that_is_not_listed_imports_only_from_below(copy: Path) -> None:
    package = copy / "engine/not_listed"
    package.mkdir()
    (package / "algorithm.py").write_text("from gjkscope.engine.registry.records import Algorithm\n")
    assert faults_of_layers(copy) == []
    (package / "steps.py").write_text("from gjkscope.engine.query import trace\nfrom gjkscope.engine import gjk\n")
    assert faults_of_layers(copy) == ["not_listed: imports query"]
    (package / "algorithm.py").rename(package / "procedure.py")
    assert faults_of_layers(copy) == []
    (package / "steps.py").write_text("from gjkscope.engine.query import trace\nfrom gjkscope.engine import explain\n")
    assert faults_of_layers(copy) == ["not_listed: imports explain"]


def test_start_up_imports_no_heavy_library() -> None:
    """Imports the application, except for the lazy modules, in a fresh interpreter and checks what else was loaded."""
    script = (
        "import pkgutil, sys\n"
        "from gjkscope import app, engine\n"
        "for package in (app, engine):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        f"        if module.name not in {LAZY} and not module.name.startswith({ON_USE}):\n"
        "            __import__(module.name)\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    imported = run.stdout.split()
    assert "pyglet" in imported  # to check that these are module names
    assert HEAVY.isdisjoint(imported), HEAVY.intersection(imported)


OPEN_WINDOW = """
import sys
from gjkscope.app.command_line import main as command_line
from tests.app.harness import Harness, headless_window
from gjkscope.app.state.actions import ShowStart, initial_state
from gjkscope.app.command_line.open import START_SCENE
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.window.window import MainWindow
window = headless_window(900, 600)
main = MainWindow(initial_state(read_scene(resource(*START_SCENE))), window)
person = Harness(window, main.loop.run_frame)
run_due = main.jobs.run_due
drawn = []
main.jobs.run_due = lambda still: (drawn.append({*sys.modules}), run_due(still))
"""
FIRST_FRAME = """
person.run_frames()
print(*drawn[0])
print(contents.cache_info().currsize)
"""
HULL_FOLLOWS = """
main.jobs.wait()
before = person.screenshot()
person.run_frames()
print((before != person.screenshot()).any(axis=2).mean())
"""
START_PAGE = """
main.session.perform([ShowStart()])
person.run_frames()
assert main.session.state.shell.overlay is not None
print(*drawn[0])
"""
START_STEP = """
from gjkscope.app.command_line.open import open_state
main.session.state = open_state([])
person.run_frames()
packages = ("view.drawing.marks", "view.panels.step.details", "view.words.fields")
for package in packages:
    prefix = f"gjkscope.app.{package}."
    print(*sorted(name.removeprefix(prefix) for name, module in sys.modules.items()
        if name.startswith(prefix) and hasattr(module, "STEPS")))
"""
COUNT_DATACLASSES = """
ours = [module for name, module in sys.modules.items() if name.startswith("gjkscope.")]
kinds = {kind for module in ours for kind in vars(module).values() if isinstance(kind, type)}
print(sum("__dataclass_params__" in vars(kind) for kind in kinds))
"""


def window_program(script: str) -> list[str]:
    """The lines printed by a script about a window that has not drawn a frame yet, in a fresh interpreter."""
    command = [sys.executable, "-c", OPEN_WINDOW + script]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def records() -> set[str]:
    """The modules with the records of everything that runs in steps."""
    registries = (PROCEDURES, PLANAR_ALGORITHMS, *DEMONSTRATIONS.values())
    return {f"gjkscope.engine.{listing.module}" for registry in registries for listing in registry.listings.values()}


@pytest.fixture(scope="module")
def first_frame() -> list[str]:
    """What was imported, how much of the course was read, how many dataclasses there are, and what follows."""
    return window_program(FIRST_FRAME + COUNT_DATACLASSES + HULL_FOLLOWS)


def test_the_first_frame_needs_no_heavy_library_and_the_hull_follows(first_frame: list[str]) -> None:
    drawn_by = {panel.title: f"gjkscope.app.view.panels.{panel.drawn_by.rpartition('.')[0]}" for panel in PANELS}
    first, lessons, _, changed = first_frame
    imported = {*first.split()}
    assert "gjkscope.app.window.window" in imported
    assert not [name for name in imported if name.startswith(ON_USE)]
    assert imported.isdisjoint(SLOW), imported & SLOW
    assert imported & records() == RUNS
    assert imported & set(drawn_by.values()) == {drawn_by[title] for title in SHOWN}
    assert lessons == "0"  # the files of the course are not read yet
    assert float(changed) > 0.02  # of the window: the hull of A − B


def test_the_start_page_needs_no_heavy_library() -> None:
    (first,) = window_program(START_PAGE)
    imported = {*first.split()}
    assert "gjkscope.app.view.panels.shell.start_page" in imported
    assert imported.isdisjoint(SLOW), imported & SLOW


def test_the_first_step_imports_no_modules_of_other_algorithms() -> None:
    """A module named like the algorithm is found first; without one, all of them are searched."""
    marks, details, fields = window_program(START_STEP)
    panels = ["slide", "sweep"]  # they share the drawing of steps
    assert sorted({*marks.split()} - {*panels}) == ["engine", "headbutt", "tetrahedron"]
    assert details.split() == fields.split() == ["engine", "headbutt"]


def test_the_first_frame_creates_few_dataclasses(first_frame: list[str]) -> None:
    count = first_frame[2]
    assert 20 < int(count) <= MOST_DATACLASSES
