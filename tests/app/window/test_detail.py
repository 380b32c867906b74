"""Level of detail: views get coarser while moving if frames are slow, and are drawn in full at rest."""

from gjkscope.app.window.detail import COSTS, LEVELS, MAX_FRAME_TIME, SLOW_FRAMES, STILL, AdaptiveResolution, Level

FULL, FIRST, SECOND, LAST = LEVELS


FIRST_STEP = 1 / 60  # seconds: the loop does not count the time in which no frame was requested


def in_time_at(level: Level) -> float:
    """The duration of a full frame in seconds for which that level is the finest that is fast enough."""
    return 0.95 * MAX_FRAME_TIME / COSTS[LEVELS.index(level)]


class Machine:
    """Draws frames one after another, each passed the duration of the previous one."""

    def __init__(self, in_full: float) -> None:
        self.detail = AdaptiveResolution()
        self.in_full = in_full  # seconds
        self._took = FIRST_STEP

    def draw(self, frames: int, moved: bool = True) -> list[Level]:
        """The level of each frame."""
        drawn = []
        for _ in range(frames):
            drawn.append(self.detail.level)
            self.detail.follow(self._took, moved)
            self._took = self.in_full * COSTS[LEVELS.index(drawn[-1])]
        return drawn

    def rest(self) -> None:
        for _ in range(2):
            self.detail.follow(STILL, False)
        self._took = FIRST_STEP


def test_fast_frames_are_drawn_in_full() -> None:
    assert set(Machine(in_time_at(FULL)).draw(50)) == {FULL}


def test_after_two_slow_frames_it_is_as_coarse_as_necessary() -> None:
    for level in (FIRST, SECOND, LAST):
        assert Machine(in_time_at(level)).draw(20) == [*[FULL] * (SLOW_FRAMES + 1), *[level] * (19 - SLOW_FRAMES)]
    assert Machine(1.0).draw(20)[-1] == LAST


def test_a_single_slow_frame_changes_nothing() -> None:
    detail = AdaptiveResolution()
    for took in (1.5, 0.5) * 8:
        detail.follow(took * MAX_FRAME_TIME, True)
        assert detail.level == FULL


def test_slow_frames_at_rest_change_nothing() -> None:
    assert set(Machine(1.0).draw(8, moved=False)) == {FULL}


def test_a_resting_view_is_drawn_in_full_but_not_between_slow_mouse_moves() -> None:
    machine = Machine(in_time_at(FIRST))
    assert machine.draw(6)[-1] == FIRST
    for dt, moved in ((0.6 * STILL, False), (0.01, True), (0.6 * STILL, False)):
        machine.detail.follow(dt, moved)
        assert machine.detail.level == FIRST
    machine.detail.follow(0.6 * STILL, False)
    assert machine.detail.level == FULL


def test_the_next_movement_starts_at_the_last_sufficient_level() -> None:
    """Except for its first frame, when the movement is not known yet.  That one is not counted."""
    machine = Machine(in_time_at(SECOND))
    machine.draw(6)
    for _ in range(3):
        machine.rest()
        assert machine.draw(6) == [FULL, *[SECOND] * 5]


def test_when_less_moves_the_next_movement_is_finer() -> None:
    machine = Machine(in_time_at(LAST))
    machine.draw(6)
    machine.in_full = in_time_at(FIRST)
    assert machine.draw(6)[-1] == LAST  # not while it moves
    machine.rest()
    assert machine.draw(6) == [FULL, *[FIRST] * 5]


def test_without_a_gpu_a_single_frame_is_coarse_so_that_it_answers_at_once() -> None:
    detail = AdaptiveResolution(is_software=True)
    detail.hurry()
    levels = []
    for _ in range(3):
        levels.append(detail.level)
        detail.follow(FIRST_STEP, False)
    assert levels == [LAST, FULL, FULL]
    machine = Machine(in_time_at(SECOND))
    assert machine.draw(6)[-1] == SECOND
    machine.detail.hurry()
    assert machine.detail.level == SECOND, "with a GPU nothing changes"
