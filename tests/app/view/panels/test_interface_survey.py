"""The Engines workspace: its lists of pairs, what was found about the open pair, and surveys in the window."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.app.interface import Bench, in_threads, scene_path, start_state  # isort: skip  first that loads pyglet.window

from gjkscope.app.judge.hunting import workers
from gjkscope.app.judge.surveying.suite import exhibits, family_names
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import HuntPhase, HuntSetup, SurveyedEngine, SurveyRun, SurveySetup, Workspace
from gjkscope.app.view.panels.pairs.museum import museum_examples, wrong_engines
from gjkscope.app.view.panels.surveying.result import survey_words

SOLVER = '''
"""Distances of spheres, a tenth too large in depth; other shapes are not taken."""


def distance(a, pose_a, b, pose_b):
    if type(a).__name__ != "Sphere" or type(b).__name__ != "Sphere":
        return {"unsupported": "only spheres"}
    offset = pose_b[:3, 3] - pose_a[:3, 3]
    gap = float(offset @ offset) ** 0.5 - a.radius - b.radius
    return gap if gap > 0 else 1.1 * gap
'''
START, STOP = "Start##survey", "Stop##survey"
SECONDS = 60.0  # after which a survey counts as stuck
PAIRS = 60  # of a family: some are spheres


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The Survey panel in front, without a survey."""
    monkeypatch.setattr(workers, "background_executor", in_threads)
    shared.open(start_state())
    shared.person.resize(1280, 800)
    shared.front("Survey")
    yield shared
    if shared.main.session.surveying is not None:
        shared.main.session.surveying.end()
        shared.main.session.surveying.wait()
        shared.main.session.surveying = None
    shared.open(start_state())
    shared.perform(actions.ChooseWorkspace(Workspace.PAIR), frames=3)


@pytest.fixture
def solver(tmp_path: Path) -> str:
    path = tmp_path / "spheres.py"
    path.write_text(SOLVER)
    return f"{path}:distance"


def set_up(bench: Bench, *engines: str, families: tuple[str, ...] = ("deep overlap",), pairs: int = PAIRS) -> None:
    bench.perform(actions.SetSurvey(SurveySetup(engines, families, pairs)), frames=2)


def wait_until_over(bench: Bench) -> SurveyRun:
    until = monotonic() + SECONDS
    while bench.main.session.surveying is not None:
        assert monotonic() < until
        bench.main.session.surveying.wait(0.1)  # a frame would keep the threads waiting
        bench.person.run_frames()
    bench.settle()
    run = bench.state.survey.run
    assert run is not None
    return run


def setup_of(bench: Bench) -> SurveySetup:
    return bench.state.survey.setup


def pick(bench: Bench, words: str) -> None:
    """Click in an open list."""
    bench.person.run_frames(2)
    bench.person.click(*bench.widget(words).rect.middle)
    bench.person.run_frames(2)


def test_a_survey_lists_failures_whose_rows_and_cards_open_the_pair(bench: Bench, solver: str) -> None:
    set_up(bench, solver)
    bench.press(START)
    run = wait_until_over(bench)
    assert (run.phase, run.pairs, run.fault) == (HuntPhase.DONE, PAIRS, "")
    [engine] = run.engines
    assert 0 < engine.judged < PAIRS, "some pairs are of spheres"
    [depth] = [finding for finding in run.found if finding.failure == "wrong depth"]
    assert (depth.family, depth.count) == ("deep overlap", run.failures)
    assert depth.error > 0
    key = f"{depth.engine} {depth.failure} {depth.family}"
    bench.press(f"Wrong depth##failure {key}", frames=3)
    assert bench.state.document.scene == depth.scene
    assert bench.state.workspace is Workspace.ENGINES
    report = drawn_report(bench.state)
    assert report is not None
    assert report.by == depth.engine
    assert bench.has(f"##found {key}")
    bench.main.session.perform([actions.Undo()])
    bench.press(f"##found {key}", frames=3)
    assert bench.state.document.scene == depth.scene


@pytest.mark.thorough
def test_a_stopped_survey_keeps_whole_families_only(bench: Bench, solver: str) -> None:
    set_up(bench, solver, families=family_names()[1:], pairs=2000)
    bench.press(START)
    until = monotonic() + SECONDS
    while not (bench.state.survey.run and bench.state.survey.run.done):
        assert monotonic() < until
        assert bench.main.session.surveying is not None
        bench.main.session.surveying.wait(0.1)
        bench.person.run_frames()
    bench.press(STOP)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.STOPPED
    assert run.pairs % 2000 == 0
    assert bench.has(START)


def test_what_cannot_be_asked_says_why(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("raise RuntimeError('no licence')\n")
    set_up(bench, f"{path}:f")
    bench.press(START)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.FAILED
    assert "no licence" in run.fault
    assert run.fault in bench.words


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_defect_ends_the_survey_and_is_named(bench: Bench, solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no such block")

    monkeypatch.setattr(workers, "prepare_title", fail)
    set_up(bench, solver)
    bench.press(START)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.FAILED
    assert run.fault == "the survey ended unexpectedly: RuntimeError: no such block"
    assert bench.has(START)


def test_the_setup_is_changed_with_the_mouse(bench: Bench, solver: str) -> None:
    bench.perform(actions.SetHunt(HuntSetup(solver, True)), frames=2)
    bench.press("##surveyed engines")
    pick(bench, "None##surveyed engines")
    assert setup_of(bench).engines == ()
    pick(bench, "spheres.py:distance##surveyed engines")
    assert setup_of(bench).engines == (solver,)
    bench.person.key("ESCAPE", frames=2)
    bench.press("##surveyed families")
    pick(bench, "None##surveyed families")
    assert setup_of(bench).families == ()
    pick(bench, "touching##surveyed families")
    pick(bench, "museum##surveyed families")
    assert setup_of(bench).families == ("museum", "touching")
    pick(bench, "All##surveyed families")
    assert setup_of(bench).families is None
    bench.person.key("ESCAPE", frames=2)
    bench.enter("##surveyed pairs", "250")
    bench.enter("##surveyed pairs", "5000")
    assert setup_of(bench).pairs == 250
    assert bench.state.shell.message is not None
    assert "must be from 1 to 2,000" in bench.state.shell.message.text


def test_start_needs_an_engine_and_a_family(bench: Bench, solver: str) -> None:
    for engines, families in (((), None), ((solver,), ())):
        bench.perform(actions.SetSurvey(SurveySetup(engines, families)), frames=2)
        bench.press(START)
        assert bench.main.session.surveying is None


def test_the_museum_is_listed_with_pictures_and_a_click_opens_a_pair(bench: Bench) -> None:
    listed = museum_examples()
    assert {example.name for example in listed} == {name for name, _ in exhibits()}
    assert wrong_engines(listed[0]) == max(map(wrong_engines, listed)) > 0
    bench.front("Museum pairs")
    bench.press(f"##found {listed[0].name}", frames=3)
    assert bench.state.document.scene.name == listed[0].name
    assert bench.state.workspace is Workspace.ENGINES


def test_what_engines_say_about_the_open_pair_is_judged_beside_it(bench: Bench) -> None:
    bench.perform(actions.OpenScene(start_state("museum/fcl-293").document.scene, scene_path("museum/fcl-293")))
    bench.front("Finding")
    bench.settle()
    [*answers] = [label for label in bench.ear.widgets if "##answer of " in label]
    assert len(answers) == len({report.by for report in bench.state.document.scene.reported})
    bench.press("Open in Pair", frames=3)
    assert bench.state.workspace is Workspace.PAIR


def test_words() -> None:
    running = SurveyRun(HuntPhase.HUNTING, 1200, 4400, 31, "coal 3.0.3, touching", 900.0)
    assert survey_words(running) == "1,200 of 4,400 answers, 900/s, 31 failures; coal 3.0.3, touching"
    first = SurveyRun(HuntPhase.HUNTING, 125, 4400, 1, "coal 3.0.3, museum")
    assert survey_words(first) == "125 of 4,400 answers, 1 failure; coal 3.0.3, museum"
    engines = (SurveyedEngine("coal 3.0.3", 90, 0.1, 0.05), SurveyedEngine("fcl", 80, 0.1, 0.05))
    done = SurveyRun(HuntPhase.DONE, 200, 200, 1, pairs=100, engines=engines)
    assert survey_words(done) == "2 engines on 100 pairs: 1 failure"
    assert survey_words(SurveyRun(HuntPhase.STOPPED)) == "Stopped before the first family was finished"
