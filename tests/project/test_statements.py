"""What the documentation, the lessons and the museum say about engines and about numbers, where it can be checked."""

import json
import re
from pathlib import Path
from random import Random
from statistics import median

import pytest

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.scenes.examples import causes
from gjkscope.app.scenes.museum_table import RIGHT, shipped_table
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine import Ellipsoid, Options, Pose, query
from gjkscope.engine.analysis.reports import judge_report
from tests.engine.samples import random_rotation

MUSEUM = resource("assets", "scenes", "museum")

# The sources of libccd 2.1 (7931e764) that the project cites from.
LIBCCD = {"src/ccd.c", "src/mpr.c", "src/polytope.c", "src/vec3.c", "src/ccd/vec3.h"}


def text(*names: str) -> str:
    return resource(*names).read_text(encoding="utf-8")


def test_the_museum_counts_its_scenes() -> None:
    scenes = sorted(MUSEUM.glob("*.json"))
    page = text("assets", "scenes", "museum", "README.md")
    said = re.search(r"^(\d+) scene files.*?(\d+) of them, with `hunt`", page, re.MULTILINE | re.DOTALL)
    assert said is not None
    assert said.groups() == (str(len(scenes)), str(sum("-hunt-" in path.stem for path in scenes)))
    for names in (("README.md",), ("docs", "first-steps.md")):
        assert re.search(rf"\b{len(scenes)}\s+(such )?pairs", text(*names)), names


def test_files_of_libccd_that_lessons_cite_exist() -> None:
    lessons = Path(resource("assets", "lessons"))
    pages = [path.read_text(encoding="utf-8") for path in lessons.glob("*.md")]
    about = [passage for page in pages for passage in re.findall(r"libccd 2\.1.*?CCD_EPS", page, re.DOTALL)]
    cited = {name for passage in about for name in re.findall(r"`(src/[^`]+)`", passage)}
    assert "src/ccd.c" in cited
    assert cited <= LIBCCD


def test_the_museum_says_that_a_stopping_rule_of_fcl_causes_issue_508() -> None:
    """The search ends since two vertices of A − B are equally far: (−1, 3, 0) and (1, 3, 0)."""
    assert causes()["fcl-508"][0] == "stopping rule"
    scene = read_scene(MUSEUM / "fcl-508.json")
    (report,) = scene.reported
    assert report.signed_distance == pytest.approx((1 + 3**2) ** 0.5, abs=1e-5)
    assert scene.about is not None
    assert "as far from the origin" in scene.about


@pytest.mark.thorough
def test_python_fcl_answers_a_sphere_on_the_axis_of_a_capsule() -> None:
    """It takes a second of CPU time, so it is asked without a limit."""
    scene = read_scene(MUSEUM / "coal-hunt-sphere-on-capsule-axis.json")
    a, b = scene.bodies
    ask = adapters()["fcl"].load()
    result = ask(a.shape, a.pose, b.shape, b.pose)
    said = next(report for report in scene.reported if report.by.startswith("python-fcl"))
    assert said.crashed is None
    assert result.signed_distance == pytest.approx(said.signed_distance, abs=1e-5)
    assert judge_report(said, query(a.shape, a.pose, b.shape, b.pose), a.shape, a.pose, b.shape, b.pose).right
    engines = list(shipped_table().engines)
    assert shipped_table().scenes["coal-hunt-sphere-on-capsule-axis"][engines.index("fcl")].outcome == RIGHT


def test_newton_steps_end_as_soon_on_deep_ellipsoids_as_the_page_says() -> None:
    random, steps = Random(45), []
    for _ in range(31):
        a, b = (Ellipsoid(tuple(random.uniform(0.3, 1) for _ in range(3))) for _ in range(2))
        apart = random.uniform(0, 0.3) * (max(a.radii) + max(b.radii))
        there = Pose(random_rotation(random), (apart, 0.0, 0.0))
        steps.append(query(a, Pose(random_rotation(random)), b, there, "epa-newton", Options(tolerance=1e-6)).steps)
    said = re.search(r"\| ellipsoids, deep \| GJK and `epa-newton`: (\d+) steps", text("docs", "performance.md"))
    assert said is not None
    assert median(steps) == pytest.approx(int(said[1]), rel=0.35)


@pytest.mark.thorough
def test_the_stack_of_the_page_on_impulses_rests_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    row = re.search(
        r"\| soft, 4 substeps \| yes \| ([\d.]+) m \| (\d)e−(\d) to (\d)e−(\d) J \| (\d+) mm \|",
        text("docs", "impulses.md"),
    )
    assert row is not None
    height, least, most, depth = (
        float(row[1]),
        float(f"{row[2]}e-{row[3]}"),
        float(f"{row[4]}e-{row[5]}"),
        float(row[6]) / 1000,
    )
    stack = str(resource("assets", "scenes", "motion", "stack-of-ten-boxes.json"))
    assert run_command(["simulate", stack, "--seconds", "5", "--json"]) == 0
    ticks = json.loads(capsys.readouterr().out)["ticks"]
    energy = [tick["energy"]["kinetic"] for tick in ticks[-60:]]
    assert ticks[-1]["bodies"][-1]["position"][1] == pytest.approx(height, abs=1e-3)
    assert min(energy) == pytest.approx(least, rel=0.5)
    assert max(energy) == pytest.approx(most, rel=0.5)
    assert max(point["depth"] for tick in ticks for point in tick["points"]) == pytest.approx(depth, abs=1e-3)
