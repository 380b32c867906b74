"""`make test-hunt`: hunts that take seconds each: all families, the command line, hangs, executors, replays."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import gjkscope
from gjkscope.app.judge.hunting.families import FAMILIES
from gjkscope.app.judge.hunting.symptoms import Symptom
from tests.app.ask.solvers import test_iterations as iterations
from tests.app.bring.capture import test_any_number as any_number
from tests.app.judge.hunting import planted
from tests.app.judge.hunting import test_contact_hunt as contact_hunts
from tests.app.judge.hunting import test_half_spaces as half_spaces
from tests.app.judge.hunting.test_hunt import CHUNK, address, hunt


def test_a_right_solver_is_never_blamed() -> None:
    count = CHUNK * len(FAMILIES)
    report = gjkscope.hunt(address(planted.is_right), count=count, chunk=CHUNK)
    assert (report.tried, report.found, report.failures) == (count, (), 0)


def test_a_right_solver_is_never_blamed_for_its_contacts() -> None:
    contact_hunts.assert_right_is_never_blamed(10 * contact_hunts.ALL_FAMILIES)


def test_a_hang_is_found_and_the_rest_of_its_block_is_skipped() -> None:
    report = hunt(planted.hangs_deep_inside, CHUNK, kinds=("box", "sphere"), timeout=0.1)
    assert {group.key[0] for group in report.found} == {Symptom.HANG}
    assert report.tried + report.skipped == CHUNK
    assert "timed out after" in str(report.found[0].group.simplest.answer.crashed)


def test_pairs_near_a_scene_are_hunted(tmp_path: Path) -> None:
    report = hunt(planted.is_wrong_when_aligned, 12 * CHUNK, kinds=("box", "capsule"), output=tmp_path)
    scene = tmp_path / "wrong-distance-box-capsule.json"
    again = hunt(planted.is_wrong_when_aligned, CHUNK, near=scene, kinds=("box", "capsule"))
    assert again.failures / again.tried > 2 * report.failures / report.tried
    assert {group.key[1] for group in again.found} == {("box", "capsule")}


def test_the_result_does_not_depend_on_the_executor_or_on_the_order_in_which_chunks_end() -> None:
    reports = []
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as pool:
            options = {"kinds": ("cone",), "jobs": workers, "executor": pool}
            reports.append(hunt(planted.flips_normals_of_cones, 3 * CHUNK, **options))
    assert reports[0].found == reports[1].found


def test_the_written_pytest_file_fails_until_the_solver_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = tmp_path / "mine.py"
    solver.write_text(Path(planted.__file__).read_text() + "\nmine = flips_normals_of_cones\n")
    monkeypatch.chdir(tmp_path)
    gjkscope.hunt("mine.py:mine", Path("found"), kinds=("cone",), count=CHUNK, chunk=CHUNK)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    monkeypatch.chdir(tmp_path / "found")  # elsewhere than where it was hunted
    failing = subprocess.run(command, capture_output=True, text=True, check=False)
    assert failing.returncode == 1, failing.stdout
    assert "wrong normal" in failing.stdout
    solver.write_text(Path(planted.__file__).read_text() + "\nmine = is_right\n")
    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode == 0


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "gjkscope", "hunt", *words], capture_output=True, text=True, check=False
    )


def test_the_command_writes_replays_and_reports_by_its_exit_status(tmp_path: Path) -> None:
    wrong, right = f"{planted.__file__}:flips_normals_of_cones", f"{planted.__file__}:is_right"
    options = ("--kinds", "cone", "--count", "96", "--jobs", "1")
    hunt = run(wrong, "-o", str(tmp_path / "found"), *options)
    assert hunt.returncode == 1, hunt.stderr
    assert "wrong normal  cone, cone" in hunt.stdout
    assert run(right, "-o", str(tmp_path / "none"), *options).returncode == 0
    junit = tmp_path / "junit.xml"
    replay = run(wrong, "--replay", str(tmp_path / "found"), "--junit", str(junit))
    assert replay.returncode == 1, replay.stderr
    suite = ET.parse(junit).getroot()
    assert suite.get("tests") == suite.get("failures") != "0"
    assert run(right, "-o", str(tmp_path / "found"), "--replay").returncode == 0


# --- more of what `make test` does less often ---

libraries = iterations.libraries  # a fixture
MORE_SEEDS = range(any_number.SEEDS, 6 * any_number.SEEDS)


def test_without_a_bug_hunts_find_lost_digits_between_faces_only(libraries: list[Path]) -> None:
    iterations.assert_loses_only_digits(libraries[iterations.NO_BUG], 100)


@pytest.mark.parametrize("options", [{}, {"sizes": (1e-3, 1e4)}, {"gaps": (-50.0, 50.0)}, {"gaps": (-1e5, 1e5)}])
def test_the_closed_form_of_half_spaces_is_never_blamed(options: dict[str, Any]) -> None:
    half_spaces.assert_never_blamed(planted.knows_half_spaces, 60, **options)


def test_bodies_rest_on_the_plane_of_a_half_space() -> None:
    half_spaces.assert_exact_contacts_are_right(24)


@pytest.mark.parametrize("seed", MORE_SEEDS)
def test_any_number_in_a_capture_is_judged_or_refused_with_a_line(seed: int) -> None:
    any_number.test_any_number_in_an_answer_is_judged(seed)
    any_number.test_any_number_in_a_pose_is_judged_or_refused_with_a_line(seed)
    any_number.test_any_number_in_a_shape_is_judged_or_refused_with_a_line(seed)
