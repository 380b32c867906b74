"""Engines that are asked about the pair: their rows in Compare, their answers in the views, the example browser."""

from collections.abc import Iterator

import pytest
from imgui_bundle import imgui

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import AskEngines, BrowseExamples, PlaceBody, ShowReport, update
from gjkscope.app.state.inspection import engines
from gjkscope.app.state.inspection.engines import end_engines, listed_engines
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.view.panels.compare import engine_rows
from gjkscope.app.view.panels.compare.engine_rows import INFORMATION, SWITCH

ASKED = ("fcl", "rapier")
FCL, RAPIER = (next(engine.title for engine in listed_engines() if engine.name == name) for name in ASKED)


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Compare in front of a pair about which FCL is wrong; nothing is asked yet."""
    few = tuple(engine for engine in listed_engines() if engine.name in ASKED)
    monkeypatch.setattr(engine_rows, "listed_engines", lambda: few)
    shared.open(start_state("museum/fcl-508"))
    imgui.set_window_focus("Compare")
    settle(shared)
    yield shared
    shared.perform(AskEngines(False), frames=2)
    imgui.set_window_focus("SAT axes")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_engines()


def settle(bench: Bench) -> None:
    """Run until everything that the panels request is computed and shown."""
    bench.person.run_frames(2)
    while bench.main.jobs.busy or bench.main.engines.busy:
        bench.main.jobs.wait()
        bench.main.engines.wait()
        bench.person.run_frames()
    bench.person.run_frames(2)


def ask_engines(bench: Bench) -> None:
    bench.press(SWITCH)
    settle(bench)


def test_engines_are_asked_only_on_request(bench: Bench) -> None:
    assert not bench.state.preferences.asks_engines
    assert not bench.has(f"{FCL}##engine")
    ask_engines(bench)
    assert bench.state.preferences.asks_engines
    assert bench.has(f"{FCL}##engine")
    assert bench.has(f"{RAPIER}##engine")
    assert "wrong: 5.41 % too far" in bench.words
    assert "right" in bench.words
    assert "3.16227766" in bench.words


def test_a_click_draws_the_answer(bench: Bench) -> None:
    ask_engines(bench)
    bench.press(f"{FCL}##engine")
    settle(bench)
    assert bench.state.run.report == FCL
    drawn = drawn_report(bench.state)
    assert drawn is not None
    assert (drawn.by, drawn.signed_distance) == (FCL, pytest.approx(10**0.5))
    assert f"{FCL} reports 3.1623 m" in bench.words.replace("\xa0", " ")


def test_an_answer_is_drawn_only_for_the_placement_it_belongs_to(bench: Bench) -> None:
    ask_engines(bench)
    bench.main.session.perform([ShowReport(FCL)])
    state = bench.state
    moved = update(state, PlaceBody("A", PositionOrientation((0.0, 5.0, 0.0))))
    assert drawn_report(moved) != drawn_report(state)
    off = update(state, AskEngines(False))
    assert drawn_report(off) != drawn_report(state)


def test_the_conventions_are_one_click_away_and_the_answer_can_be_added(bench: Bench) -> None:
    ask_engines(bench)
    before = len(bench.state.document.scene.reported)
    bench.press(f"{INFORMATION}##conventions of fcl", frames=3)
    assert "distance_tolerance 1e-6 m, absolute; libccd stops there." in bench.words
    bench.person.click(*bench.widget("Add its answer to the scene").rect.middle)  # in a popup over the table
    bench.person.run_frames(2)
    assert [report.by for report in bench.state.document.scene.reported[before:]] == [FCL]


def test_an_unsupported_pair_says_why(bench: Bench) -> None:
    bench.open(update(start_state("superellipsoid-box"), AskEngines(True)))
    settle(bench)
    assert "unsupported" in bench.words
    assert "superellipsoid: the engine has no such shape" in bench.words


def test_without_engines_the_way_to_install_them_is_shown(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_rows, "listed_engines", lambda: ())
    bench.press(SWITCH, frames=2)
    assert engine_rows.NONE_INSTALLED in bench.words


def test_answers_are_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "ANSWERS_KEPT", 2)
    state = start_state("museum/fcl-508")
    count = engines.count_answers()
    a, b = state.document.pair_bodies
    for _ in range(2):
        answer = engines.ask_and_judge("rapier", a, b)
        assert engines.known_answer(answer.answer.by, a, b) == answer
    engines.ask_and_judge("rapier", b, a)
    assert engines.count_answers() == count + 3
    assert len(engines._kept) == 2


def test_the_example_browser_says_which_engines_are_still_wrong(bench: Bench) -> None:
    bench.perform(BrowseExamples("fcl-508", False, "FCL/fcl-508"), frames=4)
    said = bench.words
    assert "still wrong in python-fcl 0.7.0.11: 5.41 % too far" in said
    assert "right in " in said
    assert "pybullet 3.2.7, coal 3.0.3" in said
    bench.open(start_state("museum/fcl-508"))
