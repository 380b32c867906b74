"""Engines that are asked about the pair: their rows in Compare, their answers in the views, the example browser."""

from collections.abc import Iterator
from threading import Event
from time import sleep

import pytest
from imgui_bundle import icons_fontawesome_6

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.ask.solvers.adapter import adapters
from gjkscope.app.ask.solvers.installations import Installation
from gjkscope.app.ask.solvers.installing import installing
from gjkscope.app.ask.solvers.installing.plan import Download, InstallError, InstallPlan, OnProgress, Progress
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import AskEngines, BrowseExamples, PlaceBody, ShowReport, update
from gjkscope.app.state.inspection import engines
from gjkscope.app.state.inspection.engines import ListedEngine, end_engines, listed_engines
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import InstallPhase
from gjkscope.app.view.panels.compare import engine_manager, engine_rows
from gjkscope.app.view.panels.compare.engine_rows import INFORMATION, SWITCH

OPEN = f"{icons_fontawesome_6.ICON_FA_DOWNLOAD} {engine_manager.BUTTON}"
ASKED = ("fcl", "rapier")
FCL, RAPIER = (next(engine.title for engine in listed_engines() if engine.name == name) for name in ASKED)


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Compare in front of a pair about which FCL is wrong; nothing is asked yet."""
    few = tuple(engine for engine in listed_engines() if engine.name in ASKED)
    monkeypatch.setattr(engine_rows, "listed_engines", lambda _: few)
    shared.open(start_state("museum/fcl-508"))
    shared.front("Compare")
    settle(shared)
    yield shared
    shared.perform(AskEngines(False), frames=2)
    shared.front("SAT axes")


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
    monkeypatch.setattr(engine_rows, "listed_engines", lambda _: ())
    bench.press(SWITCH, frames=2)
    assert engine_rows.NONE_INSTALLED in bench.words


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[ListedEngine]:
    """An engine that can be installed; the test changes the list as the installation does."""
    fcl = next(engine for engine in listed_engines() if engine.name == "fcl")
    engines = [fcl._replace(name="jolty", title="Jolty", is_installed=False)]
    monkeypatch.setattr(engine_manager, "listed_engines", lambda _: engines)
    return engines


def press_in_popup(bench: Bench, words: str, frames: int = 3) -> None:
    bench.person.click(*bench.widget(words).rect.middle)
    bench.person.run_frames(frames)


def run_until(bench: Bench, phase: InstallPhase | None) -> None:
    """Run frames until the installation, which takes no time here, is in that phase; None: over."""
    for _ in range(500):
        bench.person.run_frames()
        installing = bench.state.installing
        if (installing and installing.phase) == phase:
            bench.person.run_frames(2)
            return
        sleep(0.01)
    pytest.fail(f"never {phase}")


def test_an_engine_is_installed_and_removed(
    bench: Bench, listed: list[ListedEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card says what is fetched; then the engine is in the list, and can be removed."""
    go_on, removed = Event(), list[str]()
    plan = InstallPlan("jolty", "1.0", (Download("jolt-physics", "1.0", 2_000_000), Download("helper", "3", 5_000)))

    def install(_: InstallPlan, on_progress: OnProgress) -> Installation:
        on_progress(Progress("jolt-physics.tgz", 1, 2))
        go_on.wait(10)
        return Installation(adapters()["fcl"]._replace(title="Jolty"), "1.0", None)

    monkeypatch.setattr(installing, "plan_installation", lambda _: plan)
    monkeypatch.setattr(installing, "install", install)
    monkeypatch.setattr(installing, "remove", removed.append)
    bench.press(OPEN, frames=3)
    press_in_popup(bench, "Install…##jolty")
    run_until(bench, InstallPhase.PLANNED)
    assert "Fetches, 2.0 MB in total:" in bench.words
    assert "jolt-physics 1.0, 2.0 MB\nhelper 3, 5 kB" in bench.words
    press_in_popup(bench, "Install")
    run_until(bench, InstallPhase.RUNNING)
    assert "jolt-physics.tgz" in bench.words
    listed[0] = listed[0]._replace(name="jolty@1.0", title="Jolty 1.0", is_installed=True, is_own=True)
    go_on.set()
    run_until(bench, None)
    assert bench.state.shell.message is not None
    assert bench.state.shell.message.text == "Installed Jolty 1.0"
    press_in_popup(bench, "Remove##jolty@1.0")
    assert removed == ["jolty@1.0"]


@pytest.mark.usefixtures("listed")
def test_an_engine_that_cannot_be_installed_says_why(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: str) -> InstallPlan:
        raise InstallError("jolty: the npm registry cannot be reached")

    monkeypatch.setattr(installing, "plan_installation", refuse)
    bench.press(OPEN, frames=3)
    press_in_popup(bench, "Install…##jolty")
    run_until(bench, InstallPhase.FAILED)
    assert "jolty: the npm registry cannot be reached" in bench.words
    press_in_popup(bench, "Back##installation")
    assert bench.state.installing is None


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
    assert "pybullet 3.2.7" in said
    assert "coal 3.0.3" in said
    bench.open(start_state("museum/fcl-508"))
