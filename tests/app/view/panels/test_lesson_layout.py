"""The layout of lessons: the views get their share of the window, and nothing overlaps or leaves it."""

from itertools import combinations, product

import pytest

from gjkscope.app.teach.lessons.display import PANELS as DECLARABLE
from gjkscope.app.teach.lessons.seen import SENTENCE
from gjkscope.app.view.panels.lessons.lesson_layout import VIEWS_SHARE, LessonLayout, lesson_layout
from gjkscope.app.view.panels.toolkit.panels import PANELS
from gjkscope.app.view.panels.toolkit.ui import Rect

SIZES = [(1280.0, 800.0), (1920.0, 1080.0)]
SCALES = [1.0, 1.25, 1.5, 1.75, 2.0]
SHOWN: list[tuple[str, ...]] = [(), ("Step",), ("Bounds",), ("Timeline",), ("Step", "Bounds"), ("Code", "Bounds")]


def area(rects: tuple[Rect, ...]) -> float:
    return sum(width * height for _, _, width, height in rects)


def overlap(first: Rect, second: Rect) -> float:
    wide, high = (min(first[i] + first[i + 2], second[i] + second[i + 2]) - max(first[i], second[i]) for i in (0, 1))
    return max(wide, 0.0) * max(high, 0.0)


def all_rects(layout: LessonLayout) -> list[Rect]:
    return [layout.text, *layout.views, *layout.panels.values()]


@pytest.mark.parametrize(("size", "scale"), [*product(SIZES, SCALES)])
def test_the_views_get_their_share_of_the_window(size: tuple[float, float], scale: float) -> None:
    for views, panels in product((1, 2, 3), SHOWN):
        layout = lesson_layout((0.0, 0.0, *size), scale, views, panels)
        assert area(layout.views) >= VIEWS_SHARE * size[0] * size[1], (views, panels)
        assert {*layout.panels, *layout.inline} == set(panels)
        assert layout.text[2] >= 230 * scale, "too narrow to read"


@pytest.mark.parametrize("size", [*SIZES, (480.0, 360.0), (900.0, 600.0), (3840.0, 2160.0)])
def test_nothing_overlaps_or_leaves_the_window(size: tuple[float, float]) -> None:
    for scale, views, panels in product(SCALES, (1, 2, 3), SHOWN):
        rects = all_rects(lesson_layout((10.0, 20.0, *size), scale, views, panels))
        assert sum(overlap(first, second) for first, second in combinations(rects, 2)) < 1e-6
        assert sum(overlap(rect, (10.0, 20.0, *size)) for rect in rects) == pytest.approx(area(tuple(rects)))


def test_panels_are_below_the_views_where_there_is_room() -> None:
    wide = lesson_layout((0.0, 0.0, 1920.0, 1080.0), 1.0, 2, ("Step", "Bounds"))
    assert (list(wide.panels), wide.inline) == (["Bounds"], ("Step",))
    small = lesson_layout((0.0, 0.0, 1280.0, 800.0), 2.0, 2, ("Step", "Bounds"))
    assert (list(small.panels), small.inline) == ([], ("Step", "Bounds"))


def test_two_views_are_stacked_where_that_leaves_more_room() -> None:
    first, second = lesson_layout((0.0, 0.0, 1920.0, 1080.0), 1.0, 2, ()).views
    assert first[1] == second[1]
    first, second = lesson_layout((0.0, 0.0, 1280.0, 800.0), 2.0, 2, ()).views
    assert first[0] == second[0]


def test_without_text_the_views_fill_the_window() -> None:
    assert lesson_layout((0.0, 0.0, 800.0, 600.0), 1.0, 1, (), has_text=False).views == ((0.0, 0.0, 800.0, 600.0),)


def test_pages_can_show_every_panel_but_that_of_the_lessons() -> None:
    assert set(DECLARABLE) == {SENTENCE, *(panel.title for panel in PANELS)} - {"Lessons"}
