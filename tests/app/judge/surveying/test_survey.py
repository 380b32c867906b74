"""Surveys: what each outcome counts, that nothing but times varies, resuming, and what is written."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from gjkscope.app.ask.solvers import process_solver
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.hunting.chunks import HuntPlan, close_solvers
from gjkscope.app.judge.hunting.families import FAMILIES, SUITE
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.judge.surveying import examples, measuring, outcomes, plots, suite
from gjkscope.app.judge.surveying.league import common_pairs, estimate_share, headings, league
from gjkscope.app.judge.surveying.markdown import as_markdown_page
from gjkscope.app.judge.surveying.measuring import BlockTask, block_figures
from gjkscope.app.judge.surveying.page import as_page
from gjkscope.app.judge.surveying.record import SurveyFileError, SurveyRecord, format_survey, read_survey
from gjkscope.app.judge.surveying.survey import SurveyPlan, run_survey
from gjkscope.app.judge.surveying.writing import write_survey
from gjkscope.app.scenes.scene_file import load

# Solvers in a file, as a user writes them.  The faulty one has a fault per type of A.
SOLVERS = """
import os
import gjkscope
from gjkscope.engine.pose import as_pose
from gjkscope.engine.shapes.bounds import size as size_of

def right(a, pose_a, b, pose_b):
    found = gjkscope.query(a, pose_a, b, pose_b)
    return {"signed_distance": found.signed_distance, "normal": found.normal}

def faulty(a, pose_a, b, pose_b):
    found = gjkscope.query(a, pose_a, b, pose_b)
    distance, normal = found.signed_distance, found.normal
    size = size_of(a, as_pose(pose_a), b, as_pose(pose_b))
    kind = type(a).__name__
    if kind == "Box":
        os.abort()
    if kind == "Sphere":
        return {"signed_distance": float("nan")}
    if kind == "Capsule":
        raise ZeroDivisionError("no axis")
    if kind == "Cylinder":
        return {"signed_distance": distance + 0.001 * size}
    if kind == "Cone":
        return {"signed_distance": distance + 0.1 * size * (1 if distance > 0 else -1)}
    if kind == "Ellipsoid":
        return {"signed_distance": distance, "normal": [-x for x in normal]}
    if kind == "Triangle":
        return None
    return {"verdict": found.verdict}

def silent(a, pose_a, b, pose_b):
    return {"points": [{"position": [0, 0, 0], "depth": 0}]}

def hangs(a, pose_a, b, pose_b):
    while type(a).__name__ == "Cone":
        pass
    return gjkscope.query(a, pose_a, b, pose_b).signed_distance
"""
EXPECTED = {
    "Box": "C",
    "Sphere": "N",
    "Capsule": "E",
    "Cylinder": "gd",
    "Cone": "GD",
    "Ellipsoid": "O",
    "Triangle": "-",
}
PAIRS = 24  # few, to be fast
LIMIT = (
    1.0  # seconds for an answer, more than a busy machine stalls; always the same, so that each solver is started once
)
NAMES = ("apart", "deep overlap")


@pytest.fixture(scope="module")
def solvers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The file of the solvers."""
    path = tmp_path_factory.mktemp("solvers") / "mine.py"
    path.write_text(SOLVERS)
    yield str(path)
    close_solvers()


def run_plan(plan: SurveyPlan, known: SurveyRecord | None = None, executor: Executor | None = None) -> SurveyRecord:
    with executor or ThreadPoolExecutor(2) as threads:
        return run_survey(plan, threads, "1.0", 2, known)


@pytest.fixture(scope="module")
def survey(solvers: str) -> SurveyRecord:
    return run_plan(SurveyPlan((f"{solvers}:right", f"{solvers}:faulty"), NAMES, PAIRS, seconds=LIMIT))


def task(
    solver: str, family: str, size: int, tolerance: Tolerance | None = None, judges_gaps: bool = True
) -> BlockTask:
    return BlockTask(HuntPlan(solver, tolerance=tolerance or Tolerance(), seconds=LIMIT), judges_gaps, family, 0, size)


@pytest.fixture
def without_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing them takes a second, and one test looks at them."""
    monkeypatch.setattr("gjkscope.app.judge.surveying.page.survey_plots", lambda survey: {})


# --- the suite ---


def test_the_suite_is_the_museum_and_families_of_equal_size() -> None:
    assert suite.family_names() == ("museum", *FAMILIES)
    assert (len(FAMILIES), suite.PAIRS) == (22, 2000)
    assert sum(suite.block_sizes("grid", suite.PAIRS)) == suite.PAIRS
    scenes = len([*resource("assets", "scenes", "museum").glob("*.json")])
    assert suite.block_sizes("museum", 7) == (scenes,)
    museum = suite.survey_block("museum", 0, scenes, 0)
    assert museum.pairs.size == scenes > 100
    assert np.isfinite(museum.truth.signed_distance).all()


def test_a_smaller_survey_has_the_first_pairs_of_a_larger_one() -> None:
    small, large = (suite.survey_block("thin", 1, size, 3) for size in (5, 250))
    assert [small.pairs.pair(i) for i in range(5)] == [large.pairs.pair(i) for i in range(5)]
    assert suite.block_sizes("thin", 260) == (250, 10)
    assert suite.survey_block("thin", 1, 5, 4).digest != small.digest


# --- outcomes ---


def test_each_fault_has_its_outcome(survey: SurveyRecord, solvers: str) -> None:
    right, faulty = (survey.cells[f"{solvers}:{name}"] for name in ("right", "faulty"))
    for family in NAMES:
        block = suite.survey_block(family, 0, PAIRS, 0)
        assert right[family].outcomes == "." * PAIRS
        assert max(error for error in right[family].errors if error is not None) < 1e-9
        kinds = [type(shape).__name__ for shape in block.pairs.side_a]
        assert len({*kinds}) == 8
        for i, (kind, code) in enumerate(zip(kinds, faulty[family].outcomes, strict=True)):
            assert code in EXPECTED.get(kind, "."), (family, i, kind)
            assert (faulty[family].errors[i] is None) == (kind in "Box Sphere Capsule Triangle Hull"), (i, kind)


def test_figures_are_the_same_again_but_for_times(solvers: str, survey: SurveyRecord) -> None:
    again = block_figures(task(f"{solvers}:faulty", "apart", PAIRS))
    cell = survey.cells[f"{solvers}:faulty"]["apart"]
    assert (again.outcomes, again.errors, again.endings) == (cell.outcomes, cell.errors, cell.endings)
    assert {*cell.endings} == {"SIGABRT", "ZeroDivisionError: no axis"}
    assert all(time is None or time > 0 for time in cell.microseconds)
    assert cell.microseconds.count(None) >= sum(cell.endings.values())


def test_hangs_are_confirmed_and_after_some_the_rest_is_not_asked(
    solvers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "ROUNDS", 2)
    monkeypatch.setattr(process_solver, "MOST_TIMEOUTS", 1)
    pairs = suite.survey_block("apart", 0, 80, 0).pairs
    cones = [i for i, shape in enumerate(pairs.side_a) if type(shape).__name__ == "Cone"]
    assert len(cones) > 2
    impatient = task(f"{solvers}:hangs", "apart", 80)
    codes = block_figures(impatient._replace(plan=impatient.plan._replace(seconds=LIMIT / 2))).outcomes
    assert [i for i, code in enumerate(codes) if code == "H"] == cones[:2]
    assert {*codes[cones[1] + 1 :]} == {"_"}


def test_an_answer_without_claims_is_not_judged(solvers: str) -> None:
    assert block_figures(task(f"{solvers}:silent", "apart", 4)).outcomes == "????"


def test_pairs_below_a_documented_absolute_tolerance_are_not_judged(solvers: str) -> None:
    figures = block_figures(task(f"{solvers}:faulty", "apart", PAIRS, Tolerance(1e-6, least=1.0)))
    assert {*figures.outcomes} <= {*"~CNE-"}
    assert {*"~CNE"} <= {*figures.outcomes}
    assert set(figures.errors) == {None}


def test_distances_that_are_not_meant_as_gaps_count_as_verdicts(solvers: str) -> None:
    kinds = [type(shape).__name__ for shape in suite.survey_block("apart", 0, PAIRS, 0).pairs.side_a]
    figures = block_figures(task(f"{solvers}:faulty", "apart", PAIRS, judges_gaps=False))
    assert {code for kind, code in zip(kinds, figures.outcomes, strict=True) if kind in ("Cylinder", "Cone")} == {"."}
    assert set(figures.errors) == {None}


@pytest.mark.parametrize(
    ("symptom", "is_serious", "crashed", "code"),
    [
        (Symptom.CRASH, True, "SIGSEGV", "C"),
        (Symptom.CRASH, True, "exited with status 3", "C"),
        (Symptom.CRASH, True, "epa returned None", "E"),
        (Symptom.HANG, True, "timed out after 1 s", "H"),
        (Symptom.WRONG_DEPTH, True, None, "D"),
        (Symptom.WRONG_DEPTH, False, None, "d"),
    ],
)
def test_failure_codes(symptom: Symptom, is_serious: bool, crashed: str | None, code: str) -> None:
    assert outcomes.failure_code(symptom, is_serious, crashed) == code
    assert code in outcomes.LEGEND


def test_tallies() -> None:
    tally = outcomes.tally([".-~_?", "CgGdV."])
    assert (tally.pairs, tally.judged, tally.failed, tally.serious) == (11, 7, 5, 3)
    assert (tally.failures["G"], tally.failures["D"]) == (2, 1)
    assert outcomes.tally(["--"]).failed_share == 0.0


# --- the table ---


def test_pairs_that_were_not_asked_count_like_the_others_of_their_family() -> None:
    hanging, fine = outcomes.tally(["HH..____"]), outcomes.tally(["........"])
    assert estimate_share([hanging, fine], lambda tally: tally.failed) == 0.25
    assert estimate_share([outcomes.tally(["--"])], lambda tally: tally.failed) == 0.0


def test_the_league_is_ordered_by_serious_failures(survey: SurveyRecord) -> None:
    best, worst = league(survey)
    assert (best.record.title, worst.record.title) == ("mine.py:right", "mine.py:faulty")
    assert best.record.version == worst.record.version
    assert best.total.failed == 0
    assert worst.total.serious < worst.total.failed
    common = [sum(tally.judged for tally in row.common.values()) for row in (best, worst)]
    assert common == [worst.total.judged] * 2
    assert worst.total.judged < best.total.judged
    assert worst.serious == pytest.approx(worst.total.serious_share)
    assert worst.error_quantiles()[-1] == pytest.approx(0.1, rel=0.1)


def test_several_versions_of_an_engine_are_told_apart(survey: SurveyRecord) -> None:
    rows = league(survey)
    assert headings(rows) == ["mine.py:right", "mine.py:faulty"]
    newer = rows[0]._replace(record=replace(rows[0].record, version="2"))
    assert headings([rows[0], newer]) == [rows[0].record.words, "mine.py:right 2"]


def test_common_pairs_are_those_that_every_engine_was_judged_on(survey: SurveyRecord) -> None:
    faulty = [*survey.engines][1]
    cells = {
        engine: {"apart": replace(survey.cells[engine]["apart"], outcomes="." * PAIRS)} for engine in survey.engines
    }
    cells[faulty]["apart"] = replace(cells[faulty]["apart"], outcomes="-~_?CgV" + "." * (PAIRS - 7))
    only = replace(survey, cells=cells, families={"apart": survey.families["apart"]})
    assert common_pairs(only) == {"apart": [2, *range(4, PAIRS)]}


def test_the_worst_pairs_are_scenes_with_the_answer_and_the_truth(survey: SurveyRecord) -> None:
    faulty = [*survey.engines][1]
    worst = {example.failure: example for example in examples.worst_pairs(survey, faulty)}
    assert {*worst} == {"crash", "exception", "not finite", "wrong distance", "wrong depth", "wrong normal"}
    scene = examples.worst_scene(survey, worst["wrong distance"])
    [report], [expected] = scene.reported, scene.expected
    assert report.signed_distance is not None
    assert expected.signed_distance is not None
    assert report.signed_distance - expected.signed_distance > 0.01
    assert examples.worst_scene(survey, worst["crash"]).reported[0].crashed == "SIGABRT"
    assert "nan" in str(examples.worst_scene(survey, worst["not finite"]).reported[0].crashed)


# --- resuming ---


class NoExecutor(ThreadPoolExecutor):
    """Does not accept work."""

    def submit(self, *_: object, **__: object) -> object:  # type: ignore[override]
        raise AssertionError("nothing is to be asked")


def test_a_resumed_survey_asks_only_what_is_missing(survey: SurveyRecord, solvers: str) -> None:
    plan = SurveyPlan(tuple(survey.engines), NAMES, PAIRS, seconds=LIMIT)
    assert run_plan(plan, survey, NoExecutor()).cells == survey.cells
    for changed in (plan._replace(seed=1), plan._replace(pairs=3), plan._replace(seconds=2.0)):
        with pytest.raises(AssertionError, match="nothing is to be asked"):
            run_plan(changed, survey, NoExecutor())
    first = SurveyPlan(tuple(survey.engines)[:1], NAMES[:1], PAIRS, seconds=LIMIT)
    assert [*run_plan(first, survey, NoExecutor()).families] == ["apart"]


def test_an_interrupted_survey_keeps_the_families_that_are_finished(solvers: str) -> None:
    plan = SurveyPlan((f"{solvers}:silent",), ("apart", "thin", "grid"), 3, seconds=LIMIT)
    seen: list[str] = []
    with ThreadPoolExecutor(1) as threads:
        survey = run_survey(
            plan, threads, "1.0", on_progress=lambda at: seen.append(at.family), stopped=lambda: "apart" in seen
        )
    assert [*survey.families] == ["apart"]
    assert survey.is_interrupted
    assert "Interrupted: only 1 families" in as_markdown_page(survey)


# --- files ---


def test_the_data_survive_a_round_trip(survey: SurveyRecord, tmp_path: Path) -> None:
    path = tmp_path / "survey.json"
    path.write_text(format_survey(survey))
    assert read_survey(path) == survey
    document = json.loads(path.read_text())
    assert document["gjkscope_survey"] == 1
    path.write_text(path.read_text().replace(f'"suite": {SUITE}', '"suite": "two"'))
    with pytest.raises(SurveyFileError, match="suite"):
        read_survey(path)
    path.write_text('{"gjkscope_survey": 1')
    with pytest.raises(SurveyFileError, match="is not a survey"):
        read_survey(path)


class Checker(HTMLParser):
    """Collects tags, ids and links, and checks that elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag != "meta":
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.thorough
def test_the_page_is_valid_and_needs_nothing_else(survey: SurveyRecord, tmp_path: Path) -> None:
    write_survey(survey, tmp_path)
    text = (tmp_path / "index.html").read_text()
    page = Checker()
    page.feed(text)
    assert page.open == []
    assert page.seen.count("svg") == 6
    assert page.seen.count("table") == page.seen.count("caption") >= 9
    assert len(page.ids) == len({*page.ids})
    assert {"script", "link", "img", "iframe"}.isdisjoint(page.seen)
    for link in page.links:
        assert link.removeprefix("#") in page.ids if link.startswith("#") else (tmp_path / link).is_file(), link
    assert "url(http" not in text
    assert not re.search(r"#0[1-4]0[0-9a-f]{3}", text), "a placeholder colour was not replaced"
    assert "Not the full suite: 24 instead of 2,000 pairs" in text
    markdown = (tmp_path / "survey.md").read_text()
    assert markdown.count("\n## ") == page.seen.count("h2")
    assert "| mine.py:right sha256:" in markdown
    for file in (tmp_path / "scenes").iterdir():
        assert load(file).reported


def test_texts_are_escaped(survey: SurveyRecord, without_plots: None) -> None:
    right = next(iter(survey.engines))
    engines = survey.engines | {right: replace(survey.engines[right], title="<b>|\n`me`")}
    assert "<b>" not in as_page(replace(survey, engines=engines))
    assert "<b>\\| `me` sha256" in as_markdown_page(replace(survey, engines=engines))


# --- the command ---


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "5"], "-o DIR: required"),
        (["-o", "x", "--engines", "godot"], "'godot': must be an engine"),
        (["-o", "x", "--engines", ","], "--engines: none can be asked"),
        (["-o", "x", "--count", "0"], "must be > 0"),
        (["-o", "x", "--timeout", "0"], "--timeout: must be > 0"),
        (["-o", "x", "--engines", "fcl", "--families", "deep"], "unknown family 'deep'"),
        (["--pair", "thin"], "--pair: must be FAMILY:NUMBER"),
        (["--pair", "thin:2000"], "the numbers of thin end at 1999"),
    ],
)
def test_unusable_arguments(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["survey", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("gjkscope: ")


def test_a_missing_plotting_library_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    monkeypatch.setattr("gjkscope.app.command_line.survey.has_plotting_library", plots.has_plotting_library)
    assert run_command(["survey", "-o", "x"]) == 2
    assert 'pip install "gjkscope[survey]"' in capsys.readouterr().err


def test_a_pair_of_the_suite_is_printed_as_a_scene(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(["survey", "--pair", "parallel:301"]) == 0
    (tmp_path / "pair.json").write_text(capsys.readouterr().out)
    scene = load(tmp_path / "pair.json")
    assert scene.expected
    block = suite.survey_block("parallel", 1, 52, 0).pairs
    assert [body.shape for body in scene.bodies] == [*block.pair(51)[::2]]


def test_the_command_writes_everything(
    solvers: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], without_plots: None
) -> None:
    words = [
        "survey",
        "-o",
        str(tmp_path),
        "--engines",
        f"{solvers}:silent",
        "--count",
        "2",
        "--jobs",
        "1",
        "--timeout",
        str(LIMIT),
    ]
    assert run_command([*words, "--families", "thin"]) == 0
    assert "open index.html" in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"survey.json", "survey.md", "index.html", "scenes"}
    assert run_command([*words, "--families", "thin,grid", "--resume"]) == 0
    assert [*read_survey(tmp_path / "survey.json").families] == ["grid", "thin"]
