"""Captions: large enough in films, never broken inside A − B, in a band of their own, and lists on cards."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gjkscope.app.scenes.demo_examples import DemoExample, demo_examples
from gjkscope.app.view.panels.toolkit.theme import Fonts
from gjkscope.app.view.panels.viewport.caption import LINES, PRESENTED, WIDEST
from gjkscope.app.view.panels.viewport.styled_text import styled_lines, styled_words
from tests.app.label_layout import fonts_only

LEAST = 34.0  # pixels at 1280 × 720: legible on a phone in portrait


@pytest.fixture(scope="module")
def fonts() -> Iterator[Fonts]:
    with fonts_only() as fonts:
        yield fonts


@pytest.mark.parametrize("demo", demo_examples(), ids=lambda demo: demo.path.name)
def test_captions_fit_into_the_band_of_a_film_at_full_size(demo: DemoExample, fonts: Fonts) -> None:
    assert PRESENTED * 720 >= LEAST
    captions = captions_in(json.loads(demo.path.read_text()))
    assert captions
    long = [text for text in captions if len(styled_lines(text, WIDEST * 1280, LEAST, fonts)) > LINES]
    assert not long, "these would be drawn smaller"


def captions_in(value: Any) -> list[str]:
    """The texts of all caption steps, also of nested ones."""
    if isinstance(value, list):
        return [text for item in value for text in captions_in(item)]
    if not isinstance(value, dict):
        return []
    return [value["text"]] if value.get("do") == "caption" else captions_in([*value.values()])


def test_a_minus_b_is_one_word() -> None:
    assert [word.text for word in styled_words("All of **A\u00a0−\u00a0B** is")] == ["All", "of", "A − B", "is"]


def test_a_line_never_breaks_inside_a_minus_b(fonts: Fonts) -> None:
    for width in range(60, 400, 7):
        lines = styled_lines("The hull of A − B holds the origin", float(width), 20.0, fonts)
        texts = [" ".join(word.text for word in line.words) for line in lines]
        assert sum("A − B" in text for text in texts) == 1, texts


def test_items_of_a_list_are_indented_after_bullets(fonts: Fonts) -> None:
    lines = styled_lines("Two ways:\n- by the support points of A and of B\n- by sums", 160.0, 20.0, fonts)
    assert [line.bullet for line in lines] == [False, True, False, False, True]
    assert [line.indent > 0 for line in lines] == [False, True, True, True, True]
