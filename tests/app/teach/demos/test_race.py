"""The race of broad phases in a demo: counts that are those of the runs, and bars that grow."""

import json
from typing import Any

import numpy as np
import pytest

from gjkscope.app.share.export.figure import FigureRenderer
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import DemoError, parse_demo
from gjkscope.app.view.words.broad import race_rows, race_words

BOTH = ["allpairs", "sweep"]
TOTALS = [("All pairs", 780), ("Sort and sweep", 93)]


def demo(*steps: dict[str, Any]) -> Demo:
    text = {"gjkdemo": 1, "name": "race", "scene": "broad-phase-field", "steps": steps}
    return parse_demo(json.dumps(text))


def at(shown: Demo, seconds: float) -> State:
    return playhead_at(shown, round(seconds * TICKS)).state


def counts(state: State) -> list[tuple[str, int]]:
    race = state.direction.race
    return [] if race is None else [(row.title, row.made) for row in race_rows(state, race)]


def test_all_race_at_equal_speed_until_each_is_done() -> None:
    shown = demo({"do": "race", "algorithms": BOTH, "seconds": 7.8}, {"do": "race", "algorithms": None, "seconds": 1})
    assert counts(at(shown, 0.5)) == [("All pairs", 50), ("Sort and sweep", 50)]
    assert counts(at(shown, 5)) == [("All pairs", 500), ("Sort and sweep", 93)]
    assert counts(at(shown, 8.5)) == []


def test_the_displayed_broad_phase_follows_its_steps() -> None:
    shown = demo(
        {"do": "algorithm", "name": "sweep"},
        {"do": "go", "step": 0},
        {"do": "race", "algorithms": BOTH},
        {"do": "wait", "seconds": 1},
        {"do": "go", "step": "last"},
        {"do": "wait", "seconds": 1},
    )
    first, last = at(shown, 0.5), at(shown, 2)
    assert counts(first)[0] == TOTALS[0]
    assert counts(first)[1][1] < 93
    assert counts(last) == TOTALS
    assert race_words(last) == "All pairs **780**\nSort and sweep **93**"


def test_bars_grow_in_the_picture() -> None:
    shown = demo({"do": "race", "algorithms": BOTH, "seconds": 8}, {"do": "race", "algorithms": None, "seconds": 1})
    with FigureRenderer((320, 180)) as figure:
        early, late, none = (figure.render_film(at(shown, t)).astype(np.int16) for t in (0.5, 7, 8.5))
    changed = np.abs(late - early).max(axis=(0, 2)) > 40  # by column
    assert changed[80:250].mean() > 0.9
    assert np.abs(none - late).max() > 40


@pytest.mark.parametrize(
    ("algorithms", "fault"),
    [
        (["sweeep"], "algorithms: must be any of .*, got 'sweeep', did you mean sweep?"),
        ([], "at least one broad phase"),
    ],
)
def test_a_fault_names_the_broad_phases(algorithms: list[str], fault: str) -> None:
    with pytest.raises(DemoError, match=fault):
        demo({"do": "race", "algorithms": algorithms})
