"""`make dist`: the wheel is also built from the source distribution, and runs next to any other package."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from gjkscope import __version__, api
from tests.project.pages import ROOT, SCENE, Example, examples
from tests.project.running import run

CASE = ROOT / SCENE
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

# What a user of the library may write, and a type checker must accept.
USER_SCRIPT = """
import numpy as np
import numpy.typing as npt

import gjkscope
from gjkscope import Box, Certificate, Hull, Options, Pose, Result, Scene, Shape, Trace, Verdict, batch

a: Shape = Box((1, 1, 1))
b: Shape = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
result: Result = gjkscope.query(a, Pose(), b, np.eye(4), "gjk", Options(float32=True))
touches: bool = result.verdict is Verdict.TOUCHING
run: Trace = gjkscope.trace(a, Pose(), b, Pose(position=(2, 0, 0)), algorithm="gjk")
sentences: list[str] = [gjkscope.explain(step) for step in run.steps]
wrong: int = len(gjkscope.compare(a, Pose(), b, Pose()).disagreements)
pairs: tuple[tuple[int, int], ...] = gjkscope.broad_phase("bvh", [(a, Pose()), (b, Pose())]).pairs
distances: npt.NDArray[np.float64] = batch.signed_distance(a, np.eye(4)[None], [b], np.eye(4)[None]).signed_distance
scene: Scene = gjkscope.load("scene.json")
pixels: npt.NDArray[np.uint8] = gjkscope.render(scene, step="last", size=(640, 400), camera="front")
certificate: Certificate = gjkscope.certificate_from_dict({})
proved: bool = gjkscope.check(certificate, a, Pose(), b, Pose())
"""


class Built(NamedTuple):
    """What is published, and the wheel built from the published source."""

    wheel: Path
    sdist: Path
    of_sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    direct, published = tmp_path_factory.mktemp("direct"), tmp_path_factory.mktemp("published")
    build = [sys.executable, "-m", "build", "--no-isolation"]
    run([*build, "--wheel", "--outdir", direct, ROOT], direct)
    run([*build, "--outdir", published, ROOT], published)  # the sdist, and a wheel of it
    return Built(next(direct.glob("*.whl")), next(published.glob("*.tar.gz")), next(published.glob("*.whl")))


@pytest.fixture(scope="module")
def wheel(built: Built) -> Path:
    return built.wheel


def environment(folder: Path, *install: str | Path) -> Path:
    """The scripts folder of a new environment with gjkscope, which borrows its dependencies from this one."""
    run([sys.executable, "-m", "venv", "--without-pip", folder], folder)
    python = folder / "bin" / "python"
    (site_packages(folder / "bin") / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    # --no-compile: of a thousand modules the tests import few, and these keep their bytecode.
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--no-compile"]
    run([*pip, "--no-build-isolation", *install], folder)
    return folder / "bin"


def site_packages(scripts: Path) -> Path:
    program = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(run([scripts / "python", "-c", program], scripts).strip())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of an environment with the wheel, and with other packages named `app` and `engine`, which
    cannot be imported."""
    scripts = environment(tmp_path_factory.mktemp("environment"), wheel)
    add_others(site_packages(scripts))
    return scripts


# --- the source distribution ---


def test_the_source_distribution_builds_the_same_wheel(built: Built) -> None:
    direct, of_sdist = zipfile.ZipFile(built.wheel), zipfile.ZipFile(built.of_sdist)
    assert sorted(direct.namelist()) == sorted(of_sdist.namelist())
    files = [name for name in direct.namelist() if not name.endswith("/RECORD")]
    assert [name for name in files if direct.read(name) != of_sdist.read(name)] == []


def test_the_source_distribution_has_no_links_and_no_file_twice(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        members = archive.getmembers()
    assert [member.name for member in members if not member.isfile()] == []
    names = {member.name.partition("/")[2] for member in members}
    assert len(names) == len(members)
    assert {"engine/__init__.py", "gjkscope/checkout.py", "shaders/surface.vert", "README.md", "LICENSE"} <= names
    assert {"CITATION.cff", "CHANGELOG.md", "Makefile", "constraints.txt", ".ci/run", "docs/museum.md"} <= names
    assert [name for name in names if name.startswith(("gjkscope/app", "gjkscope/engine"))] == []


# --- it runs ---


def test_it_has_its_own_shaders(installed: Path, tmp_path: Path) -> None:
    home = run(
        [installed / "python", "-c", "from gjkscope.app.base.resources import resource; print(resource('shaders'))"],
        tmp_path,
    )
    assert Path(home.strip()).is_relative_to(installed.parent)


def test_a_type_checker_accepts_a_script_that_uses_it(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(f"{USER_SCRIPT}\nfrom gjkscope import {', '.join(api.__all__)}\n")
    (tmp_path / "wrong.py").write_text("import gjkscope\ngjkscope.load(1)\ngjkscope.qurey()\n")
    mypy = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-executable",
        installed / "python",
        "--cache-dir",
        os.devnull,
    ]
    done = subprocess.run([*mypy, "right.py", "wrong.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    places = [line.partition(" error: ")[0] for line in done.stdout.splitlines() if " error: " in line]
    assert places == ["wrong.py:2:", "wrong.py:3:"]


# --- next to other packages named `app` and `engine` ---


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A working directory with such packages, a folder `path` of them, and the scene that an example reads."""
    add_others(tmp_path)
    add_others(tmp_path / "path")
    (tmp_path / SCENE).parent.mkdir(parents=True)
    shutil.copy(CASE, tmp_path / SCENE)
    return tmp_path


def add_others(folder: Path) -> None:
    for name in ("app", "engine", "shaders", "assets", "tests"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise ImportError('this is another package')\n")


def surrounded_run(command: Sequence[str | Path], workplace: Path) -> str:
    return run(command, workplace, PYTHONPATH=str(workplace / "path"))


def test_the_other_packages_come_first(installed: Path, workplace: Path) -> None:
    program = "import importlib.util as u; print(*(u.find_spec(name).origin for name in ('app', 'engine')))"
    paths = surrounded_run([installed / "python", "-c", program], workplace).split()
    assert paths == [str(workplace / name / "__init__.py") for name in ("app", "engine")]


def test_the_command_runs_next_to_them(installed: Path, workplace: Path) -> None:
    command, module = [installed / "gjkscope"], [installed / "python", "-m", "gjkscope"]
    for words in (command, module):
        assert surrounded_run([*words, "--version"], workplace) == f"gjkscope {__version__}\n"
    answer = json.loads(surrounded_run([*module, "query", "--json", SCENE], workplace))
    assert answer["results"][0]["verdict"] == json.loads(CASE.read_text())["expected"][0]["verdict"]
    surrounded_run([*command, "render", SCENE, "-o", "picture.png", "--size", "160x120"], workplace)
    assert (workplace / "picture.png").read_bytes().startswith(PNG_SIGNATURE)


@pytest.mark.parametrize("example", [*examples("README.md")], ids=lambda example: example.name)
def test_the_examples_of_the_readme_run_next_to_them(installed: Path, workplace: Path, example: Example) -> None:
    (workplace / "example.py").write_text(example.code, encoding="utf-8")
    assert surrounded_run([installed / "python", "example.py"], workplace) == example.printed


def test_what_the_compiled_example_needs_is_found_next_to_them(installed: Path, workplace: Path) -> None:
    """Everything up to the compilation, which takes minutes and is the same as in the checkout."""
    program = "from gjkscope import batch; from gjkscope.engine.batch import compiled; print(compiled.__name__)"
    printed = surrounded_run([installed / "python", "-c", program], workplace)
    assert printed == "gjkscope.engine.batch.compiled\n"


# --- an editable installation ---


def test_an_editable_installation_runs_the_checkout(tmp_path: Path) -> None:
    scripts = environment(tmp_path, "--editable", ROOT)
    assert run([scripts / "python", "-m", "gjkscope", "--version"], tmp_path) == f"gjkscope {__version__}\n"
    assert run([scripts / "gjkscope", "--version"], tmp_path) == f"gjkscope {__version__}\n"
    home = run([scripts / "python", "-c", "from gjkscope import engine; print(engine.__file__)"], tmp_path)
    assert Path(home.strip()).resolve() == ROOT / "engine" / "__init__.py"
