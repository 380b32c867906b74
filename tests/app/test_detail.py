"""Views get coarser while they move and that takes too long, and are drawn in full when they are still."""

from app.window.detail import LEVELS, LONGEST_FRAME, STILL, Detail

SLOW, QUICK = 1.5 * LONGEST_FRAME, 0.5 * LONGEST_FRAME


def scales(detail: Detail, *frames: tuple[float, bool]) -> list[float]:
    """The level after each frame, given as what it took and whether something moved."""
    seen = []
    for dt, moved in frames:
        detail.follow(dt, moved)
        seen.append(detail.scale)
    return seen


def test_quick_frames_are_drawn_in_full() -> None:
    assert set(scales(Detail(), *[(QUICK, True)] * 50)) == {1.0}


def test_two_slow_frames_one_after_another_make_it_coarser_until_they_are_quick() -> None:
    _, half, quarter = LEVELS
    assert scales(Detail(), *[(SLOW, True)] * 8) == [1.0, half, half, *[quarter] * 5]
    assert scales(Detail(), *[(SLOW, True)] * 2, *[(QUICK, True)] * 3) == [1.0, *[half] * 4]


def test_a_single_slow_frame_does_not() -> None:
    assert set(scales(Detail(), *[(SLOW, True), (QUICK, True)] * 4)) == {1.0}


def test_slow_frames_in_which_nothing_moves_do_not() -> None:
    assert set(scales(Detail(), *[(SLOW, False)] * 8)) == {1.0}


def test_what_rests_is_drawn_in_full_again_but_not_between_two_moves_of_a_slow_hand() -> None:
    detail = Detail()
    assert scales(detail, *[(SLOW, True)] * 2)[-1] < 1.0
    assert scales(detail, (0.6 * STILL, False), (QUICK, True), (0.6 * STILL, False))[-1] < 1.0
    assert scales(detail, (0.6 * STILL, False)) == [1.0]
