"""What `import gjkscope` offers: cheap to import, complete, documented with examples that run, the same as `engine`."""

import doctest
import inspect
import pickle
import pydoc
import subprocess
import sys
import types

import pytest

import gjkscope
from gjkscope import api
from tests.project.pages import EXAMPLES, ROOT, Example

CALLABLE = [name for name in api.__all__ if inspect.isfunction(getattr(api, name))]
SHAPES = [kind.__name__ for kind in gjkscope.SHAPE_TYPES.values()]


def python(program: str, *options: str) -> str:
    """The output of the program in a new interpreter at the root of the checkout."""
    command = [sys.executable, *options, "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_import_alone_loads_nothing() -> None:
    program = "import sys; before = {*sys.modules}; import gjkscope; print(*{*sys.modules} - before)"
    assert {*python(program, "-S").split()} == {"gjkscope", "gjkscope.version"}


def test_a_question_to_the_engine_does_not_load_the_application() -> None:
    loaded = python("import sys; from gjkscope import Box, query; print(*sys.modules)").split()
    assert "gjkscope.engine.query" in loaded
    assert [name for name in loaded if name.startswith("gjkscope.app.")] == []


def test_dir_and_star_import_give_the_public_names() -> None:
    names = {name for name in dir(gjkscope) if not name.startswith("__")}
    space: dict[str, object] = {}
    exec("from gjkscope import *", space)
    assert names == {*api.__all__} == {*space} - {"__builtins__"}
    assert sorted(api.__all__) == sorted(set(api.__all__))
    assert {"query", "trace", "compare", "batch", "check", "broad_phase", "load", "render", *SHAPES} <= names


def test_help_describes_the_package_and_its_functions() -> None:
    text = pydoc.render_doc(gjkscope, renderer=pydoc.plaintext)
    assert "See how 3D collision detection works" in text
    assert [name for name in CALLABLE if f"\n    {name}(" not in text] == []


@pytest.mark.parametrize("name", ["qurey", "_query", "app_", "__path"])
def test_an_unknown_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'gjkscope' has no attribute '{name}'"):
        getattr(gjkscope, name)


# --- examples ---


def test_every_function_and_shape_has_an_example() -> None:
    assert len(CALLABLE) > 15
    documented = {name: inspect.getdoc(getattr(api, name)) or "" for name in (*CALLABLE, *SHAPES)}
    assert [name for name, text in documented.items() if ">>> " not in text] == []


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the examples.  Those that hunt show no pairs, so none is made simpler, which is slow."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("gjkscope.app.judge.hunting.minimising.MOST_VARIANTS", 0)


@pytest.mark.usefixtures("at_root")
@pytest.mark.parametrize("name", api.__all__)
def test_docstring_examples_run(name: str) -> None:
    member = getattr(api, name)
    documented = isinstance(member, type | types.FunctionType | types.ModuleType)
    for test in doctest.DocTestFinder(exclude_empty=True).find(member, name) if documented else []:
        report: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
        assert report == []


@pytest.mark.usefixtures("at_root")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_of_the_pages_print_what_they_show(example: Example, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example.code, example.name, "exec"), {"__name__": "__main__"})
    assert tuple(capsys.readouterr()) == (example.printed, "")


def test_the_readme_starts_with_the_import() -> None:
    assert EXAMPLES[0].name == "README.md 0"
    assert EXAMPLES[0].code.startswith("import gjkscope\n")


# --- arguments of `render` ---


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"step": 400}, "step: must be last or a number from 0 to 3, got 400"),
        ({"step": -1}, "step: must be last or a number from 0 to 3, got -1"),
        ({"step": "first"}, "step: must be last or a number from 0 to 3, got 'first'"),
        ({"step": True}, "step: must be last"),
        ({"view": "left"}, "view: unknown name 'left'; one of both"),
        ({"algorithm": "quick"}, "algorithm: unknown name 'quick'; one of gjk"),
        ({"theme": "red"}, "theme: unknown name 'red'; one of"),
        ({"camera": "sideways"}, "camera: must be one of front"),
        ({"size": (0, 100)}, r"size: each side must be from 64 to 8192 pixels, got \(0, 100\)"),
        ({"size": (100, 99999)}, "size: each side must be from 64 to 8192 pixels"),
        ({"size": 100}, r"size: must be \(width, height\) in pixels, got 100"),
        ({"size": (1, 2, 3)}, r"size: must be \(width, height\) in pixels, got \(1, 2, 3\)"),
    ],
)
def test_render_names_an_invalid_argument(arguments: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{fault}"):
        gjkscope.render(ROOT / "assets/scenes/museum/hb-article-cycle-1.json", **arguments)


def test_render_says_if_the_algorithm_does_not_support_the_pair() -> None:
    with pytest.raises(gjkscope.NotApplicable, match=r"^algorithm: SAT takes polytopes"):
        gjkscope.render(ROOT / "assets/scenes/museum/parry-34.json", algorithm="sat")


# --- the short names of a checkout ---


@pytest.mark.parametrize(
    "program",
    [
        "import gjkscope, engine; same = engine.Box is gjkscope.Box",
        "import engine.batch, gjkscope; same = engine.batch is gjkscope.batch",
        "from engine.shapes.kinds import Box; import gjkscope; same = Box is gjkscope.Box",
        "from engine import Box, batch; import gjkscope; same = (Box, batch) == (gjkscope.Box, gjkscope.batch)",
        "import app.scenes.scene, gjkscope; same = app.scenes.scene.Scene is gjkscope.Scene",
        "import engine, importlib; same = importlib.import_module('engine.gjk.steps').__name__.startswith('gjkscope.')",
    ],
)
def test_the_short_names_give_the_same_modules(program: str) -> None:
    assert python(f"{program}; print(same)") == "True\n"


def test_the_short_names_work_under_pytest() -> None:
    import engine
    import engine.batch
    from engine.shapes.kinds import Box

    assert (Box, engine.Box, engine.batch) == (gjkscope.Box, gjkscope.Box, gjkscope.batch)
    assert pickle.loads(pickle.dumps(engine.Pose())) == gjkscope.Pose()


def test_compiled_code_is_cached_under_one_name() -> None:
    """numba keys its cache by the module's file and name: the short name must not compile everything again."""
    names = python("import engine.batch.compiled as module; print(module.__name__, module.__spec__.name)").split()
    assert names == ["gjkscope.engine.batch.compiled"] * 2
