"""Whatever makes panels appear, disappear or grow, the first visible frame has the same layout as all later ones."""

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from typing import Any

import numpy as np
import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions import ChooseLayout, ShowPanels
from gjkscope.app.state.model import Layout
from gjkscope.app.window.detail import LEVELS, AdaptiveResolution
from gjkscope.app.window.window import MainWindow
from tests.app.harness import Harness, headless_window

SCROLLBARS = 0.02  # fraction of the pixels: the scroll range of a panel is known one frame later


def test_the_layout_does_not_jump() -> None:
    main = MainWindow(start_state(), headless_window(900, 600))
    person = Harness(main.window, main.loop.run_frame)
    main._detail = AdaptiveResolution()  # as with a GPU: without one, the first picture is coarse

    def jumps() -> float:
        """The fraction of the window that changes in the frames after the next one."""
        person.run_frames()
        first = person.screenshot()
        person.run_frames(6)
        return float(np.any(first != person.screenshot(), axis=2).mean())

    assert jumps() < SCROLLBARS
    for scale in (1.6, 1.0):  # the panels are arranged differently, then as before
        main.screen_scale = scale
        assert jumps() < SCROLLBARS
    main.session.perform([ChooseLayout(Layout.WORLD)])
    assert jumps() < SCROLLBARS
    for shown in (False, True):
        main.session.perform([ShowPanels(shown)])
        assert jumps() < SCROLLBARS
    main.close()


def test_the_first_picture_after_panels_were_hidden_is_coarse_and_the_next_one_is_not() -> None:
    """It takes a third of the time without a GPU, which these tests do not have either."""
    main = MainWindow(start_state(), headless_window(900, 600))
    person = Harness(main.window, main.loop.run_frame)
    person.run_frames(3)
    sizes = []
    order = main._renderer.order

    def ordered(*args: Any, **options: Any) -> Any:
        sizes.append((args[2], options["smooth"]))
        return order(*args, **options)

    main._renderer.order = ordered  # type: ignore[method-assign]
    main.session.perform([ShowPanels(False)])
    person.run_frames()
    coarse = sizes[:]
    assert len(coarse) == 2, "one picture of each view, and none while the panels are laid out"
    person.run_frames()
    for (size, smooth), (after, smooth_after) in zip(coarse, sizes[2:], strict=True):
        assert size == pytest.approx([LEVELS[-1].scale * side for side in after], abs=1)
        assert (smooth, smooth_after) == (False, True)
    main.close()


def test_a_window_without_panels_is_made_smaller() -> None:
    main = MainWindow(
        replace(start_state(), appearance=replace(start_state().appearance, panels=False)), headless_window(900, 600)
    )
    person = Harness(main.window, main.loop.run_frame)
    person.run_frames(3)
    person.resize(800, 600)
    person.key("TAB")
    assert main.session.state.appearance.panels
    main.close()
