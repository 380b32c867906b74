"""The rows of the SAT table: filtered by origin and by text, and sorted by a column."""

import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import AxisFilter, AxisOrigin
from gjkscope.app.view.panels.sat.axes_order import INTERVAL_A, NAME, OVERLAP, rows_of
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sat.explain import provenance
from gjkscope.engine.text import number
from tests.app.interface import Bench
from tests.app.view.drawing.test_drawing import CUBE, state_of

PARALLEL = state_of(CUBE, CUBE, (1.0, 0.2, 0.1), turned=False)  # each edge of A is parallel to one of B
EVERYTHING = AxisFilter()


def steps() -> tuple[sat.State, ...]:
    axes = inspect(PARALLEL).axes
    assert axes is not None
    return axes.steps


def rows(wanted: AxisFilter, column: int = 0, descending: bool = False) -> tuple[int, ...]:
    names = tuple(provenance(step.axis) for step in steps())
    return rows_of(Identity(steps()), names, wanted, column, descending)


def test_without_a_filter_all_axes_are_in_their_original_order() -> None:
    assert rows(EVERYTHING) == tuple(range(15))
    assert rows(EVERYTHING, 0, descending=True) == tuple(reversed(range(15)))


def test_the_origins_partition_the_table() -> None:
    assert rows(AxisFilter(AxisOrigin.FACE_A)) == (0, 1, 2)
    assert rows(AxisFilter(AxisOrigin.FACE_B)) == (3, 4, 5)
    assert rows(AxisFilter(AxisOrigin.EDGES)) == tuple(range(6, 15))
    skipped = rows(AxisFilter(AxisOrigin.SKIPPED))
    assert skipped == tuple(index for index, step in enumerate(steps()) if step.axis.skipped)
    assert len(skipped) == 3


def test_every_word_must_occur_in_the_name() -> None:
    assert rows(AxisFilter(text="Normal  2")) == (2, 5)
    assert rows(AxisFilter(AxisOrigin.FACE_B, "normal 2")) == (5,)
    assert rows(AxisFilter(text="nothing like it")) == ()


def test_a_column_sorts_with_skipped_axes_last() -> None:
    for descending in (False, True):
        order = rows(EVERYTHING, OVERLAP, descending)
        overlaps = [steps()[index].axis.overlap for index in order[:12]]
        assert overlaps == sorted(overlaps, reverse=descending)
        assert all(steps()[index].axis.skipped for index in order[12:])
    starts = [steps()[index].axis.interval_a[0] for index in rows(EVERYTHING, INTERVAL_A)[:12]]
    assert starts == sorted(starts)
    names = [provenance(steps()[index].axis) for index in rows(EVERYTHING, NAME)]
    assert names == sorted(names)


class TestWindow:
    @pytest.fixture
    def bench(self, shared: Bench) -> Bench:
        shared.open(PARALLEL)
        shared.person.resize(1300, 900)
        shared.front("SAT axes")
        return shared

    def test_only_the_matching_rows_are_in_the_table(self, bench: Bench) -> None:
        bench.choose("##axes", "face B##axes")
        assert bench.state.display.axis_filter == AxisFilter(AxisOrigin.FACE_B)
        bench.enter("##axes text", "normal 2")
        assert bench.state.display.axis_filter == AxisFilter(AxisOrigin.FACE_B, "normal 2")
        assert rows_seen(bench) == ["##axis 5"]

    def test_the_hovered_axis_is_shown_on_the_number_line_too(self, bench: Bench) -> None:
        bench.hover("##axis 4")
        said = bench.ear.words.count("face normal 1 of B")
        assert said == 2, "in the table, and over the number line"

    def test_a_click_on_a_column_header_sorts(self, bench: Bench) -> None:
        assert rows_seen(bench)[:3] == ["##axis 0", "##axis 1", "##axis 2"]
        row = bench.widget("##axis 0").rect
        overlap = bench.ear.places[number(steps()[0].axis.overlap)]
        bench.person.click(overlap.left + 4, row.top - row.size[1] / 2)
        bench.person.run_frames(2)
        wanted = rows(EVERYTHING, OVERLAP)
        assert rows_seen(bench)[:3] == [f"##axis {index}" for index in wanted[:3]]


def rows_seen(bench: Bench) -> list[str]:
    bench.person.run_frames(2)
    seen = [label for label in bench.ear.widgets if label.startswith("##axis ")]
    return sorted(seen, key=lambda label: bench.widget(label).rect.top)
