"""The first frame that is shown is laid out as all later ones are: nothing jumps as the window opens."""

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window
import numpy as np

from app.window.window import MainWindow
from tests.app.harness import Harness, headless_window

SCROLLBARS = 0.02  # of the pixels: how far a panel can be scrolled is known one frame later


def test_panels_views_and_columns_stand_where_they_will_stay() -> None:
    main = MainWindow(start_state(), headless_window(900, 600))
    person = Harness(main.window, main.loop.run_frame)
    person.run_frames()
    first = person.screenshot()
    person.run_frames(6)
    assert np.any(first != person.screenshot(), axis=2).mean() < SCROLLBARS
    main.close()
