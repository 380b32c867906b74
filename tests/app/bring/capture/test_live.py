"""Streams: what an engine sends arrives, whatever the listener does; hostile streams cost one line."""

import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory
from time import monotonic

import numpy as np
import pytest

import gjkscope
from gjkscope import Iteration, Pose, Sphere
from gjkscope.app.base.resources import resource
from gjkscope.app.bring.capture import stream_file
from gjkscope.app.bring.capture.iterations import iteration_records
from gjkscope.app.bring.capture.layout import LOOPBACK, SHAPE_HEAD, RecordType, file_header, record
from gjkscope.app.bring.capture.listening import framing as framing_module
from gjkscope.app.bring.capture.listening import listener as listening
from gjkscope.app.bring.capture.listening.framing import StreamFraming
from gjkscope.app.bring.capture.listening.listener import ConnectionChange, ConnectionEvent, Listener, TakenRecords
from gjkscope.app.bring.capture.reader import Capture, parse_capture
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.judge.captures.live import LiveReader

SOURCE = Path(__file__).parent / "live.c"
HEADERS = resource("assets", "clients", "gjkscope_capture.h").parent
PAIR = (Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)))
LIMIT = 20.0  # seconds that anything here may take


@pytest.fixture
def listener() -> Iterator[Listener]:
    opened = Listener(port=0)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C program, with small rings, that connects again after a millisecond."""
    return build(tmp_path_factory.mktemp("live"), "gcc", "-std=c99")


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with iterations, in C++ and double precision."""
    options = ["-std=c++11", "-x", "c++", "-DGJKCAP_ITERATIONS=1024", "-DGJKCAP_DOUBLE"]
    return build(tmp_path_factory.mktemp("traced"), "g++", *options)


def build(folder: Path, *compiler: str) -> Path:
    path = folder / "live"
    warnings = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-Wshadow", "-Wconversion"]
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    sizes = ["-DGJKCAP_SLOTS=1024", "-DGJKCAP_RETRY=1000", "-DGJKSCOPE_CAPTURE", f"-I{HEADERS}"]
    subprocess.run([*compiler, *warnings, *sanitizers, *sizes, SOURCE, "-o", path, "-pthread"], check=True)
    return path


def start(program: Path, port: int, ticks: int) -> subprocess.Popen[str]:
    words = [program, str(port), str(ticks)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def follow(listener: Listener, connections: int = 1) -> tuple[list[Capture], list[ConnectionEvent]]:
    """What arrives until this number of connections has ended."""
    captures, events, reader, until = [], [], LiveReader(), monotonic() + LIMIT
    while sum(event.change is not ConnectionChange.CONNECTED for event in events) < connections:
        assert monotonic() < until
        taken = listener.take(0.05)
        if isinstance(taken, ConnectionEvent):
            events.append(taken)
            if taken.change is ConnectionChange.CONNECTED:
                reader = LiveReader()
        elif taken is not None:
            try:
                captures.append(reader.read(taken).capture)
            except CaptureError as fault:
                listener.refuse(str(fault))
    return captures, events


def changes(events: list[ConnectionEvent]) -> list[str]:
    return [event.change.value for event in events]


# --- the header for C ---


def test_a_program_streams_from_two_threads(program: Path, listener: Listener) -> None:
    running = start(program, listener.port, 60)
    captures, events = follow(listener)
    out, err = running.communicate()
    assert (running.returncode, err, changes(events)) == (0, "", ["connected", "ended"])
    assert all(capture.skipped == () for capture in captures)  # each shape came before its pairs
    assert {capture.by for capture in captures} == {"live.c"}
    ids = np.concatenate([capture.ids for capture in captures])
    lost = sum(capture.lost for capture in captures)
    assert len(ids) + lost == 2 * 60 * 50
    for thread in (0, 1):
        numbers = ids[ids[:, 0] == thread, 1].astype(int)
        assert (np.diff(numbers) > 0).all()
    distances = np.concatenate([capture.answers.signed_distance for capture in captures])
    assert (distances == 0.5).all()
    assert 0 < int(out) <= len(ids)


def check_traces(capture: Capture) -> int:
    """Whether each pair has its own iterations, all of them or none; returns how many have them."""
    traces = [capture.answers.answer(i).iterations for i in range(capture.pairs.size)]
    for (thread, number), trace in zip(capture.ids.tolist(), traces, strict=True):
        vertices = [entry.simplex[0].point for entry in trace]
        assert vertices in ([], [(thread, number, i) for i in range(number % 5)])
    return sum(trace != () for trace in traces)


def read_late(program: Path, ticks: int) -> tuple[Capture, str]:
    """What a listener receives that reads nothing while the program runs, and what the program prints."""
    with socket.create_server((LOOPBACK, 0)) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        running = start(program, server.getsockname()[1], ticks)
        connection, _ = server.accept()
        with connection:
            connection.sendall(file_header())
            out, err = running.communicate(timeout=LIMIT)
            received = b"".join(iter(lambda: connection.recv(1 << 16), b""))
    assert (running.returncode, err) == (0, "")
    return parse_capture(received), out


@pytest.mark.thorough
def test_a_program_streams_iterations(traced: Path, listener: Listener) -> None:
    running = start(traced, listener.port, 25)
    captures, events = follow(listener)
    _, err = running.communicate()
    assert (running.returncode, err, changes(events)) == (0, "", ["connected", "ended"])
    due = sum(int((capture.ids[:, 1] % 5 > 0).sum()) for capture in captures)
    assert due / 2 < sum(map(check_traces, captures)) <= due  # a busy machine overwrites some


def test_iterations_of_dropped_pairs_are_dropped(traced: Path) -> None:
    capture, _ = read_late(traced, 60)
    assert (capture.skipped, check_traces(capture) > 0) == ((), True)


@pytest.mark.parametrize("words", [["gcc", "-std=c99"], ["g++", "-std=c++11", "-x", "c++"]], ids=["C", "C++"])
def test_without_capture_calls_are_no_code(tmp_path: Path, words: list[str]) -> None:
    objects = tmp_path / "live.o"
    subprocess.run(
        [*words, "-O1", "-Wall", "-Wextra", "-Werror", f"-I{HEADERS}", "-c", SOURCE, "-o", objects], check=True
    )
    symbols = subprocess.run(["nm", objects], capture_output=True, text=True, check=True).stdout
    assert "main" in symbols
    assert "gjk" not in symbols


def test_a_program_does_not_wait_for_a_listener_that_is_not_there(program: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
    out, err = start(program, port, 20).communicate(timeout=LIMIT)
    assert (out, err) == ("0\n", "")


def test_a_program_does_not_wait_for_a_slow_listener(program: Path) -> None:
    capture, out = read_late(program, 100)
    assert 0 < capture.total <= int(out) + 2 * 50 * 100
    assert capture.skipped == ()


def test_a_program_connects_again(program: Path) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        running = start(program, server.getsockname()[1], 200)
        first, _ = server.accept()
        with first:
            first.sendall(file_header())
            assert first.recv(1 << 16).startswith(file_header())
        second, _ = server.accept()
        with second:
            second.sendall(file_header())
            received = b"".join(iter(lambda: second.recv(1 << 16), b""))
        _, err = running.communicate(timeout=LIMIT)
    assert (running.returncode, err) == (0, "")  # above all, no SIGPIPE
    capture = parse_capture(received)
    assert capture.total > 0
    assert capture.skipped == ()  # the shapes were sent again


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (
            b"\x89GJKCAP\n" + pack("<HHI16x", 2, 5, 32),
            "needs another gjkscope_capture.h: this one writes version 1 of .gjkcap, it reads version 2",
        ),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n<html>", "is not a gjkscope that listens"),
        (file_header() + record(RecordType.REFUSAL, b"byte 40: no\x1b[2J"), "byte 40: no?[2J"),
    ],
    ids=["version", "another server", "refusal"],
)
def test_a_program_says_in_one_line_why_it_is_refused(program: Path, reply: bytes, words: str) -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        port = server.getsockname()[1]
        running = start(program, port, 50)
        connection, _ = server.accept()
        with connection:
            connection.sendall(reply)
            _, err = running.communicate(timeout=LIMIT)
    assert (running.returncode, err) == (0, f"gjkscope: {LOOPBACK}:{port} {words}\n")


# --- Recorder.connect ---


def test_a_recorder_streams(listener: Listener) -> None:
    def send() -> None:
        with gjkscope.Recorder.connect(listener.port, by="engine 2") as recorder:
            for i in range(500):
                recorder.add(*PAIR, tick=i // 10, ids=(i, 7), signed_distance=1.0)

    threading.Thread(target=send).start()
    captures, events = follow(listener)
    assert changes(events) == ["connected", "ended"]
    assert np.concatenate([capture.ids[:, 0] for capture in captures]).tolist() == [*range(500)]
    assert np.concatenate([capture.numbers for capture in captures]).tolist() == [*range(500)]
    assert {capture.by for capture in captures if capture.total} == {"engine 2"}


def test_a_recorder_does_without_a_listener() -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        nobody = server.getsockname()[1]
    with gjkscope.Recorder.connect(nobody) as recorder:
        recorder.add(*PAIR)
        assert not recorder.stream()


def test_a_recorder_does_not_wait_for_a_slow_listener() -> None:
    single, rows = parse_capture(stream_of(1)), np.zeros(1000, np.int64)
    answers = single.answers.only(rows)
    with socket.create_server((LOOPBACK, 0)) as server:
        recorder = gjkscope.Recorder.connect(server.getsockname()[1])
        connection, _ = server.accept()
        connection.sendall(file_header())
        while not recorder.stream():
            pass
        for _ in range(120):  # 39 MB, of which nothing is read
            recorder.add_block(single.pairs.only(rows), answers, rows, np.zeros((1000, 2)))
        recorder.stream()
        closing = threading.Thread(target=recorder.close)
        closing.start()
        received = b"".join(iter(lambda: connection.recv(1 << 20), b""))
        closing.join()
        connection.close()
    capture = parse_capture(received)
    assert (capture.skipped, capture.cut) == ((), 0)
    assert 0 < capture.total < 120_000


def test_a_recorder_warns_of_another_version() -> None:
    with socket.create_server((LOOPBACK, 0)) as server:
        recorder = gjkscope.Recorder.connect(server.getsockname()[1])
        connection, _ = server.accept()
        with connection:
            connection.sendall(b"\x89GJKCAP\n" + pack("<HHI16x", 2, 5, 32))
            with pytest.warns(RuntimeWarning, match=r"byte 8: version 2\.5: this gjkscope reads version 1"):
                recorder.close()


# --- the listener ---


def stream_of(count: int) -> bytes:
    """The bytes of some pairs."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.gjkcap"
        with gjkscope.Recorder(path, by="engine") as recorder:
            for i in range(count):
                recorder.add(*PAIR, tick=i, ids=(i, 1), signed_distance=1.0)
        return path.read_bytes()


def test_bytes_may_arrive_in_any_pieces() -> None:
    data, random = stream_of(30), np.random.default_rng(2)
    whole = parse_capture(data)
    for most in (7, 60, 900):
        framing, chunks, at = StreamFraming(), [], 0
        while at < len(data):
            size = int(random.integers(1, most))
            chunk = framing.feed(data[at : at + size])
            chunks += [chunk] if chunk is not None else []
            at += size
        capture = LiveReader().read(TakenRecords(tuple(chunks))).capture
        assert capture.ids.tolist() == whole.ids.tolist()
        assert capture.numbers.tolist() == [*range(30)]
        assert framing.unfinished == 0


def test_iterations_arrive_with_their_pair_or_not_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def write(recorder: gjkscope.Recorder) -> None:
        for i in range(12):
            trace = [{"simplex": [[i % 2, i, number]]} for number in range(i % 5)]
            recorder.add(*PAIR, ids=(i % 2, i), iterations=trace)

    with gjkscope.Recorder(tmp_path / "run.gjkcap") as recorder:
        write(recorder)
    data, framing, reader, count = (tmp_path / "run.gjkcap").read_bytes(), StreamFraming(), LiveReader(), 0
    for at in range(0, len(data), 99):
        chunk = framing.feed(data[at : at + 99])
        count += check_traces(reader.read(TakenRecords((chunk,))).capture) if chunk is not None else 0
    assert (count, framing.unfinished) == (9, 0)
    monkeypatch.setattr(framing_module, "MOST_HELD_BYTES", 1000)
    [iteration] = iteration_records(Iteration((), (1.0, 0.0, 0.0)), 0, "<f8")
    held = [framing.feed(iteration) for _ in range(12)]
    assert [chunk is not None for chunk in held] == ([False, False, True] * 4)


@pytest.mark.thorough
def test_a_recorder_drops_iterations_with_their_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_file, "MOST_WAITING", 20_000)
    with socket.create_server((LOOPBACK, 0)) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # the sender's buffer then holds 3 MB at most
        recorder = gjkscope.Recorder.connect(server.getsockname()[1])
        connection, _ = server.accept()
        connection.sendall(file_header())
        while not recorder.stream():
            pass
        for i in range(4000):  # 4 MB, of which nothing is read
            trace = [{"simplex": [[i % 2, i, number]]} for number in range(i % 5)]
            recorder.add(*PAIR, tick=i, ids=(i % 2, i), iterations=trace)
        closing = threading.Thread(target=recorder.close)
        closing.start()
        received = b"".join(iter(lambda: connection.recv(1 << 20), b""))
        closing.join()
        connection.close()
    capture = parse_capture(received)
    total = capture.total
    assert total < 4000
    assert check_traces(capture) == int((capture.ids[:, 1] % 5 > 0).sum())


def ball_of_key_5(radius: float) -> bytes:
    return record(RecordType.SHAPE, SHAPE_HEAD.pack(5, 3, 0, 0, 0, radius, *4 * [0.0]))


HOSTILE = {
    "http": (b"GET / HTTP/1.1\r\n", "byte 0: a .gjkcap file must begin with"),
    "version": (b"\x89GJKCAP\n" + pack("<HHI16x", 2, 5, 32), "byte 8: version 2.5: this gjkscope reads version 1"),
    "length": (stream_of(2) + pack("<II", 9, 2**32 - 8), "at most 67108864, got 4294967288"),
    "short pair": (stream_of(2) + pack("<II", 3, 8) + bytes(8), "a pair of type 3 has at least 320 bytes, got 8"),
    "other shape": (stream_of(1) + ball_of_key_5(1) + ball_of_key_5(2), "key 0x5 belongs to a different shape already"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_streams_cost_one_line(listener: Listener, name: str) -> None:
    data, words = HOSTILE[name]
    with socket.create_connection((LOOPBACK, listener.port)) as connection:
        connection.sendall(data)
        _, events = follow(listener)
        reply = b"".join(iter(lambda: connection.recv(4096), b""))
    assert events[-1].change is ConnectionChange.REFUSED
    assert words in events[-1].words
    assert "\n" not in events[-1].words
    assert reply == file_header() + record(RecordType.REFUSAL, events[-1].words.encode())
    offset = int(events[-1].words.removeprefix("byte ").split(":")[0])
    assert offset <= len(data)
    with gjkscope.Recorder.connect(listener.port) as recorder:  # the next one is served
        recorder.add(*PAIR)
        thread = threading.Thread(target=recorder.close)
        thread.start()
        captures, events = follow(listener)
        thread.join()
    assert changes(events) == ["connected", "ended"]
    assert sum(capture.total for capture in captures) == 1


def test_a_lost_connection_keeps_what_arrived(listener: Listener) -> None:
    with socket.create_connection((LOOPBACK, listener.port)) as connection:
        assert connection.recv(4096) == file_header()
        connection.sendall(stream_of(3)[:-10])
    captures, events = follow(listener)
    assert sum(capture.total for capture in captures) == 2
    assert changes(events) == ["connected", "lost"]
    assert "inside a record of which 318 bytes arrived" in events[-1].words


def test_the_oldest_pairs_are_dropped_and_counted(
    listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "MOST_WAITING", 100)
    monkeypatch.setattr(listening, "RECEIVED", 5000)
    with socket.create_connection((LOOPBACK, listener.port)) as connection:
        connection.sendall(stream_of(400) + bytes(8))
        until = monotonic() + LIMIT
        while listener.received < 400:
            assert monotonic() < until
        captures, events = follow(listener)
    numbers = np.concatenate([capture.numbers for capture in captures]).tolist()
    assert changes(events) == ["connected", "ended"]
    assert listener.dropped >= 300
    assert numbers == [*range(listener.dropped, 400)]  # the latest, numbered as in the stream
    assert all(capture.skipped == () for capture in captures)  # their shapes were kept


def test_a_program_that_says_nothing_does_not_block(listener: Listener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "GREETING", 0.0)
    with socket.create_connection((LOOPBACK, listener.port)):
        _, events = follow(listener)
    assert events[0].words == "no header arrived within 0 s"
