"""Presenter mode, as functions of the state: stops of demos, ink, bookmarks, and what a demo asks of the appearance."""

import json
from itertools import pairwise

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state import actions as do
from gjkscope.app.state.actions.action import Action
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.actions.presenting import strokes_over
from gjkscope.app.state.actions.stops import CLOSEST, stop_after, stop_before, stops
from gjkscope.app.state.inspection.beats import shown_beat
from gjkscope.app.state.model import Demo, DemoPlayback, InkColor, State, View
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.presenting import LASER_SECONDS
from gjkscope.app.state.model.simulation import _next_tick
from gjkscope.app.teach.demos.file import parse_demo, read_demo
from gjkscope.app.view.panels.commands.presenting import next_stop, previous_stop
from gjkscope.app.view.panels.presenting.briefing import briefing, elapsed_words
from gjkscope.app.view.panels.requests import ReadScene

START = """{"gjkdemo": 1, "name": "talk", "scene": "boxes-edge-edge", "steps": [%s]}"""
TALK = (
    START
    % """
    {"do": "caption", "text": "One"}, {"do": "notes", "text": "Wave."}, {"do": "orbit", "yaw": 40, "seconds": 1},
    {"do": "pause"}, {"do": "orbit", "yaw": 20, "seconds": 1},
    {"do": "caption", "text": "Two"}, {"do": "notes", "text": "Smile."}, {"do": "wait", "seconds": 2}"""
)


@pytest.fixture(scope="module")
def talk() -> Demo:
    return parse_demo(TALK)


def after(state: State, *actions: Action) -> State:
    for action in actions:
        state = do.update(state, action)
    return state


def present(demo: Demo) -> State:
    return after(start_state(), do.Present(on=True), do.OpenDemo(demo))


def show_of(state: State) -> DemoPlayback:
    assert state.show is not None
    return state.show


def play(state: State) -> State:
    """The state when the demo waits."""
    for _ in range(10_000):
        if not show_of(state).playing:
            return state
        state = do.update(state, do.Tick(1 / TICKS))
    raise AssertionError("it never waits")


def test_a_demo_stops_before_each_further_caption_at_pauses_and_at_its_end(talk: Demo) -> None:
    assert stops(talk) == (0, 59, 119, 240)
    assert (stop_after(talk, 0), stop_after(talk, 59), stop_after(talk, 240)) == (59, 119, 240)
    assert (stop_before(talk, 240), stop_before(talk, 100.5), stop_before(talk, 0)) == (119, 59, 0)


def test_a_demo_stops_after_each_slow_beat_and_lets_fast_ones_pass() -> None:
    slow = parse_demo(START % '{"do": "go", "step": 0}, {"do": "go", "step": 2, "beats": true, "seconds": 12}')
    beats = [shown_beat(playhead_at(slow, tick).state) for tick in stops(slow)[1:-1]]
    assert len(beats) >= 4
    assert all(beat is not None and beat.progress > 0.9 for beat in beats)
    fast = parse_demo(START % '{"do": "go", "step": 0}, {"do": "go", "step": 2, "beats": true, "seconds": 2}')
    assert stops(fast) == (0, 120)
    assert min(b - a for a, b in pairwise(stops(slow))) >= CLOSEST


def test_a_demo_stops_while_a_title_or_a_card_is_entirely_visible() -> None:
    steps = (
        '{"do": "title", "text": "# T", "seconds": 3}, {"do": "caption", "text": "c", "seconds": 1}, '
        '{"do": "card", "text": "k"}, {"do": "wait", "seconds": 1}, {"do": "card", "text": null, "seconds": 1}'
    )
    demo = parse_demo(START % steps)
    ticks = stops(demo)
    assert ticks == (0, 156, 239, 360)
    title = playhead_at(demo, ticks[1]).state.direction.title
    assert title is not None
    assert title.presence.shown == pytest.approx(1)


@pytest.mark.slow
def test_stops_of_a_shipped_film_are_in_order_and_within_it() -> None:
    demo = read_demo(resource("assets", "demos", "gjk-in-60-seconds.gjkdemo.json"))
    ticks = stops(demo)
    assert ticks == tuple(sorted(set(ticks)))
    assert (ticks[0], ticks[-1]) == (0, demo.length)
    assert len(ticks) > 8


def test_forward_plays_to_the_next_stop_and_waits(talk: Demo) -> None:
    state = play(present(talk))
    assert show_of(state).tick == 59
    going = after(state, do.PresentBy(1), do.Tick(0.5))
    assert (show_of(going).playing, show_of(going).tick) == (True, 89)
    assert show_of(play(going)).tick == 119


def test_forward_in_motion_completes_it_and_shows_what_playing_shows(talk: Demo) -> None:
    jumped = after(present(talk), do.PresentBy(1))
    assert (show_of(jumped).playing, show_of(jumped).tick) == (False, 59)
    assert jumped.view.cameras == play(present(talk)).view.cameras


def test_back_goes_to_the_previous_stop_at_once_and_stops_at_the_beginning(talk: Demo) -> None:
    state = do.update(play(present(talk)), do.PresentBy(2))  # plays, and jumps
    assert show_of(state).tick == 119
    ticks = []
    for _ in range(3):
        state = do.update(state, do.PresentBy(-1))
        ticks.append(show_of(state).tick)
    assert ticks == [59, 0, 0]


def test_the_end_stays_the_end(talk: Demo) -> None:
    ended = after(present(talk), do.SeekDemo(240), do.PresentBy(1))
    assert (show_of(ended).tick, show_of(ended).playing) == (240, False)


def test_a_program_opens_the_next_demo_at_the_end_and_the_previous_one_at_the_start(talk: Demo) -> None:
    shown = after(start_state(), do.Present(on=True, program=("a", "b", "c")), do.OpenDemo(talk, "b"))
    assert previous_stop(shown) == ReadScene(("a",))
    assert next_stop(shown) == do.PresentBy(1)
    at_end = after(shown, do.PlayDemo(False), do.SeekDemo(talk.length))
    assert next_stop(at_end) == ReadScene(("c",))
    assert briefing(at_end).after == "The next demo, c"
    last = after(shown, do.OpenDemo(talk, "c"), do.PlayDemo(False), do.SeekDemo(talk.length))
    assert next_stop(last) == do.PresentBy(1)


def test_warnings_for_the_author_of_a_demo_are_not_shown_to_the_audience(talk: Demo) -> None:
    faulty = replace(talk, warnings=("line 1: steps[0] has no effect",))
    before, during = do.OpenDemo(faulty), do.Present(on=True)
    assert after(start_state(), before).shell.message is not None
    assert after(start_state(), before, during).shell.message is None
    assert after(start_state(), during, before).shell.message is None


def test_without_a_presentation_a_demo_plays_through(talk: Demo) -> None:
    assert show_of(play(do.update(start_state(), do.OpenDemo(talk)))).tick == talk.length


def test_forward_after_an_experiment_continues_the_demo(talk: Demo) -> None:
    waiting = play(present(talk))
    turned = do.is_manual(waiting, do.Orbit(50.0, 0.0, View.WORLD))
    assert show_of(turned).taken_over
    assert play(do.update(turned, do.PresentBy(1))).show == play(do.update(waiting, do.PresentBy(1))).show


def test_keys_only_end_a_black_screen(talk: Demo) -> None:
    black = after(present(talk), do.SeekDemo(59), do.ShowBlack(on=True))
    shown = do.update(black, do.PresentBy(1))
    assert not shown.presenting.black
    assert show_of(shown).position == show_of(black).position


def test_large_type_and_hidden_panels_of_a_demo_end_with_it() -> None:
    demo = parse_demo(
        '{"gjkdemo": 1, "name": "x", "scene": "boxes-edge-edge", "start": {"lecture": true, "panels": false},'
        ' "steps": [{"do": "wait", "seconds": 1}]}'
    )
    mine = start_state()
    shown = do.update(mine, do.OpenDemo(demo))
    assert (shown.large_type, shown.shows_panels) == (True, False)
    assert (shown.appearance.lecture, shown.appearance.panels) == (False, True)
    assert after(shown, do.ShowPanels(shown=True), do.Tick(0.1)).shows_panels  # the user's choice counts
    left = do.update(shown, do.LeaveDemo())
    assert (left.large_type, left.shows_panels) == (False, True)
    assert do.update(do.update(mine, do.Lecture(on=True)), do.OpenDemo(parse_demo(TALK))).large_type


def test_a_presentation_hides_the_panels_and_gives_them_back() -> None:
    on = do.update(start_state(), do.Present(on=True))
    assert (on.large_type, on.shows_panels, on.is_bare) == (True, False, True)
    assert do.update(on, do.ShowPanels(shown=True)).shows_panels
    off = after(on, do.ShowPanels(shown=True), do.ShowPanels(shown=False), do.Present(on=False))
    assert (off.large_type, off.shows_panels, off.is_bare) == (False, True, False)


def draw(*actions: Action) -> State:
    line = (do.BeginStroke(View.WORLD, (-0.2, 0.0)), do.ExtendStroke((0.2, 0.0)))
    return after(start_state(), do.Present(on=True), do.ChooseInkColor(InkColor.BLUE), *line, *actions)


def test_the_pen_draws_in_its_colour_over_one_view() -> None:
    (stroke,) = strokes_over(draw(), View.WORLD)
    assert (stroke.color, stroke.points) == (InkColor.BLUE, ((-0.2, 0.0), (0.2, 0.0)))
    assert strokes_over(draw(), View.DIFFERENCE) == ()


@pytest.mark.parametrize(
    ("view", "point", "left"),
    [(View.WORLD, (0.0, 0.01), 0), (View.WORLD, (0.0, 0.1), 1), (View.DIFFERENCE, (0.0, 0.01), 1)],
)
def test_the_eraser_removes_strokes_that_it_touches(view: View, point: tuple[float, float], left: int) -> None:
    assert len(draw(do.EraseInk(view, point)).presenting.strokes) == left


def test_strokes_are_undone_one_by_one_or_cleared() -> None:
    two = draw(do.BeginStroke(View.DIFFERENCE, (0.0, 0.0)))
    assert do.update(two, do.UndoStroke()).presenting.strokes == draw().presenting.strokes
    assert do.update(two, do.ClearInk()).presenting.strokes == ()


def test_strokes_stay_with_their_scene() -> None:
    scene = draw().document.scene
    moved = draw(do.OpenScene(parse_demo(TALK).first.document.scene))
    assert strokes_over(moved, View.WORLD) == ()
    assert do.update(moved, do.UndoStroke()).presenting.strokes == moved.presenting.strokes
    assert len(strokes_over(do.update(moved, do.OpenScene(scene)), View.WORLD)) == 1


def test_strokes_belong_to_the_stop_of_a_demo(talk: Demo) -> None:
    first = after(present(talk), do.BeginStroke(View.WORLD, (0.0, 0.0)))
    assert len(strokes_over(first, View.WORLD)) == 1
    second = after(first, do.PresentBy(1), do.PresentBy(1))
    assert second.show is not None
    assert first.show is not None
    assert second.show.tick > first.show.tick
    assert strokes_over(second, View.WORLD) == ()
    assert len(strokes_over(do.update(second, do.SeekDemo(first.show.tick)), View.WORLD)) == 1


def test_stops_are_found_without_simulating_again() -> None:
    steps = [{"do": "act", "action": {"is": "PlayMotion", "playing": True}, "seconds": 1.5}]
    moving = parse_demo(json.dumps({"gjkdemo": 1, "name": "fall", "scene": "three-bodies-meet", "steps": steps}))
    computed = _next_tick.cache_info().misses
    assert computed > 60
    assert stops(moving)[-1] == 90
    assert _next_tick.cache_info().misses == computed


def test_a_presentation_begins_at_the_start_or_here(talk: Demo) -> None:
    shown = after(do.update(start_state(), do.OpenDemo(talk)), do.SeekDemo(100))
    begun = [do.update(shown, do.Present(on=True, from_start=start)).show for start in (True, False)]
    assert [show.tick for show in begun if show is not None] == [0, 100]


def test_a_hidden_verdict_stays_hidden_while_a_body_is_moved_before_an_audience() -> None:
    hidden = parse_demo(TALK.replace('"steps": [', '"steps": [{"do": "views", "verdict": "hidden"},'))
    shown = do.update(start_state(), do.OpenDemo(hidden))
    move = do.PlaceBody("A", PositionOrientation((0.0, 5.0, 0.0)))
    moved = [do.is_manual(state, move) for state in (shown, do.update(shown, do.Present(on=True)))]
    assert [state.show.taken_over for state in moved if state.show is not None] == [True, True]
    assert [state.direction.verdict for state in moved] == [True, False]


def test_the_tail_of_the_laser_fades_and_its_dot_stays() -> None:
    lit = after(start_state(), do.Present(on=True), do.PointLaser((0.1, 0.1)), do.PointLaser((0.2, 0.1)))
    assert lit.animating
    rests = after(lit, do.Tick(LASER_SECONDS / 2), do.Tick(LASER_SECONDS))
    assert [spot[:2] for spot in rests.presenting.laser] == [(0.2, 0.1)]
    assert not rests.animating
    assert do.update(rests, do.PointLaser(None)).presenting.laser == ()


def test_a_bookmark_returns_to_the_tick_of_its_demo_from_another_scene(talk: Demo) -> None:
    kept = after(present(talk), do.SeekDemo(119), do.StorePlace(4))
    assert kept.presenting.places[0].name == "talk, 0:01"
    away = after(kept, do.LeaveDemo(), do.OpenScene(start_state().document.scene))
    back = do.update(away, do.GoToPlace(4))
    assert (show_of(back).demo, show_of(back).tick) == (talk, 119)
    assert back.presenting.places == kept.presenting.places
    assert do.update(back, do.GoToPlace(5)) is back


def test_the_notes_follow_the_stop_that_is_waited_for(talk: Demo) -> None:
    state = present(talk)
    first = briefing(play(state))
    assert first == ("talk", 1, 3, "One", "Two", "Wave.")
    assert briefing(after(play(state), do.PresentBy(1), do.Tick(0.1)))[1:] == (2, 3, "One", "Two", "Wave.")
    assert briefing(do.update(state, do.SeekDemo(240)))[1:] == (3, 3, "Two", "", "Smile.")


def test_the_elapsed_time_has_hours_if_it_needs_them() -> None:
    assert (elapsed_words(65), elapsed_words(3725)) == ("1:05", "1:02:05")
