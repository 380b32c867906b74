"""The wheel is self-contained: it includes every shader and asset, and runs far from the source tree."""

import json
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASE = ROOT / "assets" / "scenes" / "museum" / "hb-article-cycle-1.json"
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT], folder)
    (built,) = folder.glob("gjkscope-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts folder of an environment with the wheel installed, which borrows its dependencies from this one."""
    environment = tmp_path_factory.mktemp("environment")
    run([sys.executable, "-m", "venv", "--without-pip", environment], environment)
    python = environment / "bin" / "python"
    run([sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel], environment)
    purelib = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], environment).strip()
    Path(purelib, "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return environment / "bin"


def run(command: list[str | Path], folder: Path) -> str:
    """The command's standard output; if it fails, its error output is shown."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_it_contains_every_shader_and_asset(wheel: Path) -> None:
    shipped = {path.relative_to(ROOT) for folder in ("shaders", "assets") for path in (ROOT / folder).rglob("*")}
    files = {f"gjkscope/app/{path.as_posix()}" for path in shipped if (ROOT / path).is_file()}
    assert len(files) > 90
    assert files <= set(zipfile.ZipFile(wheel).namelist())


def test_it_contains_only_the_two_packages(wheel: Path) -> None:
    folders = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"gjkscope"}


def test_it_answers_a_query(installed: Path, tmp_path: Path) -> None:
    answer = json.loads(run([installed / "gjkscope", "query", "--json", CASE], tmp_path))
    assert answer["results"][0]["verdict"] == json.loads(CASE.read_text())["expected"][0]["verdict"]


def test_it_draws_with_its_own_shaders(installed: Path, tmp_path: Path) -> None:
    run([installed / "gjkscope", "render", CASE, "-o", "picture.png", "--size", "160x120"], tmp_path)
    assert (tmp_path / "picture.png").read_bytes().startswith(PNG_SIGNATURE)
    home = run(
        [installed / "python", "-c", "from gjkscope.app.base.resources import resource; print(resource('shaders'))"],
        tmp_path,
    )
    assert Path(home.strip()).is_relative_to(installed.parent)
