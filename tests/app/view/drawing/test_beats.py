"""Drawings as of each beat: they show what the beat and those before it have found, and nothing of later ones."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import ChooseAlgorithm, GoToBeat, GoToStep, initial_state, update
from gjkscope.app.state.inspection.beats import declared_beats, words_of_beats
from gjkscope.app.state.inspection.traces import last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.marks.registry import sight_of
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import ALGORITHMS
from gjkscope.engine.text import number
from gjkscope.engine.vectors import norm

ANIMATED = [name for name, algorithm in ALGORITHMS.items() if algorithm.beats]
SCENES = ("boxes-overlap", "boxes-vertex-face", "museum/hb-article-cycle-1", "cone-cylinder")
# Scenes in which an algorithm does what it does in none of the others.
FURTHER = {"mesh-distance": ("links",)}
MOST_STEPS = 12
EARLY = 0.3  # of a beat: before the support point appears, and before any result


@cache
def run_of(scene: str, algorithm: str) -> tuple[State, ...]:
    """The state at each of the first steps, and at the last one."""
    opened = initial_state(read_scene(resource("assets", "scenes", f"{scene}.json")))
    chosen = update(opened, ChooseAlgorithm(algorithm))
    if step_record(chosen) is None:  # SAT takes polytopes only
        return ()
    numbers = sorted({*range(min(last_step(chosen), MOST_STEPS)), last_step(chosen)})
    return tuple(update(chosen, GoToStep(number)) for number in numbers)


def steps(algorithm: str) -> Iterator[State]:
    for scene in (*SCENES, *FURTHER.get(algorithm, ())):
        yield from run_of(scene, algorithm)


def at_beat(state: State, name: str, progress: float) -> State | None:
    """The state at that beat of the step; None if the step skips it."""
    for beat, _, _ in words_of_beats(state):
        if declared_beats(step_record(state))[beat].name == name:
            return update(state, GoToBeat(sight_of(state).number, beat, progress))
    return None


def texts(drawing: DrawList) -> list[str]:
    return sorted(label.text for label in drawing.labels)


def names_in(drawing: DrawList) -> set[str]:
    """The vertices of A − B that labels name."""
    return {name for label in drawing.labels for name in re.findall(r"^w\d+", label.text)}


def test_the_algorithms_with_beats_are_those_that_it_says() -> None:
    assert ANIMATED == ["gjk", "epa", "sat", "mpr", "mesh-distance"]


@pytest.mark.parametrize("algorithm", ANIMATED)
def test_every_beat_has_a_sentence_and_can_be_drawn_and_the_last_one_ends_with_the_whole_step(algorithm: str) -> None:
    drawn = set()
    for state in steps(algorithm):
        beats = words_of_beats(state)
        for beat, title, sentence in beats:
            assert title.strip()
            assert sentence.endswith(".")
            assert "  " not in sentence
            for progress in (0.0, 0.5):
                shown = update(state, GoToBeat(sight_of(state).number, beat, progress))
                assert sight_of(shown).beat is not None
                assert world_drawing(shown).labels
                assert difference_drawing(shown).labels
            drawn.add(beat)
        if beats:
            ended = update(state, GoToBeat(sight_of(state).number, beats[-1][0], 1.0))
            assert sight_of(ended) == sight_of(state)
    assert drawn == set(range(len(ALGORITHMS[algorithm].beats)))


@pytest.mark.parametrize("algorithm", ["gjk", "epa", "mpr"])
def test_the_new_vertex_is_not_named_before_its_plane_touches(algorithm: str) -> None:
    count = 0
    for state in steps(algorithm):
        new = f"w{step_record(state).support.birth}"
        for name, progress in (("face", 0.9), ("direction", 0.9), ("support", EARLY)):
            shown = at_beat(state, name, progress)
            assert shown is None or new not in names_in(difference_drawing(shown))
        if (after := at_beat(state, "support", 0.9)) is not None:
            assert new in names_in(difference_drawing(after))
            count += 1
    assert count > 3


def test_gjk_shows_neither_a_closest_point_nor_a_region_before_its_beat() -> None:
    moved = 0
    for state in steps("gjk"):
        step = step_record(state)
        before, after = (f"closest {number(norm(point))} m" for point in (step.closest_before, step.closest))
        early, late = at_beat(state, "support", 0.9), at_beat(state, "feature", 0.9)
        if early is None or late is None or before == after or norm(step.closest) == 0:
            continue
        assert after not in texts(difference_drawing(early))
        assert before in texts(difference_drawing(early))
        assert f"{number(norm(step.closest))} m so far" not in texts(world_drawing(early))
        assert after in texts(difference_drawing(late))
        assert before not in texts(difference_drawing(late))
        moved += 1
    assert moved > 5


def test_a_vertex_is_dropped_in_its_own_beat() -> None:
    dropped = 0
    for state in steps("gjk"):
        shown = at_beat(state, "feature", 0.9)
        if shown is None or not any("dropped" in text for text in texts(difference_drawing(state))):
            continue
        assert not any("dropped" in text for text in texts(difference_drawing(shown)))
        ended = at_beat(state, "drop", 0.9)
        assert ended is not None
        assert any("dropped" in text for text in texts(difference_drawing(ended)))
        dropped += 1
    assert dropped > 1


def test_the_result_appears_once_the_last_step_is_complete() -> None:
    state = run_of("boxes-overlap", "epa")[-1]
    for name in ("face", "support", "outcome"):
        shown = at_beat(state, name, 0.9)
        assert shown is not None
        assert not any(text.startswith("push out") for text in texts(world_drawing(shown)))
        assert not sight_of(shown).is_last
    assert sight_of(state).is_last


def test_sat_measures_the_overlap_in_its_own_beat() -> None:
    for state in run_of("boxes-overlap", "sat")[:-1]:
        for name in ("axis", "a", "b"):
            shown = at_beat(state, name, 0.9)
            assert shown is not None
            words = [*texts(world_drawing(shown)), *texts(difference_drawing(shown))]
            assert not any(text.startswith(("overlap", "gap", "contact")) for text in words)
        measured = at_beat(state, "overlap", 0.9)
        assert measured is not None
        assert any(text.startswith(("overlap", "gap", "contact")) for text in texts(world_drawing(measured)))


def test_epa_bounds_the_depth_only_after_the_search() -> None:
    for state in run_of("boxes-overlap", "epa")[1:]:
        shown = at_beat(state, "face", 0.9)
        assert shown is not None
        assert not any(text.startswith("at most ") for text in texts(difference_drawing(shown)))
        searched = at_beat(state, "support", 0.9)
        assert searched is not None
        assert any(text.startswith("at most ") for text in texts(difference_drawing(searched)))
