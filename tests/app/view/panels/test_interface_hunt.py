"""Hunting in the window: the setup, a hunt in the background, its findings, and opening one of them."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from tests.app.interface import Bench, in_threads, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting import workers
from gjkscope.app.judge.hunting.random_parts import CONTACT_KINDS, KINDS
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import HuntFinding, HuntPhase, HuntRun, HuntSetup, Purpose, Theme, ThenImport
from gjkscope.app.state.persistence.action_json import from_json, to_json
from gjkscope.app.view.panels.hunting.setup import CONTACTS
from gjkscope.app.view.panels.hunting.status import progress_words
from gjkscope.app.view.panels.pairs import cards
from gjkscope.app.view.panels.pairs.cards import Thumbnail, thumbnail
from gjkscope.app.view.panels.pairs.hunted import count_words
from gjkscope.app.view.panels.requests import StartHunt
from gjkscope.app.view.panels.toolkit.panels import HUNTED
from gjkscope.engine.shapes.kinds import Box, Sphere
from tests.app.judge.hunting import planted_contacts

SOLVER = '''
"""Spheres: a depth that is a tenth too small, and a crash for concentric ones."""
import os

LIMIT = 3


def helper(x):
    return x


def distance(a, pose_a, b, pose_b):
    offset = pose_b[:3, 3] - pose_a[:3, 3]
    apart = float(offset @ offset) ** 0.5
    if apart == 0:
        os.abort()
    gap = apart - a.radius - b.radius
    return gap if gap > 0 else 0.9 * gap
'''
START, STOP = "Start##hunt", "Stop##hunt"
SECONDS = 60.0  # after which a hunt counts as stuck
PAIR = Scene(
    "wrong depth: box and sphere",
    (Body("A", Box((0.5, 0.5, 0.5))), Body("B", Sphere(0.5), PositionOrientation((0.0, 0.7, 0.0)))),
    pairs=(("A", "B"),),
    about="Solver: wrong depth.",
    reported=(Reported(("A", "B"), "Solver", signed_distance=-0.25),),
)
FINDING = HuntFinding("wrong depth", ("box", "sphere"), 31, 0.25, PAIR)


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The Hunt panel in front, without a hunt."""
    monkeypatch.setattr(workers, "background_executor", in_threads)
    shared.open(start_state())
    shared.front("Hunt")
    yield shared
    if shared.main.session.hunting is not None:
        shared.main.session.hunting.end()
        shared.main.session.hunting.wait()
        shared.main.session.hunting = None


@pytest.fixture
def solver(tmp_path: Path) -> str:
    path = tmp_path / "spheres.py"
    path.write_text(SOLVER)
    return f"{path}:distance"


def prepare(bench: Bench, setup: HuntSetup) -> None:
    bench.perform(actions.SetHunt(setup), frames=2)


def wait_until_over(bench: Bench) -> HuntRun:
    until = monotonic() + SECONDS
    while bench.main.session.hunting is not None:
        assert monotonic() < until
        bench.main.session.hunting.wait(0.1)  # a frame would keep the threads waiting
        bench.person.run_frames()
    bench.settle()
    run = bench.state.hunt.run
    assert run is not None
    return run


def pick(bench: Bench, words: str) -> None:
    """Click in an open list."""
    bench.person.run_frames(2)
    bench.person.click(*bench.widget(words).rect.middle)
    bench.person.run_frames(2)


def show(bench: Bench, run: HuntRun) -> None:
    bench.perform(actions.ShowHuntRun(run), actions.RaisePanel(HUNTED))


def test_a_hunt_lists_what_is_wrong_and_a_click_opens_a_pair(bench: Bench, solver: str) -> None:
    prepare(bench, HuntSetup(solver, True, ("sphere",), pairs=500))
    before = bench.state.document.scene
    bench.press(START)
    run = wait_until_over(bench)
    assert (run.phase, run.solver, run.pairs, run.skipped) == (HuntPhase.DONE, "spheres.py:distance", 500, 0)
    [depth] = [group for group in run.found if group.symptom == "wrong depth"]
    assert depth.kinds == ("sphere", "sphere")
    assert depth.is_minimised
    assert depth.count > 20
    assert depth.error == pytest.approx(0.05, abs=0.05)
    assert "Wrong depth" in bench.words
    assert count_words(depth.count, depth.error) in bench.words
    assert bench.state.document.scene == before

    bench.press("##found wrong depth sphere, sphere", frames=2)
    assert bench.state.document.scene == depth.scene
    report = drawn_report(bench.state)
    assert report is not None
    assert report.by == "spheres.py:distance"
    assert not bench.state.worth_saving
    assert from_json(to_json(actions.ImportScene(depth.scene))) == actions.ImportScene(depth.scene)  # for the journal
    bench.main.session.perform([actions.Undo()])
    assert bench.state.document.scene == before


def test_a_hunt_can_be_stopped_and_keeps_what_it_found(bench: Bench, solver: str) -> None:
    prepare(bench, HuntSetup(solver, True, ("sphere",), seconds=1000.0, by_time=True))
    bench.press(START)
    until = monotonic() + SECONDS
    hunting = bench.main.session.hunting
    assert hunting is not None
    while not (bench.state.hunt.run and bench.state.hunt.run.found):
        assert monotonic() < until
        hunting.wait(0.1)
        bench.person.run_frames()
    assert bench.state.hunt.run.phase is HuntPhase.HUNTING
    bench.press(STOP)
    assert bench.state.hunt.run.phase in (HuntPhase.STOPPING, HuntPhase.STOPPED)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.STOPPED
    assert run.found
    assert bench.has(START)


def test_only_pairs_like_the_open_one(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "touches.py"
    path.write_text("def f(a, pose_a, b, pose_b):\n    return {'overlap': type(a).__name__ == 'Capsule'}\n")
    prepare(bench, HuntSetup(f"{path}:f", True, pairs=500, near=True))
    bench.open(actions.update(bench.state, actions.SetHunt(bench.state.hunt.setup)))
    bench.press(START)
    run = wait_until_over(bench)
    assert {kind for group in run.found for kind in group.kinds} <= {"box"}  # the types of the open pair


@pytest.mark.thorough
def test_contact_points_are_hunted_once_they_are_chosen(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gjkscope.app.judge.hunting.api.CONTACT_CHUNK", 5)
    prepare(bench, HuntSetup(f"{planted_contacts.__file__}:doubles_depths", True, ("box",), pairs=5))
    bench.press(CONTACTS)
    bench.press(START)
    run = wait_until_over(bench)
    assert {group.symptom for group in run.found} == {"wrong point depth"}
    assert run.found[0].scene.reported[0].points
    bench.press(CONTACTS)
    assert not bench.state.hunt.setup.contacts


def test_the_usual_shapes_of_contact_hunts_are_others(bench: Bench) -> None:
    for contacts, usual in ((False, KINDS), (True, CONTACT_KINDS)):
        prepare(bench, HuntSetup("rapier", contacts=contacts))
        bench.press("##kinds")
        pick(bench, "cone##hunted kind")
        assert {*(bench.state.hunt.setup.kinds or ())} == {*usual} - {"cone"}
        pick(bench, "cone##hunted kind")
        assert bench.state.hunt.setup.kinds is None
        bench.person.key("ESCAPE", frames=2)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (HuntSetup("no/such/file", True), "must be an engine"),
        (HuntSetup("no_such.py:f", True), "no_such.py: no such file"),
        (HuntSetup("solver.py", True), "add the name of the function"),
        (HuntSetup("fcl", contacts=True), "python-fcl reports no contact points"),
    ],
)
def test_an_unusable_solver_says_why(bench: Bench, setup: HuntSetup, words: str) -> None:
    prepare(bench, setup)
    bench.press(START)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.FAILED
    assert words in run.fault
    assert words in bench.words


def test_a_solver_that_cannot_be_loaded_says_why(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("raise RuntimeError('no licence')\n")
    prepare(bench, HuntSetup(f"{path}:f", True))
    bench.press(START)
    run = wait_until_over(bench)
    assert run.phase is HuntPhase.FAILED
    assert "no licence" in run.fault


def test_start_needs_a_solver_and_shapes(bench: Bench) -> None:
    bench.press(START)
    assert bench.main.session.hunting is None
    prepare(bench, HuntSetup("fcl", kinds=()))
    bench.press(START)
    assert bench.main.session.hunting is None
    assert bench.state.hunt.run is None


@pytest.mark.thorough
def test_the_setup_is_changed_with_the_mouse(bench: Bench) -> None:
    bench.press("##solver")
    pick(bench, "python-fcl")
    assert (bench.state.hunt.setup.solver, bench.state.hunt.setup.is_own) == ("fcl", False)
    bench.press("##kinds")
    pick(bench, "None##kinds")
    assert bench.state.hunt.setup.kinds == ()
    pick(bench, "box##hunted kind")
    pick(bench, "point##hunted kind")
    assert bench.state.hunt.setup.kinds == ("point", "box")
    pick(bench, "Usual##kinds")
    assert bench.state.hunt.setup.kinds is None
    bench.person.key("ESCAPE")
    bench.enter("##pairs", "1500")
    assert bench.state.hunt.setup.pairs == 1500
    bench.enter("##pairs", "-1")
    assert bench.state.hunt.setup.pairs == 1500
    assert bench.state.shell.message is not None
    assert "must be from 1" in bench.state.shell.message.text
    bench.press("##unit")
    pick(bench, "seconds##unit")
    assert bench.state.hunt.setup.by_time
    bench.enter("##seconds", "2.5")
    assert bench.state.hunt.setup.seconds == 2.5
    bench.press("Only pairs like the open one")
    assert bench.state.hunt.setup.near


def test_a_file_can_be_chosen_as_solver(bench: Bench, solver: str) -> None:
    folder = Path(solver).parent
    (folder / "empty.py").write_text("x = 1\n")
    (folder / "wrong.py").write_text("def f(\n")
    prepare(bench, HuntSetup(solver, True))
    bench.press("##browse solver")
    for name, words in (("empty.py", "must define a function"), ("wrong.py", "cannot be read")):
        dialog = bench.state.shell.dialog
        assert dialog is not None
        assert (dialog.purpose, Path(dialog.folder)) == (Purpose.SOLVER, folder)
        bench.enter("##name", name)
        dialog = bench.state.shell.dialog
        assert dialog is not None
        assert words in dialog.fault
    bench.enter("##name", "spheres.py")
    assert bench.state.shell.dialog is None
    assert bench.state.hunt.setup.solver == solver


def test_unsaved_work_is_not_lost(bench: Bench) -> None:
    show(bench, HuntRun(HuntPhase.DONE, "Solver", 500, failures=31, seconds=1.0, found=(FINDING,)))
    bench.perform(actions.PlaceBody("A", PositionOrientation((0.25, 0.0, 0.0))), actions.EndGesture(), frames=2)
    changed = bench.state.document.scene
    bench.press("##found wrong depth box, sphere", frames=2)
    assert bench.state.shell.unsaved == ThenImport(PAIR)
    assert bench.state.document.scene == changed
    bench.press("##discard")
    assert bench.state.document.scene == PAIR


def test_the_worst_pair_opens_too(bench: Bench) -> None:
    worst = Scene("worst", PAIR.bodies[::-1], pairs=(("A", "B"),))
    finding = HuntFinding("wrong depth", ("box", "sphere"), 31, 0.25, PAIR, worst)
    show(bench, HuntRun(HuntPhase.DONE, "Solver", 500, failures=31, seconds=1.0, found=(finding,)))
    bench.press("worst##")
    assert bench.state.document.scene == worst


def test_cards_have_pictures(bench: Bench) -> None:
    show(bench, HuntRun(HuntPhase.DONE, "Solver", 500, failures=31, seconds=1.0, found=(FINDING,)))
    left, top, _, bottom = bench.reveal("##found wrong depth box, sphere")
    picture = bench.screenshot()[round(top) + 4 : round(bottom) - 4, round(left) + 4 : round(left) + 90].astype(int)
    assert (picture.max(axis=2) - picture.min(axis=2) > 60).mean() > 0.1  # the colours of A and B


def test_a_card_keeps_its_picture_in_another_order(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(FINDING, symptom="crash", scene=replace(PAIR, name="other", bodies=PAIR.bodies[::-1]))
    made: list[str] = []

    def note_thumbnail(scene: Scene, theme: Theme) -> Thumbnail:
        made.append(scene.name)
        return thumbnail(scene, theme)

    monkeypatch.setattr(cards, "thumbnail", note_thumbnail)
    run = HuntRun(HuntPhase.HUNTING, "Solver", 500, failures=62, seconds=1.0, found=(FINDING, other))
    show(bench, run)
    assert set(made) == {"other", PAIR.name}  # a busy machine makes one again that a frame no longer asked for
    made.clear()
    show(bench, replace(run, found=(other, FINDING)))
    assert made == []  # otherwise each card would show the other one's for a while


def test_the_command_shows_the_panel(bench: Bench) -> None:
    bench.front("Steps")
    bench.perform(actions.ShowPanels(False), frames=2)
    bench.perform(actions.ShowHunt(), frames=2)
    assert bench.state.appearance.panels
    bench.front("Steps")
    bench.choose("File", "Hunt for wrong answers")
    bench.person.run_frames(3)
    assert bench.has(START)


def test_a_second_hunt_does_not_start_while_one_runs(bench: Bench, solver: str) -> None:
    prepare(bench, HuntSetup(solver, True, ("sphere",), seconds=1000.0, by_time=True))
    bench.main.session.perform([StartHunt()])
    first = bench.main.session.hunting
    bench.main.session.perform([StartHunt()])
    assert bench.main.session.hunting is first


def test_words() -> None:
    running = HuntRun(HuntPhase.HUNTING, "Solver", 4500, 0, 9000, 31, 3.0, 1500.0)
    assert progress_words(running) == "4,500 pairs, 1,500/s, 31 wrong answers, 3 s left"
    compiling = HuntRun(HuntPhase.STARTING, "Solver", compiling="compiling 12 of 240 functions")
    assert progress_words(compiling) == "Compiling 12 of 240 functions, once on this machine…"
    done = HuntRun(HuntPhase.DONE, "Solver", 4500, 12, 4500, 1, 3.0, 1500.0)
    assert progress_words(done) == "Solver: 1 wrong answer in 4,500 pairs, 12 of them not supported, 1,500/s"
    assert count_words(FINDING.count, FINDING.error) == "31 pairs, ≤ 25 %"
    by_time = HuntRun(HuntPhase.HUNTING, "Solver", 100, limit=10.0, seconds=4.0)
    assert (by_time.progress, by_time.seconds_left) == (0.4, 6.0)
