"""Views get coarser while they move and that takes too long, and are drawn in full when they are still."""

from app.window.detail import LEVELS, LONGEST_FRAME, STILL, Detail, Level

SLOW, QUICK = 1.5 * LONGEST_FRAME, 0.5 * LONGEST_FRAME
FULL, FIRST, SECOND, LAST = LEVELS


def levels(detail: Detail, *frames: tuple[float, bool]) -> list[Level]:
    """The level after each frame, given as what it took and whether something moved."""
    seen = []
    for dt, moved in frames:
        detail.follow(dt, moved)
        seen.append(detail.level)
    return seen


def test_quick_frames_are_drawn_in_full() -> None:
    assert set(levels(Detail(), *[(QUICK, True)] * 50)) == {FULL}


def test_two_slow_frames_one_after_another_make_it_coarser_until_they_are_quick() -> None:
    assert levels(Detail(), *[(SLOW, True)] * 8) == [FULL, FIRST, FIRST, SECOND, SECOND, LAST, LAST, LAST]
    assert levels(Detail(), *[(SLOW, True)] * 2, *[(QUICK, True)] * 3) == [FULL, *[FIRST] * 4]


def test_a_single_slow_frame_does_not() -> None:
    assert set(levels(Detail(), *[(SLOW, True), (QUICK, True)] * 4)) == {FULL}


def test_slow_frames_in_which_nothing_moves_do_not() -> None:
    assert set(levels(Detail(), *[(SLOW, False)] * 8)) == {FULL}


def test_what_rests_is_drawn_in_full_again_but_not_between_two_moves_of_a_slow_hand() -> None:
    detail = Detail()
    assert levels(detail, *[(SLOW, True)] * 2)[-1] == FIRST
    assert levels(detail, (0.6 * STILL, False), (QUICK, True), (0.6 * STILL, False))[-1] == FIRST
    assert levels(detail, (0.6 * STILL, False)) == [FULL]


def test_the_next_movement_begins_one_level_finer_than_the_last_one_ended() -> None:
    detail = Detail()
    assert levels(detail, *[(SLOW, True)] * 4)[-1] == SECOND
    assert levels(detail, (STILL, False), (STILL, False), (QUICK, True)) == [FULL, FULL, FIRST]
    assert levels(detail, (STILL, False), (QUICK, True)) == [FULL, FULL]
