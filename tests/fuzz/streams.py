"""Mutated streams of an engine: what no engine should send, and a hostile program may.

Run `python -m tests.fuzz.streams --count 100000`: each stream is read, judged and printed as `gjkscope listen` does.
What arrives is judged, or refused with one line; the answers are right before they are changed.
"""

import argparse
import json
import random
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory

import gjkscope
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.layout import FILE_HEADER, RECORD_HEADER, TIME, RecordType, record
from gjkscope.app.bring.capture.listening.framing import RecordChunk, StreamFraming
from gjkscope.app.bring.capture.listening.listener import TakenRecords
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.command_line.scan import wrong_row
from gjkscope.app.judge.captures.live import LiveReader, judge_block
from gjkscope.app.judge.captures.scanning import captured_scene, wrong_entry
from gjkscope.app.judge.captures.tally import LiveTally
from gjkscope.app.scenes.scene_file import format_scene, parse_scene

TETRAHEDRON = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
SHAPES: tuple[gjkscope.Shape, ...] = (
    gjkscope.Point(0.25),
    gjkscope.Segment((0, 0, 0), (0, 2, 0.1)),
    gjkscope.Triangle(TETRAHEDRON[:3]),
    gjkscope.Sphere(0.1),
    gjkscope.Box((1, 2, 3), 0.01),
    gjkscope.Capsule(0.3, 0.7, "x"),
    gjkscope.Cylinder(0.3, 0.7, "y"),
    gjkscope.Cone(0.3, 0.7, "z"),
    gjkscope.Ellipsoid((1, 2, 3)),
    gjkscope.Hull(TETRAHEDRON),
    gjkscope.Mesh(TETRAHEDRON, ((0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2))),
    gjkscope.HalfSpace(5),
    gjkscope.Superellipsoid((1, 2, 3), 3.5),
)
NUMBERS = (float("nan"), float("inf"), -float("inf"), 1e308, -1e200, 1e154, 5e-324, 1e-160, 0.0, -0.0, 1.0)
WORDS = (0, 1, 2, 7, 8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF8, 0xFFFFFFFF, 64 << 20)
PIECES = (1, 7, 64, 1 << 20)  # bytes that arrive at once
TEXTS = (b"\n\r\n\n", b"\x1b[2J", "\u2028".encode() + b" ", b"\xff\xfe\x80\x80", b"\0\0\0\0")
OUTPUT = Path("out") / "fuzz"
MOST_CHANGES, MOST_REALS = 4, 8


def plain_stream(precision: str) -> bytes:
    """A stream with every kind of record: shapes, pairs, iterations, times, lost pairs, and the name of the engine."""
    iteration = gjkscope.Iteration((gjkscope.IterationVertex((-2.0, 0.5, 0.1)),), (1.0, 0.0, 0.0), (-2.0, 0.5, 0.1))
    face = ((1.0, 1.0, 1.0), (-1.0, -1.0, 1.0), (-1.0, 1.0, -1.0))
    others = [gjkscope.Iteration(faces=(face, face), face=face), gjkscope.Iteration(interior=(0.5, 0.0, 0.0))]
    others.append(gjkscope.Iteration((), (1.0, 0.0, 0.0), separation=-0.5))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "plain.gjkcap"
        with gjkscope.Recorder(path, by="engine 1.0", precision=precision) as recorder:
            for i, shape in enumerate(SHAPES):
                pair = (shape, gjkscope.Pose(position=(0.25 * i, 0.5, 0.0)), SHAPES[3], gjkscope.Pose())
                right = gjkscope.query(*pair)
                recorder.add(*pair, tick=i, ids=(i, 7), signed_distance=right.signed_distance, normal=right.normal)
                witnesses = {"witness_a": right.witness_a, "witness_b": right.witness_b}
                recorder.add(*pair, verdict=right.verdict.value, **witnesses)
            recorder.add(*pair, signed_distance=right.signed_distance, iterations=[iteration] * 3 + others)
        data = path.read_bytes()
    extra = record(RecordType.TIME, TIME.pack(1_700_000_000_000_000)) + record(RecordType.LOST, pack("<QQ", 3, 5))
    return data[: FILE_HEADER.size] + extra + data[FILE_HEADER.size :] + record(RecordType.END, b"")


def records_of(stream: bytes) -> list[bytes]:
    """The header, and then each record."""
    parts, at = [stream[: FILE_HEADER.size]], FILE_HEADER.size
    while at < len(stream):
        size = RECORD_HEADER.size + RECORD_HEADER.unpack_from(stream, at)[1]
        parts.append(stream[at : at + size])
        at += size
    return parts


# --- mutations ---

Parts = list[bytearray]


def _any_byte(parts: Parts, draw: random.Random) -> None:
    part = draw.choice(parts)
    if part:
        part[draw.randrange(len(part))] = draw.randrange(256)


def _word(parts: Parts, draw: random.Random) -> None:
    """A type, a length, a number of vertices, a code."""
    _put(draw.choice(parts), pack("<I", draw.choice(WORDS)), 4, draw)


def _length(parts: Parts, draw: random.Random) -> None:
    part = draw.choice(parts)
    if len(part) >= RECORD_HEADER.size:
        part[4:8] = pack("<I", draw.choice((*WORDS, len(part) + 8, max(len(part) - 16, 0))))


def _reals(parts: Parts, draw: random.Random) -> None:
    """Of a shape, a transform or an answer."""
    part, number, is_wide = draw.choice(parts), draw.choice(NUMBERS), draw.random() < 0.5
    for _ in range(draw.randint(1, MOST_REALS)):
        _put(part, pack("<d", number) if is_wide else _single(number), 8 if is_wide else 4, draw)


def _text(parts: Parts, draw: random.Random) -> None:
    """Such as the name of the engine: line breaks, escape sequences, and bytes that are no UTF-8."""
    names = [part for part in parts if part.startswith(pack("<I", RecordType.WRITER))]
    _put(draw.choice(names or parts), draw.choice(TEXTS), 4, draw)


def _single(number: float) -> bytes:
    try:
        return pack("<f", number)
    except OverflowError:
        return pack("<f", float("inf"))


def _put(part: bytearray, new: bytes, step: int, draw: random.Random) -> None:
    if len(part) >= step:
        at = step * draw.randrange(len(part) // step)
        part[at : at + step] = new


def _type(parts: Parts, draw: random.Random) -> None:
    part = draw.choice(parts)
    if len(part) >= RECORD_HEADER.size:
        part[:4] = pack("<I", draw.randrange(12))


def _remove(parts: Parts, draw: random.Random) -> None:
    if len(parts) > 1:
        del parts[draw.randrange(len(parts))]


def _repeat(parts: Parts, draw: random.Random) -> None:
    parts.insert(draw.randrange(len(parts) + 1), bytearray(draw.choice(parts)))


def _swap(parts: Parts, draw: random.Random) -> None:
    i, j = draw.randrange(len(parts)), draw.randrange(len(parts))
    parts[i], parts[j] = parts[j], parts[i]


def _cut(parts: Parts, draw: random.Random) -> None:
    """A write that was not finished: the rest follows as if nothing had happened."""
    part = draw.choice(parts)
    del part[draw.randrange(len(part) + 1) :]


def _break_off(parts: Parts, draw: random.Random) -> None:
    del parts[draw.randrange(1, len(parts) + 1) :]
    _cut(parts[-1:], draw)


def _garbage(parts: Parts, draw: random.Random) -> None:
    parts.insert(draw.randrange(len(parts) + 1), bytearray(draw.randbytes(draw.randrange(64))))


MUTATIONS: tuple[Callable[[Parts, random.Random], None], ...] = (
    _any_byte,
    _word,
    _length,
    _reals,
    _reals,
    _reals,
    _text,
    _type,
    _remove,
    _repeat,
    _swap,
    _cut,
    _break_off,
    _garbage,
)


def mutated_streams(count: int, seed: int) -> Iterator[bytes]:
    """Streams with one to a few mutations each."""
    draw = random.Random(seed)
    plain = [records_of(plain_stream(precision)) for precision in ("single", "double")]
    for i in range(count):
        parts = [bytearray(part) for part in plain[i % 2]]
        for _ in range(draw.randint(1, MOST_CHANGES)):
            draw.choice(MUTATIONS)(parts, draw)
        yield b"".join(parts)


# --- reading them ---


def outcome_of(stream: bytes, piece: int) -> str:
    """One line: what `gjkscope listen` says in the end about a stream that arrives in pieces of this size."""
    framing, tally, refusal = StreamFraming(), LiveTally(), ""
    chunks: list[RecordChunk] = []
    try:
        for at in range(0, len(stream), piece):
            if (chunk := framing.feed(stream[at : at + piece])) is not None:
                chunks.append(chunk)
            if framing.is_over:
                break
    except CaptureError as fault:
        refusal = f"refused: {fault}"
    try:
        if chunks:  # what arrived before is judged
            _judge(LiveReader(), TakenRecords(tuple(chunks)), tally)
    except CaptureError as fault:
        refusal = f"refused: {fault}"
    return refusal or tally.summary(0)


def _judge(reader: LiveReader, taken: TakenRecords, tally: LiveTally) -> None:
    tolerance = Tolerance()
    block = reader.read(taken)
    judged = judge_block(block, tolerance)
    tally.add(block, judged)
    for wrong in judged.wrong:
        lines = json.dumps(wrong_entry(wrong, block.capture.by)), wrong_row(wrong)
        assert all(line.isprintable() for line in (*lines, block.capture.by))
        parse_scene(format_scene(captured_scene(wrong, block.capture.by, "stream", tolerance)))


def faults_of(count: int, seed: int) -> Iterator[tuple[bytes, str]]:
    """The streams that end in a traceback, or in more or less than one line, and what happened."""
    for i, stream in enumerate(mutated_streams(count, seed)):
        try:
            words = outcome_of(stream, PIECES[i % len(PIECES)] if len(stream) < 1 << 16 else 1 << 20)
        except Exception:
            yield stream, traceback.format_exc()
            continue
        if not words or len(words.splitlines()) != 1 or not words.isprintable():
            yield stream, f"not one line: {words!r}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.streams", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=2000, help="streams, default 2000")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults = list(faults_of(options.count, options.seed))
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for number, (stream, words) in enumerate(faults):
        path = OUTPUT / f"stream-{number}.gjkcap"
        path.write_bytes(stream)
        print(f"{path}: {words}")
    print(f"{options.count:,} streams, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
