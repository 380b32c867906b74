"""What the check of films finds: named things outside the picture, below the caption, or under a card."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.model import State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.view.panels.toolkit.theme import Fonts
from tests.app.label_layout import fonts_only
from tests.app.teach.demos.framing import SIZE, framing_faults, is_named, picture_area

FRAMED: list[dict[str, Any]] = [{"do": "views", "layout": "world", "header": "hidden"}, {"do": "look", "at": "all"}]
FAR = {"do": "look", "at": "all", "zoom": 0.25}
CARD = {"do": "card", "text": "# B\nis here\nor here\nor here\nor here", "at": "center"}


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    with fonts_only() as fonts:
        yield fonts


def shown(*steps: dict[str, Any]) -> State:
    text = {"gjkdemo": 1, "name": "trial", "scene": "boxes-overlap", "steps": [*FRAMED, *steps]}
    return playhead_at(parse_demo(json.dumps(text)), TICKS).state


@pytest.mark.parametrize(
    ("steps", "text", "fault"),
    [
        ([], "Where is **B**?", ""),
        ([FAR, CARD], "Where is **B**?", "B is under a card"),
        ([{"do": "look", "point": [0, 9, 0]}], "Where is **B**?", "B is cropped: 0% is in the view"),
        ([{"do": "look", "point": [0, 9, 0]}], "Where is it?", ""),
        ([{"do": "close_up", "on": "B", "size": 0.2}], "Look at B.", ""),
        ([FAR, CARD, {"do": "point", "at": {"vertex": ["B", 0]}}], "Here.", "pointer '' is under a card"),
    ],
)
def test_what_a_caption_names_is_in_the_picture(
    steps: list[dict[str, Any]], text: str, fault: str, fonts: Fonts
) -> None:
    assert framing_faults(shown(*steps, {"do": "wait", "seconds": 2}), text, fonts) == ([fault] if fault else [])


def test_a_label_is_named_in_a_code_span(fonts: Fonts) -> None:
    steps = ({"do": "views", "layout": "difference"}, {"do": "go", "step": 1})
    away = {"do": "look", "view": "difference", "point": [99, 0, 0]}
    assert not framing_faults(shown(*steps, {"do": "wait", "seconds": 2}), "Here is `w1`.", fonts)
    faults = framing_faults(shown(*steps, away, {"do": "wait", "seconds": 2}), "Here is `w1`.", fonts)
    assert faults == ["w1 is outside the view"]


def test_the_views_end_where_the_caption_begins() -> None:
    _, top, width, height = picture_area(shown({"do": "wait", "seconds": 2}))
    assert (top, width) == (0.0, SIZE[0])
    assert SIZE[1] * 0.8 < height < SIZE[1] - 2 * 34  # a band for two lines of 34 pixels


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("A", "A triangle falls on another.", False),
        ("A", "A and B meet.", True),
        ("A", "A point of A and one of B", True),
        ("A", "It covers **A − B**.", False),
        ("B", "Turn B by half a turn: **−B**.", True),
        ("B", "Sweep −B.", False),
        ("box", "Two boxes", False),
    ],
)
def test_a_name_is_neither_an_article_nor_a_difference(name: str, text: str, expected: bool) -> None:
    assert is_named(name, text) == expected
