"""Fields of numbers: how a drag changes them, how they are placed, and both at the window."""

import pytest

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.view.panels.toolkit.fields import NumberDrag, drag_of_size


@pytest.mark.parametrize(
    ("drag", "value", "pixels", "moved"),
    [
        (NumberDrag(0.1), 0.0, 3, 0.3),
        (NumberDrag(0.01), 0.123, 1, 0.13),
        (NumberDrag(1.0), 30.0, -45, -15.0),
        (NumberDrag(0.01, least=0.01), 0.5, -200, 0.01),
        (NumberDrag(1000.0), 12345.0, 2, 14000.0),
        (NumberDrag(1e-6), 2e-6, 1, 3e-6),
    ],
)
def test_a_drag_moves_to_round_numbers(drag: NumberDrag, value: float, pixels: float, moved: float) -> None:
    assert drag.moved(value, pixels) == moved


@pytest.mark.parametrize(("size", "step"), [(2.0, 0.01), (0.0, 0.01), (150.0, 1.0), (1e-3, 1e-5)])
def test_the_step_follows_the_size(size: float, step: float) -> None:
    assert drag_of_size(size).step == pytest.approx(step)


def test_a_drag_is_one_history_entry_and_stops_at_the_least_value(bench: Bench) -> None:
    for field, pixels, value in (("x##position, m", 40, None), ("x##half extents, m", -400, 0.01)):
        before = bench.state
        start = bench.reveal(field).middle
        bench.person.drag(start, (start[0] + pixels, start[1]))
        bench.person.run_frames(2)
        body = bench.state.document.scene.body("A")
        changed = body.pose.position[0] if value is None else body.shape.half_extents[0]  # type: ignore[attr-defined]
        assert changed == value if value is not None else 0.2 < changed < 0.5
        assert len(bench.state.history.past) == len(before.history.past) + 1


def test_a_row_has_three_fields_or_one_depending_on_its_room(bench: Bench) -> None:
    bench.person.resize(1600, 900, frames=4)
    rows = [bench.reveal(f"{axis}##position, m") for axis in "xyz"]
    assert len({row.top for row in rows}) == 1
    assert [row.left for row in rows] == sorted({row.left for row in rows})
    bench.person.resize(700, 500, frames=4)
    bench.front("Scene")
    tops = [bench.widget(f"{axis}##position, m").rect.top for axis in "xyz"]
    lefts = {bench.widget(f"{axis}##position, m").rect.left for axis in "xyz"}
    assert (len({*tops}) == 3) == (len(lefts) == 1)
