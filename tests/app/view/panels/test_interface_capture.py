"""Captures in the window: opening, judging in the background, the list, ticks and their bodies, and opening pairs."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Event
from time import monotonic
from types import SimpleNamespace

import pytest

from tests.app.interface import Bench, in_threads, start_state  # isort: skip  first of all that loads pyglet.window

import gjkscope
from gjkscope import Box, Pose, Sphere
from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting import workers
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import (
    CapturePhase,
    CaptureRun,
    PairColumn,
    PairFilter,
    PairStatus,
    Purpose,
    Theme,
    ThenImport,
)
from gjkscope.app.view.drawing.captured import MOST_BODIES, tick_ball, tick_bodies, tick_drawing
from gjkscope.app.view.panels.capture.contents import about_words, status_words
from gjkscope.app.view.panels.capture.pair_list import error_words, tick_range, tick_range_text
from gjkscope.app.view.panels.capture.tick_plot import tick_at
from gjkscope.app.view.panels.capture.tick_view import tick_heading
from gjkscope.app.view.panels.requests import (
    CancelCapture,
    CloseCapture,
    JudgeCapture,
    OpenCapturedPair,
    OpenWrongPair,
    ReadScene,
)
from gjkscope.app.window import capturing
from gjkscope.app.window.reading import CaptureFile, read_files

SECONDS = 600.0  # after which judging counts as stuck: code may have to be compiled first, on a busy machine
TICKS, EACH = 5, 6
WRONG = {8: 0.5, 21: -0.25}  # metres that are added to the distance


@pytest.fixture
def bench(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setattr(workers, "background_executor", in_threads)
    shared.open(start_state())
    yield shared
    shared.perform(CloseCapture(), frames=2)


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Balls that fly past boxes; tick 1 and 3 have a wrong answer each."""
    path = tmp_path_factory.mktemp("captures") / "run.gjkcap"
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        for i in range(TICKS * EACH):
            tick, number = divmod(i, EACH)
            gap = 1.0 + tick / 8
            recorder.add(
                Box((0.5, 0.5, 0.5)),
                Pose(position=(0.0, 0.0, 3.0 * number)),
                Sphere(0.5),
                Pose(position=(1.0 + gap, 0.0, 3.0 * number)),
                tick=10 + tick,
                ids=(number, 100 + number),
                signed_distance=gap + WRONG.get(i, 0.0),
            )
    return path


def open_capture(bench: Bench, path: Path) -> CaptureRun:
    """The capture when it is judged."""
    bench.main.session.perform([ReadScene((str(path),))])
    return wait_until_judged(bench)


def wait_until_judged(bench: Bench) -> CaptureRun:
    until = monotonic() + SECONDS
    while bench.main.session.judging is not None:
        assert monotonic() < until
        bench.main.session.judging.wait(0.1)
        bench.person.run_frames()
    bench.settle()
    run = bench.state.capture.run
    assert run is not None
    return run


def scroll_to_list(bench: Bench) -> None:
    """The panel of a small window has to be scrolled down."""
    rect = bench.panel("Capture")
    for up in (-20.0, 0.5):
        bench.person.scroll(*rect.at(0.5, 0.2), up=up)
    bench.settle()


def test_a_capture_is_judged_and_the_scene_stays(bench: Bench, capture: Path) -> None:
    before = bench.state.document.scene
    run = open_capture(bench, capture)
    assert (run.phase, run.by, run.total, run.done, run.wrong, run.suspects) == (
        CapturePhase.DONE,
        "planted 1.0",
        TICKS * EACH,
        TICKS * EACH,
        len(WRONG),
        0,
    )
    assert "run.gjkcap: 2 wrong of 30 pairs" in bench.words
    scroll_to_list(bench)
    assert bench.words.index("50 %") < bench.words.index("25 %")  # the worst first
    assert bench.state.document.scene == before
    assert bench.state.preferences.recent_files[0] == str(capture)
    assert not bench.state.capture.shows_tick


def test_a_click_opens_a_pair_with_its_report_and_undo_returns(bench: Bench, capture: Path) -> None:
    before = bench.state.document.scene
    open_capture(bench, capture)
    scroll_to_list(bench)
    bench.press("##pair 8")
    bench.settle()
    scene = bench.state.document.scene
    assert scene.source == "run.gjkcap, pair 8"
    assert scene.about == "planted 1.0: wrong distance at tick 11, A is 2, B is 102."
    report = drawn_report(bench.state)
    assert report is not None
    assert (report.by, report.signed_distance) == ("planted 1.0", 1.625)
    assert scene.expected[0].signed_distance == 1.125
    assert (bench.state.capture.pair, bench.state.capture.tick) == (8, 11)
    bench.main.session.perform([actions.Undo()])
    assert bench.state.document.scene == before


def test_keys_go_to_the_wrong_pairs_and_step_through_ticks(bench: Bench, capture: Path) -> None:
    open_capture(bench, capture)
    names = []
    for key in ("F7", "F7", "F7"):
        bench.person.key(key, frames=2)
        names.append(bench.state.document.scene.source)
    assert names == [f"run.gjkcap, pair {number}" for number in (8, 21, 8)]
    bench.main.session.perform([OpenWrongPair(back=True)])
    assert bench.state.capture.pair == 21
    assert not bench.state.capture.shows_tick
    bench.main.session.perform([actions.StepCaptureTick(1)])
    assert (bench.state.capture.tick, bench.state.capture.shows_tick) == (14, True)
    bench.main.session.perform([actions.StepCaptureTick(9)])
    assert bench.state.capture.tick == 14  # the last
    bench.main.session.perform([OpenCapturedPair(0)])
    assert bench.state.document.scene.name == "right: box and sphere"
    assert not bench.state.capture.shows_tick


def test_unsaved_changes_are_not_lost(bench: Bench, capture: Path) -> None:
    bench.main.session.perform([actions.PlaceBody("A", PositionOrientation((0.25, 0.0, 0.0))), actions.EndGesture()])
    changed = bench.state.document.scene
    open_capture(bench, capture)
    assert bench.state.document.scene == changed
    assert bench.state.shell.unsaved is None
    bench.perform(OpenCapturedPair(8), frames=2)
    assert isinstance(bench.state.shell.unsaved, ThenImport)
    assert bench.state.document.scene == changed
    bench.press("##discard")
    assert bench.state.document.scene.source == "run.gjkcap, pair 8"


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        (b"", "must begin with"),
        (b"\x89GJKCAP\n", "ends inside its header"),
        (b"no capture at all", "must begin with"),
        (b"\x89GJKCAP\n" + bytes([9, 0, 0, 0, 32, 0, 0, 0]) + bytes(16), "version 9.0"),
    ],
)
def test_a_broken_file_is_one_line_and_the_open_capture_stays(
    bench: Bench, capture: Path, tmp_path: Path, contents: bytes, words: str
) -> None:
    run = open_capture(bench, capture)
    scene = bench.state.document.scene
    broken = tmp_path / "broken.gjkcap"
    broken.write_bytes(contents)
    bench.main.session.perform([ReadScene((str(broken),))])
    message = bench.state.shell.message
    assert message is not None
    assert message.is_error
    assert words in message.text
    assert "\n" not in message.text
    assert (bench.state.capture.run, bench.state.document.scene) == (run, scene)


def test_the_timeline_plays_and_steps_through_captured_ticks(bench: Bench, capture: Path) -> None:
    bench.person.key("_6", "alt", frames=3)  # Engines
    open_capture(bench, capture)
    step = bench.state.run.step
    for button, tick in ((4, 14), (0, 10), (3, 11), (3, 12), (1, 11)):
        bench.press(f"##transport {button}", frames=2)
        assert bench.state.capture.tick == tick
    assert "captured tick 11 of 14" in bench.words
    bench.choose("##rate", "1 tick/s")
    assert bench.state.capture.player.rate == 1.0
    bench.press("##transport 2")
    assert bench.state.capture.player.playing
    bench.press("##transport 2")
    assert not bench.state.capture.player.playing
    assert bench.state.run.step == step


def test_captures_that_are_empty_truncated_or_have_one_pair(bench: Bench, capture: Path, tmp_path: Path) -> None:
    data = capture.read_bytes()
    path = tmp_path / "part.bin"  # recognised by its contents
    for length, pairs in ((32, 0), (len(data) - 5, TICKS * EACH - 1)):
        path.write_bytes(data[:length])
        run = open_capture(bench, path)
        assert (run.phase, run.total, run.done) == (CapturePhase.DONE, pairs, pairs)
    assert "its last" in about_words(run)
    with gjkscope.Recorder(path, by="one") as recorder:
        recorder.add(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), signed_distance=1.0)
    run = open_capture(bench, path)
    assert status_words(run) == "part.bin: nothing wrong of 1 pair"
    bench.main.session.perform([actions.PlayCapture(True)])
    assert not bench.state.capture.player.playing  # one tick does not move


def test_a_transform_that_is_not_finite_is_listed_and_cannot_be_opened(
    bench: Bench, capture: Path, tmp_path: Path
) -> None:
    data = bytearray(capture.read_bytes())
    data[-88:-80] = b"\xff" * 8  # the last number of B's transform: 10 numbers of the answer follow it
    path = tmp_path / "nan.gjkcap"
    path.write_bytes(bytes(data))
    run = open_capture(bench, path)
    assert run.wrong == len(WRONG) + 1
    scroll_to_list(bench)
    assert "transform not finite" in bench.words
    scene = bench.state.document.scene
    bench.main.session.perform([OpenWrongPair()])
    message = bench.state.shell.message
    assert message is not None
    assert message.text == f"Pair {TICKS * EACH - 1} cannot be opened: a transform is not finite"
    assert bench.state.document.scene == scene
    bench.perform(actions.GoToCaptureTick(14))
    assert f"tick 14: {2 * (EACH - 1)} bodies, {EACH} pairs" in tick_heading(bench.state, run.table)  # type: ignore[arg-type]


def test_filters_are_used_with_the_mouse(bench: Bench, capture: Path) -> None:
    open_capture(bench, capture)
    bench.enter("##ids", "102")
    bench.settle()
    assert bench.state.capture.filter.ids == "102"
    assert not bench.has("##pair 7")
    bench.enter("##ids", "balls")
    bench.settle()
    assert "must be one or two whole numbers" in bench.words
    bench.enter("##ids", "")
    bench.enter("##ticks", "11–12")
    assert (bench.state.capture.filter.first_tick, bench.state.capture.filter.last_tick) == (11, 12)
    bench.perform(actions.SetPairFilter(PairFilter(status=PairStatus.WRONG_DEPTH)))
    assert "No pair matches the filters." in bench.words
    bench.press("Clear filters")
    bench.settle()
    assert bench.state.capture.filter == PairFilter()


def test_a_click_on_a_suspect_certifies_it(bench: Bench, capture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capturing, "MOST_CERTIFIED", 1)
    monkeypatch.setattr(capturing, "TOGETHER", 1)
    run = open_capture(bench, capture)
    assert (run.wrong, run.suspects) == (1, 1)
    scroll_to_list(bench)
    bench.press("##pair 21")
    bench.settle()
    after = bench.state.capture.run
    assert after is not None
    assert (after.wrong, after.suspects) == (2, 0)
    assert "run.gjkcap: 2 wrong of 30 pairs" in bench.words


def press_first_head(bench: Bench) -> None:
    """Sort by ticks."""
    left, top, _, bottom = bench.reveal("##pair 8")
    bench.person.click(left + 8, top - (bottom - top) / 2)
    bench.settle()


def test_the_next_capture_has_its_worst_pairs_first_again(bench: Bench, capture: Path) -> None:
    open_capture(bench, capture)
    scroll_to_list(bench)
    press_first_head(bench)
    assert bench.state.capture.filter == PairFilter(column=PairColumn.TICK, descending=False)
    open_capture(bench, capture)
    bench.settle()
    assert bench.state.capture.filter == PairFilter()
    press_first_head(bench)  # the heads show the order
    assert bench.state.capture.filter == PairFilter(column=PairColumn.TICK, descending=False)


def test_playback_shows_the_bodies_of_each_tick(bench: Bench, capture: Path) -> None:
    run = open_capture(bench, capture)
    table = run.table
    assert table is not None
    state = actions.update(actions.update(bench.state, actions.SetCaptureRate(30.0)), actions.PlayCapture(True))
    assert (state.animating, state.capture.shows_tick) == (True, True)
    for _ in range(4):
        state = actions.update(state, actions.Tick(1 / 60))
    assert state.capture.tick == 12
    for _ in range(20):
        state = actions.update(state, actions.Tick(1 / 60))
    assert (state.capture.tick, state.animating) == (14, False)
    places = [tick_bodies(table, i, None).poses[1, 0, 3] for i in range(TICKS)]
    assert places == [2.0 + i / 8 for i in range(TICKS)]


def test_wrong_pairs_are_highlighted_in_the_world_view(bench: Bench, capture: Path) -> None:
    run = open_capture(bench, capture)
    table = run.table
    assert table is not None
    bodies = tick_bodies(table, 1, None)
    assert bodies.count_drawn == 2 * EACH
    assert [row for _, _, row in bodies.wrong] == [8]
    labels = [label.text for label in tick_drawing(table, 1, 8, Theme.DARK).labels]
    assert labels == ["wrong distance 50 %", "A  2", "B  102"]
    assert [label.text for label in tick_drawing(table, 2, 8, Theme.DARK).labels] == ["A  2", "B  102"]  # the same two
    center, radius, low = tick_ball(table, 1)
    assert center[1:] == pytest.approx((0.0, 7.5))
    assert 0 < center[0] < 2.125
    assert 7.5 < radius < 10
    assert low[1] == pytest.approx(-(3**0.5) / 2)  # of the box's ball
    bench.perform(actions.GoToCaptureTick(11))
    assert "run.gjkcap, tick 11: 12 bodies, 6 pairs" in bench.words
    camera = bench.state.capture.camera
    assert camera is not None
    x, y = bench.panel("World").middle
    bench.person.drag((x, y), (x + 40, y))
    assert bench.state.capture.camera is not None
    assert bench.state.capture.camera.yaw != camera.yaw
    assert bench.state.view.cameras.world.yaw == start_state().view.cameras.world.yaw
    bench.press("##back to the scene")
    assert not bench.state.capture.shows_tick
    bench.perform(actions.ShowTickBodies(True), CloseCapture())
    assert not bench.state.capture.shows_tick


def test_a_tick_with_too_many_bodies_draws_the_wrong_ones(bench: Bench, tmp_path: Path) -> None:
    path, count = tmp_path / "many.gjkcap", MOST_BODIES // 2 + 200
    with gjkscope.Recorder(path) as recorder:
        for i in range(count):
            pose = Pose(position=(1e15, 0, 0) if i == 0 else (3.0 * i, 0, 0))
            recorder.add(Sphere(1), pose, Sphere(1), pose, ids=(2 * i, 2 * i + 1), signed_distance=float("nan"))
    run = open_capture(bench, path)
    assert run.wrong == count
    assert run.table is not None
    bodies = tick_bodies(run.table, 0, None)
    assert (bodies.count_drawn, bodies.hidden) == (MOST_BODIES, 2 * count - MOST_BODIES)
    assert (abs(bodies.poses[:, 0, 3]) < 1e12).all()


def test_judging_can_be_cancelled(bench: Bench, capture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capturing, "PART", 1)
    bench.main.session.perform([ReadScene((str(capture),))])
    job = bench.main.session.judging
    assert job is not None
    bench.main.session.perform([CancelCapture()])
    assert job.wait(SECONDS)
    bench.person.run_frames(2)
    run = bench.state.capture.run
    assert run is not None
    assert run.phase in (CapturePhase.CANCELLED, CapturePhase.DONE)
    assert bench.main.session.judging is None


def test_a_press_in_the_plot_chooses_a_tick_and_wrong_ones_attract(bench: Bench, capture: Path) -> None:
    run = open_capture(bench, capture)
    assert run.table is not None
    assert [tick_at(run.table, x, 0.4) for x in (-3.0, 0.7, 1.2, 2.0, 2.9, 9.0)] == [0, 1, 1, 2, 3, 4]
    bench.person.scroll(*bench.panel("Capture").at(0.5, 0.2), up=20.0)
    rect = bench.panel("Capture")
    bench.person.drag((rect.left + 100, rect.bottom - 45), (rect.right - 80, rect.bottom - 45))
    assert bench.state.capture.shows_tick
    chosen = bench.state.capture.tick
    assert chosen in (13, 14)
    for key, tick in (("LEFT", chosen - 1), ("LEFT", chosen - 2), ("RIGHT", chosen - 1)):
        bench.person.key(key, frames=2)
        assert bench.state.capture.tick == tick


def test_another_tolerance_judges_again(bench: Bench, capture: Path) -> None:
    open_capture(bench, capture)
    bench.main.session.perform([actions.SetPairFilter(PairFilter(only_wrong=True)), JudgeCapture(0.05)])
    run = wait_until_judged(bench)
    assert (run.wrong, run.tolerance) == (1, 0.05)  # times the largest coordinate
    assert bench.state.capture.filter.only_wrong
    bench.main.session.perform([OpenCapturedPair(21)])
    assert bench.state.document.scene.name == "right: box and sphere"
    bench.press("##capture tolerance", frames=2)
    bench.person.click(*bench.widget("± 1 %").rect.middle)
    assert wait_until_judged(bench).tolerance == 0.01


def test_the_file_dialog_offers_captures(bench: Bench, capture: Path) -> None:
    bench.choose("File", "Capture", "Open capture…")
    dialog = bench.state.shell.dialog
    assert dialog is not None
    assert dialog.purpose is Purpose.CAPTURE
    bench.enter("##name", str(capture))
    assert bench.state.shell.dialog is None
    assert bench.state.capture.run is not None


def test_words() -> None:
    running = CaptureRun(CapturePhase.JUDGING, "a.gjkcap", total=1000, done=450, rate=9e4, wrong=3, suspects=1)
    assert status_words(running) == "a.gjkcap: 45 % judged, 90,000 pairs/s, 3 wrong, 1 suspect"
    cancelled = CaptureRun(CapturePhase.CANCELLED, "a.gjkcap", total=1000, done=450, wrong=3)
    certifying = CaptureRun(CapturePhase.JUDGING, "a.gjkcap", total=1000, done=1000, rate=9e4, wrong=3, suspects=1)
    assert status_words(certifying) == "a.gjkcap: 3 wrong, 1 suspect, certifying…"
    assert status_words(cancelled) == "a.gjkcap: 450 of 1,000 pairs judged, 3 wrong"
    assert status_words(CaptureRun(CapturePhase.DONE, "a.gjkcap", total=0)) == "a.gjkcap: no pairs"
    compiling = replace(running, compiling="compiling 12 of 240 functions")
    assert status_words(compiling) == "a.gjkcap: compiling 12 of 240 functions, once on this machine…"


def test_nothing_is_judged_while_code_is_compiled(capture: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process would compile it as well; the panel says how far it is."""
    compiled = Event()
    with ThreadPoolExecutor(1) as threads:
        pool = workers.BackgroundWorkers(threads, lambda: None, SimpleNamespace(value=b"compiling 1 of 2 functions"))
        monkeypatch.setattr(workers, "_prepare", compiled.wait)
        monkeypatch.setattr(workers, "background_executor", lambda jobs: nullcontext(pool))
        file = read_files((str(capture),))
        assert isinstance(file, CaptureFile)
        job = capturing.file_job(file, "a.gjkcap", 1e-6, lambda: None)
        assert not job.wait(0.5)
        assert (job.run.compiling, job.run.done) == ("compiling 1 of 2 functions", 0)
        pool._doing.value = b""
        compiled.set()
        assert job.wait(SECONDS)
    assert (job.run.compiling, job.run.done, job.run.phase) == ("", TICKS * EACH, CapturePhase.DONE)
    skipped = CaptureRun(CapturePhase.DONE, skipped=((2, "no shape"),))
    assert "2 pairs cannot be judged: no shape" in about_words(skipped)
    assert error_words(PairStatus.WRONG_DEPTH, 0.35) == "35 %"
    assert error_words(PairStatus.RIGHT, 2.6e-7) == "≤ 3e−5 %"
    assert error_words(PairStatus.RIGHT, 0.0) == "0 %"
    assert error_words(PairStatus.SILENT, 0.0) == "–"
    assert [tick_range_text(PairFilter(first_tick=a, last_tick=b)) for a, b in map(tick_range, ("5", "5-9", "–9"))] == [
        "5",
        "5–9",
        "–9",
    ]
