"""Captures with any numbers in any field: everything is judged, or refused with a line; nothing raises."""

import json
from collections.abc import Callable
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope import Box, Capsule, Ellipsoid, HalfSpace, Hull, Mesh, Pose, Segment, Shape, Sphere, Triangle, query
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.layout import PAIR_TYPES, SHAPE_HEAD, RecordType, file_header
from gjkscope.app.bring.capture.reader import Capture, parse_capture
from gjkscope.app.bring.capture.shapes import shape_record
from gjkscope.app.command_line.main import run_command
from gjkscope.app.judge.captures.judging import certified_answers, judge_part
from gjkscope.app.judge.captures.scanning import (
    CapturedPair,
    captured_pair_scene,
    captured_scene,
    scan_capture,
    wrong_entry,
)
from gjkscope.app.judge.captures.store import CaptureStore
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.scene_file import format_scene, parse_scene

Random = np.random.Generator
Rows = npt.NDArray[np.void]

NUMBERS = (nan, inf, -inf, 0.0, -0.0, 5e-324, -1e-300, 1e308, -1e308, 1e200, 1e77, 1e-200, 1.0, -2.0)
ANSWER = {"signed_distance": 1, "normal": 2, "witness_a": 4, "witness_b": 8}  # bits of the parts that are given
CORNERS = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
SHAPES: tuple[Shape, ...] = (
    Sphere(0.5),
    Box((0.5, 1, 0.25)),
    Hull(CORNERS),
    Capsule(0.25, 0.5),
    HalfSpace(),
    Segment((0, 0, 0), (1, 0, 0)),
    Ellipsoid((1, 0.5, 0.25)),
    Triangle(CORNERS[:3]),
    Mesh(CORNERS, ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))),
)
PAIRS = 40
SEEDS = 4  # both precisions, matrices and quaternions; `make test-hunt` has more


def pair_rows(random: Random, count: int = PAIRS, single: bool = False) -> Rows:
    """Ordinary pairs with ordinary, mostly wrong answers."""
    kind = RecordType.SINGLE_PAIR if single else RecordType.DOUBLE_PAIR
    rows = np.zeros(count, PAIR_TYPES[kind])
    rows["type"], rows["length"] = kind, rows.itemsize - 8
    rows["shapes"] = random.integers(1, len(SHAPES) + 1, (count, 2))
    rows["transforms"] = np.eye(3, 4).ravel()
    rows["transforms"][:, 1, 3::4] = random.uniform(-1, 1, (count, 3))
    rows["given"], rows["verdict"] = random.integers(0, 32, count), random.integers(0, 4, count)
    for name in ANSWER:
        rows[name] = random.normal(size=rows[name].shape)
    return rows


def spoil(rows: Rows, names: tuple[str, ...], random: Random) -> None:
    """Puts unusual numbers into these fields of some rows."""
    with np.errstate(over="ignore", under="ignore"):  # in single precision they are infinite, or zero
        for i in range(len(rows)):
            for name in names:
                numbers = rows[name][i].copy().reshape(-1)
                for _ in range(random.integers(0, 3)):
                    numbers[random.integers(len(numbers))] = random.choice(NUMBERS)
                rows[name][i] = numbers.reshape(rows[name][i].shape)


def spoilt_shape(shape: Shape, key: int, random: Random) -> bytes:
    """The record of a shape with unusual numbers in its sizes, its rounding and its vertices."""
    record = bytearray(shape_record(shape, key))
    numbers = np.frombuffer(record, "<f8", 5 + 3 * int.from_bytes(record[20:24], "little"), 8 + SHAPE_HEAD.size - 40)
    for _ in range(random.integers(0, 2)):
        numbers[random.integers(len(numbers))] = random.choice(NUMBERS)
    return bytes(record)


def capture_of(rows: Rows, shapes: bytes = b"") -> Capture:
    known = shapes or b"".join(shape_record(shape, i + 1) for i, shape in enumerate(SHAPES))
    return parse_capture(file_header() + known + rows.tobytes())


def refuse(constant: str) -> float:
    raise AssertionError(f"no JSON: {constant}")


def judge_everywhere(capture: Capture) -> dict[int, Symptom]:
    """Judges a capture as `scan` and the window do, and opens all its pairs; the symptoms of those that are wrong."""
    scan = scan_capture(capture, Tolerance(), 0)
    for wrong in scan.wrong:
        json.loads(json.dumps(wrong_entry(wrong, "engine")), parse_constant=refuse)
        scene = captured_scene(wrong, "engine", "run.gjkcap", Tolerance())
        assert parse_scene(format_scene(scene)) == scene
    store = CaptureStore()
    store.append(capture)
    while (part := store.unjudged(25)) is not None:
        store.judge(part.rows, judge_part(part.pairs, part.answers, Tolerance()))
    while (doubt := store.next_doubt()) is not None:
        [certified] = certified_answers([(doubt.pair, doubt.answer)], Tolerance())
        store.certify(doubt.row, certified)
    for number in capture.numbers.tolist():
        opened = captured_pair_scene(CapturedPair(number, 0, (1, 2), *store.pair(number)), "engine", "run", Tolerance())
        assert parse_scene(format_scene(opened)) == opened
    unplaced = {int(number) for number in capture.unplaced.numbers}
    table = store.table()
    assert {int(number) for number in table.numbers[table.is_wrong]} == unplaced | {
        answer.number for answer in scan.wrong
    }
    return {answer.number: answer.fault.symptom for answer in scan.wrong}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_number_in_an_answer_is_judged(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = pair_rows(random, single=seed % 2 == 0)
    spoil(rows, tuple(ANSWER), random)
    capture = capture_of(rows)
    symptoms = judge_everywhere(capture)
    for number in capture.numbers.tolist():
        said = [np.abs(rows[name][number].astype(float)) for name, bit in ANSWER.items() if rows["given"][number] & bit]
        is_finite = all((part < 1e300).all() for part in said)
        assert (symptoms.get(number) is Symptom.NOT_FINITE) == (not is_finite)
        if rows["given"][number] & ANSWER["normal"] and not rows["normal"][number].any():
            assert number in symptoms


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_number_in_a_pose_is_judged_or_refused_with_a_line(seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = pair_rows(random)
    if seed % 3 == 0:
        rows["frames"] = 1  # quaternions
    spoil(rows, ("transforms", "transforms"), random)
    capture = capture_of(rows)
    judge_everywhere(capture)
    refused = sum(skipped.pairs for skipped in capture.skipped)
    assert capture.pairs.size + refused + len(capture.unplaced.numbers) == PAIRS
    is_finite = np.isfinite(rows["transforms"]).all(axis=(1, 2))
    assert not np.isin(capture.numbers, np.flatnonzero(~is_finite)).any()


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_number_in_a_shape_is_judged_or_refused_with_a_line(seed: int) -> None:
    random = np.random.default_rng(seed)
    shapes = b"".join(spoilt_shape(shape, i + 1, random) for i, shape in enumerate(SHAPES))
    capture = capture_of(pair_rows(random), shapes)
    judge_everywhere(capture)
    assert capture.pairs.size + sum(skipped.pairs for skipped in capture.skipped) == PAIRS
    assert all(skipped.reason and "\n" not in skipped.reason for skipped in capture.skipped)


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        (lambda: Sphere(1e200), "sphere: must reach at most 5e+149 m from its origin, got 1e+200 m"),
        (lambda: Hull([(0, 0, 0), (1e308, 1e308, 1e308)]), "hull: must reach at most 5e+149 m from its origin"),
    ],
)
def test_shapes_too_large_for_a_scene_are_refused(shape: Callable[[], Shape], reason: str) -> None:
    rows = pair_rows(np.random.default_rng(1), 1)
    rows["shapes"] = 1
    [skipped] = capture_of(rows, shape_record(shape(), 1)).skipped
    assert skipped.reason.startswith(reason)


def test_a_nan_witness_is_a_line_of_the_table_and_the_scan_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = pair_rows(np.random.default_rng(1), 3)
    rows["shapes"], rows["transforms"][:, 1, 3::4] = 1, (3.0, 0.0, 0.0)
    rows["given"], rows["signed_distance"] = [1 + 4, 1, 1 + 8], 2.0
    rows["witness_a"], rows["witness_b"] = nan, (2.5, nan, 0.0)
    path = tmp_path / "nan.gjkcap"
    path.write_bytes(file_header() + shape_record(SHAPES[0], 1) + rows.tobytes())
    assert run_command(["scan", str(path), "-o", str(tmp_path / "found")]) == 1
    first, second, summary = capsys.readouterr().out.splitlines()
    assert "not finite" in first
    assert "not finite" in second
    assert summary.endswith("2 wrong of 3 answers about 3 pairs")
    for scene in sorted((tmp_path / "found").iterdir()):
        assert run_command(["query", str(scene)]) in (0, 1)
        assert "is not finite" in capsys.readouterr().out


def half_space_rows(placed: list[tuple[float, float, float]], **answer: Any) -> Rows:
    """A half-space and a sphere at these places, in both orders."""
    rows = pair_rows(np.random.default_rng(1), 2 * len(placed))
    rows["shapes"] = [[5, 1], [1, 5]] * len(placed)
    rows["transforms"] = np.eye(3, 4).ravel()
    for i, position in enumerate(placed):
        rows["transforms"][2 * i, 1, 3::4] = rows["transforms"][2 * i + 1, 0, 3::4] = position
    rows["given"] = 0
    for name, value in answer.items():
        rows[name], rows["given"] = value, rows["given"] | ANSWER[name]
    return rows


@pytest.mark.parametrize("position", [(0, 0.25, 0), (50, 0.25, 0), (-9.9, 0.25, 700), (3, -80, 0), (1e6, 2, -1e6)])
def test_half_spaces_are_infinite(position: tuple[float, float, float]) -> None:
    right = position[1] - 0.5
    rows = half_space_rows([position], signed_distance=right)
    assert judge_everywhere(capture_of(rows)) == {}
    assert len(judge_everywhere(capture_of(half_space_rows([position], signed_distance=-right)))) == 2


def test_half_spaces_that_reach_far_enough_stay_as_they_are() -> None:
    capture = capture_of(half_space_rows([(2, 0.25, 0)], signed_distance=-0.25))
    assert capture.pairs.pair(0)[0] == HalfSpace()
    wide = capture_of(half_space_rows([(20, -2, 0)])).pairs.pair(0)
    assert wide == (HalfSpace(28.0), Pose(), Sphere(0.5), Pose(position=(20, -2, 0)))
    assert query(*wide).signed_distance == pytest.approx(-2.5)


def test_two_half_spaces_are_refused_with_a_line() -> None:
    rows = half_space_rows([(0, 0, 0)], signed_distance=0.0)
    rows["shapes"] = 5
    [skipped] = capture_of(rows).skipped
    assert (skipped.reason, skipped.pairs) == ("both shapes are half-spaces", 2)
