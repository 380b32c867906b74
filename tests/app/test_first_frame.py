"""Whatever makes panels come, go or grow: the first frame that is shown is laid out as all later ones are."""

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window
from dataclasses import replace

import numpy as np

from app.actions import ChooseLayout, ShowPanels
from app.state import Layout
from app.window.window import MainWindow
from tests.app.harness import Harness, headless_window

SCROLLBARS = 0.02  # of the pixels: how far a panel can be scrolled is known one frame later


def test_nothing_jumps() -> None:
    main = MainWindow(start_state(), headless_window(900, 600))
    person = Harness(main.window, main.loop.run_frame)

    def jumps() -> float:
        """The part of the window that the frames after the next one change."""
        person.run_frames()
        first = person.screenshot()
        person.run_frames(6)
        return float(np.any(first != person.screenshot(), axis=2).mean())

    assert jumps() < SCROLLBARS
    for scale in (1.6, 1.0):  # the panels stand in another way, and as before
        main.screen_scale = scale
        assert jumps() < SCROLLBARS
    main.session.perform([ChooseLayout(Layout.WORLD)])
    assert jumps() < SCROLLBARS
    for shown in (False, True):
        main.session.perform([ShowPanels(shown)])
        assert jumps() < SCROLLBARS
    main.close()


def test_a_window_without_panels_is_made_smaller() -> None:
    main = MainWindow(replace(start_state(), panels=False), headless_window(900, 600))
    person = Harness(main.window, main.loop.run_frame)
    person.run_frames(3)
    person.resize(800, 600)
    person.key("TAB")
    assert main.session.state.panels
    main.close()
