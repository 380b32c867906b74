"""`make dist`: what is in dist/ can be published: its metadata is valid, it installs and runs outside of this checkout.

Dependencies are downloaded once, in the versions of constraints.txt; all environments are installed from that folder.
twine, cffconvert and uv come from the extra `release`, in an environment of their own.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from gjkscope import __version__
from tests.project.pages import ROOT, SCENE

# Megabytes of a plain installation without the bytecode of Python, a tenth more than measured: NumPy has 57, Dear ImGui
# 56 and Pillow 20, and films and numba, which have 312 more, are extras.
MOST_MEGABYTES = 225

DEMO = "assets/demos/epa-in-60-seconds.gjkdemo.json"

TOOLS = ROOT / ".venv-release" / "bin"
DIST = ROOT / "dist"
WHEEL = DIST / f"gjkscope-{__version__}-py3-none-any.whl"
SDIST = DIST / f"gjkscope-{__version__}.tar.gz"


def run(command: Sequence[str | Path], folder: Path, **variables: str) -> str:
    """The command's standard output; if it fails, its error output is shown."""
    own = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", **variables}
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheels of all dependencies, and of what builds the wheel of a source distribution."""
    folder = tmp_path_factory.mktemp("wheels")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", folder]
    run([*pip, "--constraint", ROOT / "constraints.txt", WHEEL, "hatchling", "hatch-fancy-pypi-readme"], folder)
    (folder / WHEEL.name).unlink()  # every environment names the file that it installs
    return folder


def install(what: Path, wheels: Path, folder: Path) -> Path:
    """The scripts folder of a bare environment into which pip has installed that file and its dependencies."""
    run([sys.executable, "-m", "venv", "--without-pip", folder / "bare"], folder)
    pip = [sys.executable, "-m", "pip", "--python", folder / "bare" / "bin" / "python", "install", "--quiet"]
    run([*pip, "--no-index", "--find-links", wheels, what], folder)
    return folder / "bare" / "bin"


def assert_it_works(gjkscope: Path, folder: Path) -> None:
    assert run([gjkscope, "--version"], folder) == f"gjkscope {__version__}\n"
    case = json.loads((ROOT / SCENE).read_text())
    answer = json.loads(run([gjkscope, "query", "--json", ROOT / SCENE], folder))
    assert answer["results"][0]["verdict"] == case["expected"][0]["verdict"]
    run([gjkscope, "render", ROOT / SCENE, "-o", "picture.png", "--size", "160x120"], folder)
    assert (folder / "picture.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_dist_holds_exactly_this_version() -> None:
    assert sorted(path.name for path in DIST.iterdir()) == [WHEEL.name, SDIST.name]


def test_an_index_accepts_the_metadata_and_renders_the_description(tmp_path: Path) -> None:
    assert run([TOOLS / "twine", "check", "--strict", WHEEL, SDIST], tmp_path).count("PASSED") == 2


def test_the_citation_is_valid(tmp_path: Path) -> None:
    assert "are valid" in run([TOOLS / "cffconvert", "--validate", "-i", ROOT / "CITATION.cff"], tmp_path)


MANY = """
import numpy as np
from gjkscope import Box, batch
poses = np.tile(np.eye(4), (2, 1000, 1, 1))
poses[1, :, 0, 3] = np.linspace(0, 4, 1000)
print(batch.signed_distance(Box((1, 1, 1)), poses[0], Box((1, 1, 1)), poses[1]).signed_distance[-1])
"""


def test_a_plain_installation_answers_many_pairs_without_a_compiler(wheels: Path, tmp_path: Path) -> None:
    python = install(WHEEL, wheels, tmp_path) / "python"
    assert run([python, "-c", MANY], tmp_path) == "2.0\n"
    assert run([python, "-c", "import importlib.util as u; print(u.find_spec('numba'))"], tmp_path) == "None\n"


@pytest.mark.parametrize("what", [WHEEL, SDIST], ids=["wheel", "sdist"])
def test_pip_installs_it_into_a_bare_environment(what: Path, wheels: Path, tmp_path: Path) -> None:
    assert_it_works(install(what, wheels, tmp_path) / "gjkscope", tmp_path)


def test_a_plain_installation_is_small_and_names_what_it_lacks(wheels: Path, tmp_path: Path) -> None:
    scripts = install(WHEEL, wheels, tmp_path)
    files = [path for path in (scripts.parent / "lib").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in files) < MOST_MEGABYTES * 1_000_000
    film = [scripts / "gjkscope", "record", ROOT / DEMO, "-o", "film.mp4"]
    done = subprocess.run(film, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "gjkscope[films]" in done.stderr) == (2, True)


def test_uv_installs_it_as_a_tool(wheels: Path, tmp_path: Path) -> None:
    places = {name: str(tmp_path / name) for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR", "UV_CACHE_DIR")}
    uv = [TOOLS / "uv", "tool", "install", "--no-index", "--find-links", wheels, "--python", sys.executable]
    run([*uv, WHEEL], tmp_path, **places)
    assert_it_works(tmp_path / "UV_TOOL_BIN_DIR" / "gjkscope", tmp_path)


def test_the_tests_of_the_source_distribution_find_all_that_they_need(tmp_path: Path) -> None:
    """A few that read files outside of the packages; the environment is that of this checkout."""
    run(["tar", "--extract", "--file", SDIST, "--strip-components", "1"], tmp_path)
    run(["make", "--no-print-directory", "gjkscope/app", "gjkscope/engine"], tmp_path)
    reading = ["contributing", "docs", "public_package", "resources", "setup"]
    tests = [*(f"tests/project/test_{name}.py" for name in reading), "tests/engine/shapes/test_shape_dispatch.py"]
    run([sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *tests], tmp_path)
