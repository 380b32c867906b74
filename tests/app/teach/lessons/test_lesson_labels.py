"""No label covers another one on any page of a lesson; `make label-sweep` tries all steps."""

import pytest

from tests.app.harness import DISPLAY  # isort: skip  # noqa: F401  first of all that loads pyglet.window

from gjkscope.app.state.actions import FrameAll, initial_state, update
from gjkscope.app.teach.lessons.contents import LessonEntry, contents
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from tests.app.interface import scene
from tests.app.label_layout import covers, fonts_only, label_faults, lesson_label_faults
from tests.app.teach.lessons.label_sweep import SIZES, at_step, pages_of
from tests.app.teach.lessons.shipped import shipped_lesson


@pytest.mark.thorough
@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.path.stem)
def test_no_label_covers_another(entry: LessonEntry) -> None:
    """As each page opens, at two sizes of the window, and at the last step that it shows."""
    with fonts_only() as fonts:
        for number, page in enumerate(pages_of(shipped_lesson(entry.path))):
            for state, size in ((page, SIZES[0]), (page, SIZES[1]), (at_step(page, -1), SIZES[0])):
                faults = [fault for fault in lesson_label_faults(state, size, fonts) if fault.covers]
                assert faults == [], f"page {number + 1}, step {state.run.step}, {size}"


def test_a_covered_text_is_noticed() -> None:
    box = LabelBox(0, 0, 50, 17)
    assert covers(box, box.shifted(40, 4))
    assert not covers(box, box.shifted(47, 0)), "their margins touch"


def test_labels_that_cannot_all_be_shown_are_noticed() -> None:
    state = update(initial_state(scene("broad-phase-field")), FrameAll(1.0))
    with fonts_only() as fonts:
        assert label_faults(state, (80, 60), fonts, 0, 0) != []
