"""Where the presenter's notes are placed."""

import pytest

from gjkscope.app.window.notes_window import MARGIN, Area, notes_area

LAPTOP, PROJECTOR = Area(0, 0, 1280, 800), Area(1280, 0, 1920, 1080)
SIZE = (560, 640)


@pytest.mark.parametrize(("main", "free"), [((0, 0), PROJECTOR), ((1280, 0), LAPTOP), ((1300, 30), LAPTOP)])
def test_notes_are_on_the_screen_that_the_audience_does_not_see(main: tuple[int, int], free: Area) -> None:
    assert notes_area([LAPTOP, PROJECTOR], main, SIZE) == (free.x + MARGIN, free.y + MARGIN, *SIZE)


@pytest.mark.parametrize("only", [LAPTOP, PROJECTOR, Area(0, 0, 3840, 2160)])
def test_notes_on_the_only_screen_leave_most_of_both_views_visible(only: Area) -> None:
    x, y, width, height = notes_area([only], (only.x, only.y), SIZE)
    right_view = only.x + only.width / 2
    assert right_view < x
    assert x + width < only.x + only.width
    assert y > only.y
    assert y + height < only.y + only.height / 2, "captions are at the bottom"
    assert width * height < 0.3 * (only.width / 2) * only.height
