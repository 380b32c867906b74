"""Captures: what a recorder wrote is read back bit for bit, cut files to the last record; hostile ones are rejected."""

from pathlib import Path
from struct import pack, pack_into

import numpy as np
import pytest

import gjkscope
from gjkscope import Pose, as_pose
from gjkscope.app.ask.solvers.answer_block import AnswerBlock
from gjkscope.app.ask.solvers.pair_block import pose_of
from gjkscope.app.bring.capture import layout
from gjkscope.app.bring.capture.layout import FILE_HEADER, RecordType, file_header, record
from gjkscope.app.bring.capture.reader import Capture, parse_capture, read_capture
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.engine.shapes.kinds import Box, HalfSpace, Sphere
from tests.fuzz.streams import SHAPES

TURNED = as_pose([[0, -1, 0, 0.1], [1, 0, 0, 1 / 3], [0, 0, 1, -7], [0, 0, 0, 1]])
HALF = 0.5**0.5


def record_three(path: Path, precision: str = "double") -> bytes:
    """A file of three pairs."""
    with gjkscope.Recorder(path, "engine 1.0", precision) as recorder:
        for tick in range(3):
            pose_b = Pose(position=(3 + tick, 0, 0))
            distance, normal = tick + 0.5, (1, 0, 0)
            recorder.add(
                Sphere(1),
                TURNED,
                Box((1, 1, 1)),
                pose_b,
                tick=tick,
                signed_distance=distance,
                normal=normal,
                ids=(1, 2),
            )
    return path.read_bytes()


def test_every_shape_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "shapes.gjkcap"
    with gjkscope.Recorder(path) as recorder:
        for shape in SHAPES:
            recorder.add(shape, TURNED, Sphere(1), Pose())
    pairs = read_capture(path).pairs
    # A half-space is infinite: it is made to reach below the sphere.
    read = [HalfSpace(10.0) if isinstance(shape, HalfSpace) else shape for shape in SHAPES]
    assert [pairs.pair(i)[0] for i in range(pairs.size)] == read
    assert {pairs.pair(i)[2] for i in range(pairs.size)} == {Sphere(1)}
    assert {pairs.pair(i)[1] for i in range(pairs.size)} == {TURNED}


@pytest.mark.parametrize("precision", ["single", "double"])
def test_answers_are_read_back(tmp_path: Path, precision: str) -> None:
    path = tmp_path / "answers.gjkcap"
    kind = np.float32 if precision == "single" else np.float64
    nan = float("nan")
    with gjkscope.Recorder(path, by="my engine", precision=precision) as recorder:
        pair = (Sphere(1), TURNED, Sphere(2), Pose())
        recorder.add(*pair, tick=2**63, ids=(2**64 - 1, 5), signed_distance=0.1, verdict="separated")
        recorder.add(*pair, normal=(0.1, 0, 1), witness_a=(1, 2, 3), witness_b=(4, 5, 1e200))
        recorder.add(*pair, signed_distance=nan, verdict="touching")
        recorder.add(*pair)
    capture = read_capture(path)
    assert capture.by == "my engine"
    assert capture.ticks.tolist() == [2**63] * 4
    assert capture.ids.tolist() == [[2**64 - 1, 5], [0, 0], [0, 0], [0, 0]]
    first, second, third, fourth = map(capture.answers.answer, range(4))
    assert (first.signed_distance, first.verdict, first.normal) == (float(kind(0.1)), "separated", None)
    assert (second.signed_distance, second.normal) == (None, (float(kind(0.1)), 0.0, 1.0))
    assert third.not_finite == "signed distance nan"
    assert (second.not_finite is None) == (precision == "double")  # 1e200 is infinite in single precision
    assert fourth == type(fourth)()


def test_a_block_is_written_at_once(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    source = parse_capture(record_three(tmp_path / "three.gjkcap"))
    places = random.integers(0, 3, 50_000)
    pairs = source.pairs.only(places)
    answers = AnswerBlock(*(part[places] for part in source.answers[:5]), others={})
    path = tmp_path / "block.gjkcap"
    with gjkscope.Recorder(path) as recorder:
        recorder.add_block(pairs, answers, np.arange(50_000), np.zeros((50_000, 2)))
    capture = read_capture(path)
    assert capture.total == capture.pairs.size == 50_000
    assert (capture.pairs.poses_b == pairs.poses_b).all()
    assert (capture.answers.signed_distance == answers.signed_distance).all()
    assert np.isnan(capture.answers.witness_a).all()
    assert (capture.answers.normal == answers.normal).all()


def test_a_quaternion_gives_the_rotation_that_scenes_get(tmp_path: Path) -> None:
    data = bytearray(record_three(tmp_path / "run.gjkcap"))
    begin = len(data) - layout.DOUBLE.itemsize + 8
    data[begin + 45] = layout.QUATERNION
    pack_into("<12d", data, begin + 48, 1, 2, 3, 0, 0, -2 * HALF, 2 * HALF, 0, 0, 0, 0, 0)
    pose = pose_of(parse_capture(bytes(data)).pairs.poses_a[2])
    assert pose.position == (1, 2, 3)
    assert np.array(pose.rotation) == pytest.approx(np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]))


@pytest.mark.parametrize("precision", ["single", "double"])
def test_a_file_may_end_anywhere(tmp_path: Path, precision: str) -> None:
    data = record_three(tmp_path / "run.gjkcap", precision)
    whole, size = parse_capture(data), layout.pair_type("<f4" if precision == "single" else "<f8").itemsize
    assert (whole.total, whole.cut) == (3, 0)
    for end in range(FILE_HEADER.size, len(data), 5):
        part = parse_capture(data[:end])
        assert part.total == max(0, (end - (len(data) - 3 * size)) // size)
        assert part.answers.signed_distance.tolist() == whole.answers.signed_distance.tolist()[: part.total]
        assert (part.cut == 0) == (end in (FILE_HEADER.size, end - part.cut))


def test_zeros_after_a_power_failure_end_the_file(tmp_path: Path) -> None:
    data = record_three(tmp_path / "run.gjkcap")
    assert parse_capture(data + bytes(4096)).total == 3


def test_unknown_records_and_longer_pairs_are_skipped(tmp_path: Path) -> None:
    data = record_three(tmp_path / "run.gjkcap")
    unknown = pack("<II", 0x80000001, 24) + bytes(24)
    later = data[-layout.DOUBLE.itemsize :][8:] + bytes(16)
    longer = pack("<II", RecordType.DOUBLE_PAIR, len(later)) + later
    capture = parse_capture(data + 3 * unknown + longer + unknown + record(RecordType.LOST, pack("<QQ", 5, 2)))
    assert capture.answers.signed_distance.tolist() == [0.5, 1.5, 2.5, 2.5]
    assert capture.lost == 7


def edit(data: bytes, offset: int, new: bytes) -> bytes:
    return data[:offset] + new + data[offset + len(new) :]


HOSTILE = {
    "empty": (lambda data: b"", "byte 0: a .gjkcap file must begin with"),
    "another file": (lambda data: b"{}" + data, "byte 0: a .gjkcap file must begin with"),
    "text mode": (lambda data: data.replace(b"\n", b"\r\n"), "byte 0: a .gjkcap file must begin with"),
    "short header": (lambda data: data[:20], "byte 20: the file ends inside its header"),
    "version": (lambda data: edit(data, 8, pack("<H", 2)), "byte 8: version 2.0: this gjkscope reads version 1"),
    "header size": (lambda data: edit(data, 12, pack("<I", 0)), "byte 12: the size of the header must be"),
    "header beyond": (lambda data: edit(data, 12, pack("<I", 2**31)), "byte 12: the size of the header must be"),
    "odd length": (lambda data: data + pack("<II", 9, 3) + bytes(3), "the length of a record must be a multiple of 8"),
    "huge length": (lambda data: data + pack("<II", 9, 2**32 - 8), "at most 67108864, got 4294967288"),
    "short pair": (lambda data: data + pack("<II", 3, 8) + bytes(8), "a pair of type 3 has at least 320 bytes, got 8"),
    "short shape": (lambda data: data + pack("<II", 1, 8) + bytes(8), "a shape has at least 64 bytes"),
    "short loss": (lambda data: data + pack("<II", 4, 8) + bytes(8), "a record of missing pairs has 16 bytes"),
    "vertices": (
        lambda data: data + record(RecordType.SHAPE, layout.SHAPE_HEAD.pack(9, 9, 0, 2**32 - 1, 0, *5 * [0.0])),
        "4294967295 vertices and 0 triangles do not fit into a shape of 64 bytes",
    ),
    "no key": (
        lambda data: data + record(RecordType.SHAPE, layout.SHAPE_HEAD.pack(0, 3, 0, 0, 0, *5 * [1.0])),
        "the key of a shape must not be 0",
    ),
    "engine": (lambda data: data.replace(b"engine 1.0", b"\xff" * 10), "byte 40: the name of the engine must be UTF-8"),
    "frame": (lambda data: edit(data, len(data) - 320 + 46, b"\7"), "pair 2: the kind of transform must be from 0"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_rejected_in_one_line(tmp_path: Path, name: str) -> None:
    change, words = HOSTILE[name]
    with pytest.raises(CaptureError) as caught:
        parse_capture(change(record_three(tmp_path / "run.gjkcap")))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_shapes_with_one_key_are_rejected() -> None:
    shapes = [record(RecordType.SHAPE, layout.SHAPE_HEAD.pack(5, 3, 0, 0, 0, size, *4 * [0.0])) for size in (1.0, 2.0)]
    assert parse_capture(file_header() + 2 * shapes[0]).total == 0
    with pytest.raises(CaptureError, match="byte 104: key 0x5 belongs to a different shape already"):
        parse_capture(file_header() + b"".join(shapes))


def skipped_reasons(capture: Capture) -> list[tuple[str, int, int]]:
    return [tuple(entry) for entry in capture.skipped]


def test_pairs_that_cannot_be_judged_are_counted(tmp_path: Path) -> None:
    data = bytearray(record_three(tmp_path / "run.gjkcap"))
    at = len(data) - 3 * layout.DOUBLE.itemsize + 8
    pack_into("<Q", data, at + 24, 77)  # no such shape
    pack_into("<d", data, at + 328 + 48, 2.0)  # a scale
    pack_into("<d", data, at + 2 * 328 + 48 + 24, float("nan"))  # a body that flew away
    capture = parse_capture(bytes(data))
    assert (capture.total, capture.pairs.size) == (3, 0)
    assert skipped_reasons(capture) == [("its shape is missing", 1, 0), ("a transform scales, shears or mirrors", 1, 1)]
    assert capture.unplaced.numbers.tolist() == [2]


def test_a_shape_that_makes_no_sense_costs_only_its_pairs(tmp_path: Path) -> None:
    data = record_three(tmp_path / "run.gjkcap")
    radius = FILE_HEADER.size + len(record(RecordType.WRITER, b"engine 1.0")) + 8 + 24
    capture = parse_capture(edit(data, radius, pack("<d", -1.0)))
    assert capture.pairs.size == 0
    [(reason, count, first)] = skipped_reasons(capture)
    assert reason.startswith("sphere: radius: must be")
    assert (count, first) == (3, 0)


@pytest.mark.thorough
def test_random_damage_never_raises_anything_else(tmp_path: Path) -> None:
    data, random = record_three(tmp_path / "run.gjkcap", "single"), np.random.default_rng(11)
    outcomes = set()
    for _ in range(1000):
        damaged = bytearray(data)
        for offset in random.integers(0, len(data), random.integers(1, 6)).tolist():
            damaged[offset] = int(random.integers(0, 256))
        try:
            capture = parse_capture(bytes(damaged))
        except CaptureError:
            outcomes.add("rejected")
        else:
            outcomes.add("read")
            block = capture.pairs
            for pose in (*block.poses_a, *block.poses_b):
                as_pose(pose)
    assert outcomes == {"rejected", "read"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"verdict": "apart"}, "verdict: must be one of separated"),
        ({"normal": (1, 2)}, "normal: must be 3 numbers"),
        ({"witness_a": "north"}, "witness_a: must be 3 numbers"),
    ],
)
def test_the_recorder_names_what_is_wrong(tmp_path: Path, arguments: dict[str, object], words: str) -> None:
    with gjkscope.Recorder(tmp_path / "run.gjkcap") as recorder, pytest.raises(ValueError, match=words):
        recorder.add(Sphere(1), Pose(), Sphere(1), Pose(), **arguments)  # type: ignore[arg-type]
