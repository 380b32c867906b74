"""Frames without pixels: a test that looks at the window sees the same as if every frame had them."""

import numpy as np
import pytest

from tests.app.interface import Bench, Picture, start_state  # isort: skip  first of all that loads pyglet.window


def pictures_of_work(bench: Bench) -> list[Picture]:
    """The window after a step, a moved body, a drag, resized pictures, and with nothing redrawn."""
    bench.open(start_state())
    seen = []
    for key in ("COMMA", "G"):
        bench.person.key(key)
        seen.append(bench.screenshot())
    bench.enter("x##position, m", "0.5")
    seen.append(bench.screenshot())
    rect = bench.picture()
    bench.person.drag(rect.at(0.1, 0.2), rect.at(0.3, 0.4), steps=3)
    bench.person.key("TAB")
    seen.append(bench.screenshot())
    bench.person.key("TAB")
    bench.pause()
    return [*seen, bench.screenshot(), bench.screenshot()]


@pytest.mark.thorough
def test_the_picture_is_the_same_as_when_every_frame_has_pixels(shared: Bench) -> None:
    pictures_of_work(shared)  # panels stay where it leaves them
    unseen = pictures_of_work(shared)
    with shared.unseen.interrupted():
        seen = pictures_of_work(shared)
    for number, (first, second) in enumerate(zip(unseen, seen, strict=True)):
        # The background is blended with four samples per pixel, or was cached with one.
        np.testing.assert_allclose(first.astype(int), second.astype(int), rtol=0, atol=1, err_msg=f"picture {number}")
    assert len({picture.tobytes() for picture in seen}) == len(seen) - 1


def test_an_unobserved_frame_has_no_pixels(shared: Bench) -> None:
    shared.open(start_state())
    assert np.ptp(shared.person.pixels(), axis=(0, 1)).max() == 0
    assert np.ptp(shared.screenshot(), axis=(0, 1)).min() > 0
