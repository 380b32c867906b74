"""`beats` of the step `go`: at what time a demo shows which beat, and what is refused."""

import json

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, PushOut, ToggleBeats, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.teach.demos.file import DemoError, parse_demo, parse_steps, playheads

TEXT = """{"gjkdemo": 1, "name": "beats", "scene": "boxes-overlap", "start": {"step": 1}, "steps": [
    {"do": "go", "step": GOAL, "beats": BEATS, "seconds": SECONDS},
    {"do": "wait", "seconds": 0.1}]}"""


def demo_states(goal: str, beats: str, seconds: str) -> list[State]:
    """The states of the demo, one for each tick."""
    text = TEXT.replace("GOAL", goal).replace("BEATS", beats).replace("SECONDS", seconds)
    return [head.state for head in playheads(parse_demo(text))]


def order(states: list[State]) -> list[tuple[int, int | None]]:
    """The steps and beats in the order in which they appear."""
    met = [(state.run.step, None if state.run.beat is None else state.run.beat.number) for state in states]
    return list(dict.fromkeys(met))


def test_beats_are_spread_evenly_over_the_seconds() -> None:
    states = demo_states("2", "true", "1.5")
    assert order(states) == [(1, None), (2, 0), (2, 1), (2, 2), (2, None)]
    assert [states[tick].run.beat.number for tick in (15, 45, 75)] == [0, 1, 2]  # type: ignore[union-attr]
    assert states[15].run.beat.progress == pytest.approx(0.5)  # type: ignore[union-attr]
    assert states[90].run.beat is None
    assert not any(state.run.playback.playing or state.run.beats.on for state in states)


def test_a_number_is_the_duration_of_each_beat_and_the_rest_a_pause() -> None:
    states = demo_states("2", "0.25", "2")
    assert [states[tick].run.beat.number for tick in (5, 20, 40)] == [0, 1, 2]  # type: ignore[union-attr]
    assert states[46].run.beat is None
    assert states == demo_states("2", "0.25", "2")


def test_without_beats_or_backwards_steps_are_whole() -> None:
    for goal, beats in (("3", "false"), ("0", "true"), ("0", "0.5")):
        assert all(state.run.beat is None for state in demo_states(goal, beats, "1"))


def test_the_step_already_shown_can_be_gone_through_once_more() -> None:
    assert order(demo_states("1", "true", "1")) == [(1, None), (1, 0), (1, 1), (1, 2)]


def test_steps_performed_without_delay_are_complete() -> None:
    first = update(initial_state(read_scene(resource("assets", "scenes", "boxes-overlap.json"))), ToggleBeats())
    acts = [{"is": "GoToStep", "step": 1}, {"is": "StepBy", "count": 1}]
    _, end = parse_steps(json.dumps([{"do": "act", "action": action} for action in acts]), "task", first)
    assert (end.run.step, end.run.beat) == (2, None)


@pytest.mark.parametrize(
    ("beats", "seconds", "message"),
    [
        ("0.5", "1", "line 2: steps[0].seconds: must be at least 1.5 for 3 beats of 0.5 s, got 1"),
        ("0.01", "1", "line 2: steps[0].beats: must be true, false, seconds from 0.1 to 10, or an object with"),
        ('"slow"', "1", "line 2: steps[0].beats: "),
        (
            '{"suport": 1}',
            "9",
            "beats: must name beats of this algorithm, direction, support, feature, drop, outcome, ",
        ),
        ('{"support": 0.01}', "1", "line 2: steps[0].beats"),
        ('{"support": 1, "others": 0.5}', "1", "seconds: must be at least 2 for 3 beats, got 1"),
    ],
)
def test_what_is_refused(beats: str, seconds: str, message: str) -> None:
    with pytest.raises(DemoError) as caught:
        demo_states("2", beats, seconds)
    assert message in str(caught.value)


def test_an_object_gives_each_beat_its_own_duration_and_the_others_share_the_rest() -> None:
    states = demo_states("2", '{"support": 1.0}', "2")
    assert [number_at(states, tick) for tick in (14, 16, 30, 88, 92)] == [0, 0, 1, 1, 2]
    assert states[60].run.beat.progress == pytest.approx(0.5)  # type: ignore[union-attr]
    assert (states[120].run.beat, order(states)) == (None, [(1, None), (2, 0), (2, 1), (2, 2), (2, None)])
    named = demo_states("2", '{"support": 1.0, "others": 0.25}', "2")
    assert [number_at(named, tick) for tick in (14, 16, 74, 76)] == [0, 1, 1, 2]
    assert named[91].run.beat is None  # the rest is a pause


def number_at(states: list[State], tick: int) -> int | None:
    beat = states[tick].run.beat
    return None if beat is None else beat.number


PUSH = """{"gjkdemo": 1, "name": "push", "scene": "boxes-overlap", "steps": [
    {"do": "algorithm", "name": "resolve"}, {"do": "push out", "seconds": SECONDS}, {"do": "wait", "seconds": 0.1}]}"""


def test_a_push_out_moves_the_bodies_apart_and_ends_as_one_without_delay() -> None:
    at_once, moving = (
        [head.state for head in playheads(parse_demo(PUSH.replace("SECONDS", seconds)))] for seconds in ("0", "1")
    )
    heights = [state.document.scene.body("B").pose.position[1] for state in moving[:61]]
    assert heights == sorted(heights)
    assert len(set(heights)) > 55
    assert moving[-1] == at_once[-1]
    assert moving[-1].history.past[-1].label == "push out A and B"
    assert len(moving[-1].history.past) == 1
    chosen = update(
        initial_state(read_scene(resource("assets", "scenes", "boxes-overlap.json"))), ChooseAlgorithm("resolve")
    )
    assert update(chosen, PushOut()).document == moving[-1].document
