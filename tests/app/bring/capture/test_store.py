"""The store of captured pairs, which files and streams fill, and the lists made from it."""

from functools import partial
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gjkscope
from gjkscope import Box, Box2, Capsule2, Circle, Point2, Pose, Shape, Sphere
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.layout import PAIR_TYPES, RecordType, file_header, record
from gjkscope.app.bring.capture.reader import (
    Capture,
    CaptureIndex,
    capture_bytes,
    capture_pairs,
    capture_part,
    check_pairs,
    index_capture,
    read_capture,
)
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.bring.capture.shapes import shape_record
from gjkscope.app.judge.captures.judging import CertifiedAnswer, PartJudgement, certified_answers, judge_part
from gjkscope.app.judge.captures.store import CaptureStore, UnjudgedPart
from gjkscope.app.state.inspection.captured_pairs import ids_in, listed_rows, next_wrong
from gjkscope.app.state.model import CaptureTable, PairColumn, PairFilter, PairStatus

BALL, BOX = Sphere(0.5), Box((0.5, 0.5, 0.5))
PAIRS, EACH = 40, 10  # pairs, and how many in a tick
WRONG = {13: 0.5, 27: 0.1}  # metres that are added to the distance


def pair_at(i: int) -> tuple[Shape, Pose, Shape, Pose]:
    return BALL, Pose(), (BALL, BOX)[i % 2], Pose(position=(2.0 + i / 8, 0.0, 0.0))


def record_pairs(path: Path) -> Path:
    with gjkscope.Recorder(path, by="planted 1.0") as recorder:
        for i in range(PAIRS):
            distance = 1.0 + i / 8 + WRONG.get(i, 0.0)
            recorder.add(*pair_at(i), tick=100 + i // EACH, ids=(7, i), signed_distance=distance)
    return path


@pytest.mark.parametrize("shape", [Box2((0.5, 1)), Capsule2(0.5, 1), Point2()])
def test_2d_shapes_are_not_recorded_as_3d_ones_of_the_same_name(tmp_path: Path, shape: Shape) -> None:
    with gjkscope.Recorder(tmp_path / "run.gjkcap") as recorder:
        with pytest.raises(ValueError, match=f"{shape.kind}: captures hold 3D shapes, and this one is 2D"):
            recorder.add(shape, Pose(), Circle(1), Pose(), signed_distance=1.0)
        recorder.add(BALL, Pose(), BOX, Pose(), signed_distance=-1.0)
    capture = read_capture(tmp_path / "run.gjkcap")
    assert capture.pairs.shapes == (BALL, BOX)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return capture_bytes(record_pairs(tmp_path_factory.mktemp("captures") / "run.gjkcap"))


def fill(data: bytes, each: int = 15, most: int | None = None) -> tuple[CaptureStore, CaptureIndex]:
    store, index = CaptureStore(most), index_capture(data)
    for begin in range(0, index.total, each):
        store.append(capture_part(data, index, begin, min(begin + each, index.total)))
    return store, index


def judge_without_batch(part: UnjudgedPart) -> PartJudgement:
    """A judgement without the batch: answers that are wrong by more than a tenth are suspects."""
    truth = part.pairs.poses_b[:, 0, 3] - 1.0
    errors = np.abs(part.answers.signed_distance - truth)
    status = np.where(errors > 0.05, PairStatus.SUSPECT, PairStatus.RIGHT).astype(np.uint8)
    return PartJudgement(status, errors, truth)


def judge_all(store: CaptureStore) -> CaptureTable:
    while (part := store.unjudged(12)) is not None:
        store.judge(part.rows, judge_without_batch(part))
    while (doubt := store.next_doubt()) is not None:
        error = abs((doubt.answer.signed_distance or nan) - (doubt.pair[3].position[0] - 1.0))
        store.certify(doubt.row, CertifiedAnswer(PairStatus.WRONG_DISTANCE, error, 1.0))
    return store.table()


@pytest.fixture(scope="module")
def table(data: bytes) -> CaptureTable:
    return judge_all(fill(data)[0])


class TestStore:
    def test_all_pairs_are_judged_once_whatever_the_blocks(self, data: bytes) -> None:
        for each in (1, 7, 40):
            table = judge_all(fill(data, each)[0])
            assert table.numbers.tolist() == [*range(PAIRS)]
            assert np.flatnonzero(table.is_wrong).tolist() == [*WRONG]
            assert table.errors[table.is_wrong] == pytest.approx([*WRONG.values()])
            assert (table.status[~table.is_wrong] == PairStatus.RIGHT).all()
            assert table.pool == (BALL, BOX)

    def test_a_table_never_changes(self, data: bytes) -> None:
        store, index = fill(data)
        before = store.table()
        judge_all(store)
        store.append(capture_part(data, index, 0, 5)._replace(numbers=np.arange(PAIRS, PAIRS + 5)))
        assert (before.status == PairStatus.UNJUDGED).all()
        assert before.size == PAIRS
        with pytest.raises(ValueError, match="read-only"):
            before.errors[0] = 1.0
        assert store.table().size == PAIRS + 5

    def test_suspects_come_worst_first_and_once(self, data: bytes) -> None:
        store, _ = fill(data)
        while (part := store.unjudged(100)) is not None:
            store.judge(part.rows, judge_without_batch(part))
        assert store.doubts == 2
        assert [doubt.row for _ in range(2) if (doubt := store.next_doubt())] == [13, 27]
        assert store.next_doubt() is None

    def test_ticks_count_pairs_and_wrong_answers(self, table: CaptureTable) -> None:
        timeline = table.timeline
        assert timeline.ticks.tolist() == [100, 101, 102, 103]
        assert timeline.pairs.tolist() == [EACH] * 4
        assert timeline.wrong.tolist() == [0, 1, 1, 0]
        assert timeline.worst == pytest.approx([0, 0.5, 0.1, 0], abs=1e-12)
        assert timeline.rows(2).tolist() == [*range(20, 30)]

    def test_ticks_in_any_order_are_sorted(self, data: bytes) -> None:
        index = index_capture(data)
        store = CaptureStore()
        part = capture_part(data, index, 0, 4)
        store.append(part._replace(ticks=np.array([9, 2**63, 9, 1], np.uint64)))
        timeline = store.table().timeline
        assert timeline.ticks.tolist() == [1, 9, 2**63]
        assert [timeline.rows(i).tolist() for i in range(3)] == [[3], [0, 2], [1]]

    def test_poses_and_pairs_are_those_of_the_file_however_they_are_kept(self, data: bytes) -> None:
        index = index_capture(data)
        lean = CaptureStore()
        for begin in range(0, PAIRS, 15):
            lean.append(capture_part(data, index, begin, min(begin + 15, PAIRS)), partial(capture_pairs, data, index))
        rows = np.array([3, 14, 15, 39])
        for store in (lean, fill(data)[0]):
            poses = store.table().poses(rows)
            assert poses.shape == (4, 2, 4, 4)
            assert poses[:, 1, 0, 3].tolist() == [2.0 + i / 8 for i in rows.tolist()]
            pair, answer = store.pair(27)
            assert pair == pair_at(27)
            assert answer.signed_distance == 1.0 + 27 / 8 + 0.1
        with pytest.raises(KeyError):
            lean.pair(PAIRS)

    def test_a_limit_drops_the_oldest_pairs(self, data: bytes) -> None:
        store, _ = fill(data, each=5, most=10)
        table = judge_all(store)
        assert 10 <= table.size <= 20
        assert store.size == PAIRS
        assert table.numbers.tolist() == [*range(PAIRS - table.size, PAIRS)]
        assert np.flatnonzero(table.is_wrong).tolist() == np.flatnonzero(np.isin(table.numbers, [*WRONG])).tolist()
        with pytest.raises(KeyError):
            store.pair(0)
        assert store.pair(39)[0] == pair_at(39)
        assert table.poses(np.array([0]))[0, 1, 0, 3] == 2.0 + (PAIRS - table.size) / 8

    def test_a_judgement_of_pairs_that_were_dropped_is_ignored(self, data: bytes) -> None:
        index, store = index_capture(data), CaptureStore(most=5)
        store.append(capture_part(data, index, 0, 10))
        part = store.unjudged(10)
        assert part is not None
        store.append(capture_part(data, index, 10, 20))
        store.append(capture_part(data, index, 20, 30))
        judgement = judge_without_batch(part)
        store.judge(part.rows, judgement)
        store.certify(0, CertifiedAnswer(PairStatus.WRONG_DEPTH, 1.0, 1.0))
        assert (store.table().status == PairStatus.UNJUDGED).all()

    def test_nothing(self) -> None:
        store = CaptureStore()
        assert store.unjudged(5) is None
        assert store.next_doubt() is None
        table = store.table()
        assert (table.size, table.timeline.size) == (0, 0)
        assert next_wrong(table, PairFilter(), None) is None
        assert len(listed_rows(table, PairFilter(), 0)) == 0

    def test_transforms_that_are_not_finite_are_wrong_and_have_no_place(self) -> None:
        capture = hostile({"transforms": nan})
        store = CaptureStore()
        store.append(capture)
        assert store.unjudged(5) is not None
        table = store.table()
        assert table.status.tolist() == [PairStatus.UNJUDGED, PairStatus.UNPLACED, PairStatus.UNJUDGED]
        assert table.errors[1] == inf
        assert table.pool == (BALL,)
        assert np.isnan(table.poses(np.array([1]))).all()
        assert not np.isnan(table.poses(np.array([0, 2]))).any()
        with pytest.raises(KeyError):
            store.pair(1)
        assert next_wrong(table, PairFilter(), None) == 1

    def test_skipped_pairs_are_counted(self) -> None:
        store = CaptureStore()
        store.append(hostile({"shapes": 99}))
        assert [(loss.pairs, loss.reason) for loss in store.skipped] == [(1, "its shape is missing")]
        assert store.table().numbers.tolist() == [0, 2]


def hostile(change: dict[str, Any]) -> Capture:
    """Three equal pairs, the second of which has other values in some fields."""
    data = hostile_bytes(change)
    return capture_part(data, index_capture(data), 0, 3)


def hostile_bytes(change: dict[str, Any]) -> bytes:
    rows = np.zeros(3, PAIR_TYPES[RecordType.DOUBLE_PAIR])
    rows["type"], rows["length"] = RecordType.DOUBLE_PAIR, rows.itemsize - 8
    rows["shapes"] = 5
    rows["transforms"] = np.eye(3, 4).ravel()
    for name, value in change.items():
        rows[name][1] = value
    return file_header() + shape_record(BALL, 5) + rows.tobytes()


class TestJudging:
    def test_the_batch_finds_suspects_and_certified_answers_decide(self, data: bytes) -> None:
        store, _ = fill(data)
        while (part := store.unjudged(25)) is not None:
            store.judge(part.rows, judge_part(part.pairs, part.answers, Tolerance()))
        assert store.doubts == len(WRONG)
        while (doubt := store.next_doubt()) is not None:
            [judgement] = certified_answers([(doubt.pair, doubt.answer)], Tolerance())
            store.certify(doubt.row, judgement)
        table = store.table()
        assert np.flatnonzero(table.is_wrong).tolist() == [*WRONG]
        assert table.errors[table.is_wrong] == pytest.approx([0.5, 0.1], rel=1e-6)  # the shapes have size 1
        assert table.truth == pytest.approx(1.0 + np.arange(PAIRS) / 8)
        assert (table.errors[~table.is_wrong] < 1e-12).all()

    def test_malformed_pairs_are_found_before_they_are_read(self) -> None:
        data = hostile_bytes({"frames": 7})
        with pytest.raises(CaptureError, match="pair 1: the kind of transform must be from 0 to 1, got 7"):
            check_pairs(data, index_capture(data))
        data = hostile_bytes({"given": 16, "verdict": 9})
        with pytest.raises(CaptureError, match="pair 1: the verdict must be from 0 to 3, got 9"):
            check_pairs(data, index_capture(data))

    def test_no_answer_and_answers_that_are_not_finite(self) -> None:
        capture = hostile({"given": 1, "signed_distance": inf})
        judgement = judge_part(capture.pairs, capture.answers, Tolerance())
        assert judgement.status.tolist() == [PairStatus.SILENT, PairStatus.NOT_FINITE, PairStatus.SILENT]
        assert judgement.errors.tolist() == [0.0, inf, 0.0]

    def test_records_between_pairs_are_no_pairs(self, data: bytes) -> None:
        mixed = data + record(RecordType.WRITER, b"later") + hostile_bytes({})[32:]
        index = index_capture(mixed)
        assert index.total == PAIRS + 3
        pairs, _ = capture_pairs(mixed, index, np.array([PAIRS - 1, PAIRS, PAIRS + 2]))
        assert pairs.poses_b[:, 0, 3].tolist() == [2.0 + (PAIRS - 1) / 8, 0.0, 0.0]


class TestListing:
    def test_the_worst_pairs_are_first(self, table: CaptureTable) -> None:
        assert listed_rows(table, PairFilter(), 0)[:2].tolist() == [13, 27]
        assert len(listed_rows(table, PairFilter(), 0)) == PAIRS

    @pytest.mark.parametrize(
        ("wanted", "rows"),
        [
            (PairFilter(ids="13"), [13]),
            (PairFilter(ids="13, 7"), [13]),
            (PairFilter(ids="13 14"), []),
            (PairFilter(only_wrong=True), [13, 27]),
            (PairFilter(status=PairStatus.WRONG_DEPTH), []),
            (PairFilter(first_tick=103, column=PairColumn.IDS, descending=False), [*range(30, 40)]),
            (PairFilter(last_tick=100, column=PairColumn.TRUTH), [*range(9, -1, -1)]),
            (PairFilter(first_tick=102, last_tick=102, kinds=("sphere",), column=PairColumn.TICK), [*range(20, 30, 2)]),
            (PairFilter(only_tick=True, only_wrong=True), [13]),
            (PairFilter(ids="words", only_wrong=True), [13, 27]),
        ],
    )
    def test_filters(self, table: CaptureTable, wanted: PairFilter, rows: list[int]) -> None:
        assert listed_rows(table, wanted, 1).tolist() == rows

    @pytest.mark.parametrize("column", PairColumn)
    def test_each_column_sorts_both_ways(self, table: CaptureTable, column: PairColumn) -> None:
        up, down = (listed_rows(table, PairFilter(column=column, descending=down), 0) for down in (False, True))
        assert sorted(up.tolist()) == sorted(down.tolist()) == [*range(PAIRS)]
        keys = {
            PairColumn.TICK: table.ticks,
            PairColumn.IDS: table.ids[:, 1],
            PairColumn.SHAPES: 1 - table.shapes[:, 1],  # box, then sphere
            PairColumn.SYMPTOM: table.status,
            PairColumn.ERROR: table.errors,
            PairColumn.REPORTED: table.reported,
            PairColumn.TRUTH: table.truth,
        }[column].astype(float)
        assert (np.diff(keys[up]) >= 0).all()
        assert (np.diff(keys[down]) <= 0).all()

    def test_next_and_previous_wrong_pair(self, table: CaptureTable) -> None:
        assert [next_wrong(table, PairFilter(), number) for number in (None, 13, 27, 5)] == [13, 27, 13, 13]
        assert [next_wrong(table, PairFilter(), number, back=True) for number in (None, 13, 27)] == [27, 27, 13]
        assert next_wrong(table, PairFilter(ids="27"), 13) == 27

    def test_ids_are_whole_numbers(self) -> None:
        assert ids_in("18446744073709551615") == [2**64 - 1]
        assert [ids_in(text) for text in ("18446744073709551616", "1 2 3", "-1", "²")] == [None] * 4


def test_iterations_are_limited_and_those_of_wrong_answers_are_dropped_last(tmp_path: Path) -> None:
    with gjkscope.Recorder(tmp_path / "run.gjkcap") as recorder:
        for i in range(PAIRS):
            trace = 4 * [{"simplex": [[i, 0, 0]]}]
            recorder.add(*pair_at(i), ids=(7, i), signed_distance=1.0 + i / 8 + WRONG.get(i, 0.0), iterations=trace)
    data = (tmp_path / "run.gjkcap").read_bytes()
    size = 4 * 352  # bytes of the iterations of a pair
    for most, wanted in ((40, [*range(PAIRS)]), (16, [13, 27, *range(32, PAIRS)]), (6, [27, *range(38, PAIRS)])):
        store, index = CaptureStore(None, most * size), index_capture(data)
        for begin in range(0, PAIRS, 2):
            store.append(capture_part(data, index, begin, begin + 2))
            judge_all(store)
        kept = [i for i in range(PAIRS) if store.pair(i)[1].iterations]
        assert all(len(store.pair(i)[1].iterations) == 4 for i in kept)
        assert kept == wanted
