"""The commands for scripts and servers work where Dear ImGui and pyglet are not installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import gjkscope
from gjkscope import Pose, Sphere
from gjkscope.app.base.resources import resource

ROOT = Path(__file__).parents[3]
SCENE = str(resource("assets", "scenes", "museum", "parry-76.json"))
MISSING = ("imgui_bundle", "pyglet")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with inputs, and with modules that stand for missing ones: importing them fails, also in children."""
    folder = tmp_path_factory.mktemp("without")
    for name in MISSING:
        (folder / "missing" / name).mkdir(parents=True)
        (folder / "missing" / name / "__init__.py").write_text("raise ImportError('not installed here')")
    (folder / "pair.txt").write_text("A = Sphere(0.5) at (0, 0, 0)\nB = Sphere(0.5) at (0, 2, 0)\n")
    (folder / "solver.py").write_text("def distance(a, pose_a, b, pose_b):\n    return 0.0\n")
    with gjkscope.Recorder(folder / "run.gjkcap", by="planted 1.0") as recorder:
        recorder.add(
            Sphere(0.5), Pose(), Sphere(0.5), Pose(position=(0, 2, 0)), tick=0, ids=(0, 1), signed_distance=0.5
        )
    return folder


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["query", "--trace", SCENE], "certified"),
        (["export", SCENE, "-o", "page.html"], "page.html"),
        (["import", "pair.txt"], "sphere"),
        (
            ["hunt", "solver.py:distance", "-o", "found", "--count", "20", "--kinds", "sphere", "--jobs", "1"],
            "wrong depth",
        ),
        (["scan", "run.gjkcap"], "0.5"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_a_command_needs_no_widgets(words: list[str], says: str, folder: Path) -> None:
    assert says in output_of(words, folder)


@pytest.mark.thorough
def test_a_report_says_that_its_picture_is_missing(folder: Path) -> None:
    output_of(["report", SCENE, "-o", "report"], folder)
    report = folder / "report"
    assert not (report / "picture.png").exists()
    assert "picture: a library that draws it is not installed" in (report / "report.md").read_text("utf-8")


def output_of(words: list[str], folder: Path) -> str:
    """What the command prints, which ends well."""
    path = os.pathsep.join((str(folder / "missing"), str(ROOT)))
    command = [sys.executable, "-m", "gjkscope.app", *words]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1), done.stderr
    return done.stdout + done.stderr
