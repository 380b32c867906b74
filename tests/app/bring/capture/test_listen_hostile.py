"""`gjkscope listen` and hostile programs: no traceback, no hang, and one line for people.

`python -m tests.fuzz.streams` reads more of the same streams.
"""

import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from time import monotonic, sleep

import pytest

from gjkscope.app.bring.capture.layout import FILE_HEADER, LOOPBACK, RecordType, file_header, record
from gjkscope.app.bring.capture.listening import listener as listening
from gjkscope.app.bring.capture.reader import parse_capture
from gjkscope.app.command_line import listen
from gjkscope.app.command_line.main import run_command
from tests.app.bring.capture.test_live import stream_of
from tests.fuzz import streams

Output = pytest.CaptureFixture[str]

LIMIT = 10.0  # seconds that anything here may take
ABORT = struct.pack("ii", 1, 0)  # closing resets the connection


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))
def test_mutated_streams_are_judged_or_refused_with_one_line(seed: int) -> None:
    assert [words for _, words in streams.faults_of(150, seed)] == []


def test_each_mutation_changes_a_stream_and_some_answers_become_wrong() -> None:
    plain = streams.plain_stream("single"), streams.plain_stream("double")
    assert [streams.outcome_of(stream, 64) for stream in plain] == [
        "nothing wrong of 27 answers about 27 pairs, 8 dropped (8 by the engine, 0 here)"
    ] * 2
    mutated = [*streams.mutated_streams(60, 0)]
    assert sum(stream in plain for stream in mutated) < 10
    outcomes = [streams.outcome_of(stream, 64) for stream in mutated]
    assert any(words.startswith("refused: byte ") for words in outcomes)
    assert any(" skipped" in words for words in outcomes)


@pytest.mark.parametrize(
    ("name", "by"),
    [("a\nb", "a b"), ("\x1b[2Jmine\r\n", "[2Jmine"), ("\n\n", "capture"), ("x" * 5000, "x" * 398 + " …")],
)
def test_the_name_of_an_engine_is_one_line(name: str, by: str) -> None:
    assert parse_capture(file_header() + record(RecordType.WRITER, name.encode())).by == by


# --- over the network ---


@pytest.fixture
def port() -> int:
    """One that is free."""
    with socket.create_server((LOOPBACK, 0)) as server:
        return int(server.getsockname()[1])


Conversation = Callable[[socket.socket], None]


def in_pieces(connection: socket.socket) -> None:
    """A few bytes at a time, with pauses."""
    stream = stream_of(2)
    for at in range(0, len(stream), 97):
        connection.sendall(stream[at : at + 97])
        sleep(0.001)


def breaks_off(connection: socket.socket) -> None:
    connection.sendall(stream_of(5)[:-31])


def resets(connection: socket.socket) -> None:
    connection.sendall(stream_of(3))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)


def goes_at_once(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)


def sends_text(connection: socket.socket) -> None:
    connection.sendall(b"GET / HTTP/1.1\r\n\r\n")


def sends_json(connection: socket.socket) -> None:
    connection.sendall(b'{"id": 1, "signed_distance": NaN}\n')


def names_a_huge_record(connection: socket.socket) -> None:
    connection.sendall(file_header() + struct.pack("<II", 3, 0xFFFFFFF8) + bytes(1 << 16))


def never_finishes_a_record(connection: socket.socket) -> None:
    connection.sendall(file_header() + struct.pack("<II", 3, 64 << 20) + bytes(4 << 20))


def sends_nonsense_and_does_not_read(connection: socket.socket) -> None:
    connection.sendall(file_header())
    for _ in range(8):
        connection.sendall(bytes([255]) * (1 << 20))


CONVERSATIONS: dict[Conversation, str] = {
    in_pieces: "nothing wrong of 2 answers about 2 pairs",
    breaks_off: "lost: it ended without gjkscope_disconnect, inside a record of which",
    resets: "lost",
    goes_at_once: "lost",
    sends_text: "refused: byte 0: a .gjkcap file must begin with",
    sends_json: "refused: byte 0: a .gjkcap file must begin with",
    names_a_huge_record: f"refused: byte {FILE_HEADER.size + 4}: the length of a record must be",
    never_finishes_a_record: "lost: it ended without gjkscope_disconnect, inside a record of which",
    sends_nonsense_and_does_not_read: f"refused: byte {FILE_HEADER.size + 4}: the length of a record must be",
}


def speak(port: int, conversation: Conversation) -> None:
    """Connects as soon as something listens, and reads its header; unread bytes would reset the connection."""
    connection = None
    while connection is None:
        with suppress(ConnectionRefusedError):
            connection = socket.create_connection((LOOPBACK, port))
    with connection, suppress(BrokenPipeError, ConnectionResetError):  # it was refused while it was still sending
        connection.recv(FILE_HEADER.size)
        conversation(connection)


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.__name__)
def test_a_hostile_program_costs_one_line(
    conversation: Conversation, port: int, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "DRAIN", 0.05)
    begin = monotonic()
    thread = Thread(target=speak, args=(port, conversation))
    thread.start()
    assert run_command(["listen", "--port", str(port), "--seconds", "20", "--once"]) == 0
    thread.join()
    assert monotonic() - begin < LIMIT
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert CONVERSATIONS[conversation] in out + err
    assert "Traceback" not in err
    assert 2 <= len(err.splitlines()) <= 3  # it listens, a program connects, and goes


def test_it_ends_in_time_while_it_judges(port: int, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def judges_for_long(*_: object) -> None:
        sleep(LIMIT)

    monkeypatch.setattr(listen, "judge_block", judges_for_long)
    thread = Thread(target=speak, args=(port, lambda connection: connection.sendall(stream_of(5))))
    thread.start()
    begin = monotonic()
    assert run_command(["listen", "--port", str(port), "--seconds", "0.5"]) == 0
    assert monotonic() - begin < LIMIT / 2
    thread.join()
    assert capsys.readouterr().out == "nothing was judged: 0 answers about 0 pairs, none dropped\n"


def test_an_unexpected_exception_while_it_judges_is_not_lost(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(listen, "judge_block", fails)
    thread = Thread(target=speak, args=(port, lambda connection: connection.sendall(stream_of(5))))
    thread.start()
    with pytest.raises(ZeroDivisionError, match="planted"):
        run_command(["listen", "--port", str(port), "--seconds", "20"])
    thread.join()
