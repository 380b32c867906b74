"""Accepts a connection from an engine and reads it without pause; records not taken in time are dropped and counted.

A thread only reads, so that we never fill up the engine's socket.  Complete records wait in a queue with a limit; the
oldest pairs are dropped.  Shapes are kept, as later pairs need them.
"""

import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from errno import EADDRINUSE
from ipaddress import ip_address
from os import strerror
from pathlib import Path
from threading import Condition, Thread
from time import monotonic, sleep
from typing import BinaryIO, NamedTuple

from gjkscope.app.bring.capture.layout import DEFAULT_PORT, LOOPBACK, RecordType, file_header, record
from gjkscope.app.bring.capture.listening.framing import RecordChunk, StreamFraming
from gjkscope.app.bring.capture.records import CaptureError

MOST_WAITING = 100_000  # pairs in the queue
MOST_WAITING_BYTES = 128 << 20  # of all records in the queue
KEPT = {RecordType.SHAPE, RecordType.LOST, RecordType.WRITER}  # when pairs are dropped
MOST_AT_ONCE = 10_000  # pairs that are taken together
RECEIVED = 1 << 20  # bytes that are read at once
PAUSE = 0.002  # seconds between two reads: a thread that waits for bytes preempts the engine when it sends them
POLL = 0.1  # seconds after which the thread checks whether it must end
GREETING = 5.0  # seconds within which a program must send its header
DRAIN = 0.3  # seconds in which a program that is refused can read why
LONGEST_REFUSAL = 400  # bytes


class ConnectionChange(StrEnum):
    """What happened to a connection."""

    CONNECTED = "connected"
    ENDED = "ended"  # properly
    LOST = "lost"  # without the record that ends a stream
    REFUSED = "refused"


class ConnectionEvent(NamedTuple):
    """A change of the connection."""

    change: ConnectionChange
    peer: str
    words: str = ""  # why it is refused or lost


class TakenRecords(NamedTuple):
    """Records in the order of the stream, without those that were dropped."""

    chunks: tuple[RecordChunk, ...]

    @property
    def pairs(self) -> int:
        return sum(chunk.pairs for chunk in self.chunks)


class Listener:
    """Listens on an address, and accepts one connection after another.

    Everything received is written to the file `output`; the file of a second connection is called `NAME-2`, and so on.
    `wake` is called from a thread when a connection begins or ends.  Raises `OSError` if the address cannot be used.

    >>> listener = Listener(port=0)
    >>> listener.host, listener.take(0.0)
    ('127.0.0.1', None)
    >>> listener.close()
    """

    def __init__(
        self,
        host: str = LOOPBACK,
        port: int = DEFAULT_PORT,
        output: Path | None = None,
        wake: Callable[[], None] = lambda: None,
    ) -> None:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        self._socket = socket.create_server((host, port), family=family, backlog=4)
        self._socket.settimeout(POLL)
        self.host, self.port = self._socket.getsockname()[:2]
        self.dropped = 0  # pairs, since the beginning
        self.received = 0
        self.write_fault: str | None = None  # why the output cannot be written
        self._output, self._connections = output, 0
        self._wake = wake
        self._queue: deque[RecordChunk | ConnectionEvent] = deque()
        self._waiting = 0  # pairs in the queue
        self._waiting_bytes = 0
        self._changed = Condition()
        self._is_closing = False
        self._refusal: str | None = None
        self._hang_up = False
        self._thread = Thread(target=self._serve, name="listener", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Host and port, as a person would write them."""
        return format_address(self.host, self.port)

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine can connect."""
        return ip_address(self.host.partition("%")[0]).is_loopback

    def take(self, seconds: float) -> TakenRecords | ConnectionEvent | None:
        """The next records; waits for them at most `seconds`.  None: nothing arrived."""
        with self._changed:
            if not self._queue:
                self._changed.wait(seconds)
            if not self._queue:
                return None
            first = self._queue.popleft()
            if isinstance(first, ConnectionEvent):
                return first
            chunks, pairs = [first], first.pairs
            while self._queue and pairs < MOST_AT_ONCE:
                following = self._queue[0]
                if isinstance(following, ConnectionEvent):
                    break
                chunks.append(following)
                pairs += following.pairs
                self._queue.popleft()
            self._waiting -= pairs
            self._waiting_bytes -= sum(len(chunk.data) for chunk in chunks)
            return TakenRecords(tuple(chunks))

    def refuse(self, why: str) -> None:
        """Ends the current connection because its records are invalid; the program receives the reason."""
        self._refusal = why

    def hang_up(self) -> None:
        """Ends the present connection; the program may connect again."""
        self._hang_up = True

    def close(self) -> None:
        """Ends the connection and stops listening."""
        self._is_closing = True
        self._thread.join()

    # --- the thread ---

    def _serve(self) -> None:
        with self._socket:
            while not self._is_closing:
                try:
                    connection, address = self._socket.accept()
                except TimeoutError:
                    continue
                except OSError:  # it was closed before it was accepted, or there are too many open files
                    sleep(POLL)
                    continue
                with connection:
                    self._follow(connection, format_address(*address[:2]))

    def _follow(self, connection: socket.socket, peer: str) -> None:
        self._refusal, self._hang_up = None, False
        framing = StreamFraming()
        try:
            connection.sendall(file_header())
            connection.setblocking(False)
            ending = self._receive_all(connection, peer, framing)
        except CaptureError as fault:
            ending = ConnectionEvent(ConnectionChange.REFUSED, peer, str(fault))
        except OSError as fault:
            ending = ConnectionEvent(ConnectionChange.LOST, peer, fault.strerror or str(fault))
        if ending.change is ConnectionChange.REFUSED:
            _send_refusal(connection, ending.words)
        self._append(ending)

    def _receive_all(self, connection: socket.socket, peer: str, framing: StreamFraming) -> ConnectionEvent:
        """Reads until the connection ends.  Raises `CaptureError` and `OSError`."""
        output: BinaryIO | None = None
        until = monotonic() + GREETING
        try:
            while not self._is_closing and not self._hang_up:
                if self._refusal is not None:
                    return ConnectionEvent(ConnectionChange.REFUSED, peer, self._refusal)
                try:
                    data = connection.recv(RECEIVED)
                except BlockingIOError:
                    if not framing.has_begun and monotonic() > until:
                        raise CaptureError(f"no header arrived within {GREETING:g} s") from None
                    sleep(PAUSE)
                    continue
                if not data:
                    return _loss(peer, framing)
                had_begun = framing.has_begun
                chunk = framing.feed(data)
                if framing.has_begun and not had_begun:
                    self._append(ConnectionEvent(ConnectionChange.CONNECTED, peer))
                    output = self._open_output()
                if chunk is not None:
                    self._write(output, chunk.data)
                    self._append(chunk)
                if framing.is_over:
                    break
            return ConnectionEvent(ConnectionChange.ENDED, peer)
        finally:
            if output is not None:
                output.close()

    def _append(self, entry: RecordChunk | ConnectionEvent) -> None:
        with self._changed:
            self._queue.append(entry)
            if isinstance(entry, RecordChunk):
                self._waiting += entry.pairs
                self._waiting_bytes += len(entry.data)
                self.received += entry.pairs
                self._make_room()
            self._changed.notify_all()
        if isinstance(entry, ConnectionEvent):
            self._wake()

    def _make_room(self) -> None:
        """Drops the oldest waiting pairs; from a stream of nothing but remarks, drops everything except shapes."""
        i = 0
        while i < len(self._queue) and not self._has_room():
            entry = self._queue[i]
            kept = entry
            if isinstance(entry, RecordChunk):
                kept = entry.only(KEPT if self._waiting_bytes <= MOST_WAITING_BYTES else {RecordType.SHAPE})
                self.dropped += entry.pairs
                self._waiting -= entry.pairs
                self._waiting_bytes -= len(entry.data) - len(kept.data)
                self._queue[i] = kept
            if isinstance(kept, RecordChunk) and not kept.data:
                del self._queue[i]
            else:
                i += 1

    def _has_room(self) -> bool:
        return self._waiting <= MOST_WAITING and self._waiting_bytes <= MOST_WAITING_BYTES

    # --- the output ---

    def _open_output(self) -> BinaryIO | None:
        self._connections += 1
        if self._output is None or self.write_fault is not None:
            return None
        path = self._output
        if self._connections > 1:
            path = path.with_stem(f"{path.stem}-{self._connections}")
        try:
            file = path.open("wb")
        except OSError as fault:
            self.write_fault = f"{path}: cannot be written: {fault.strerror or fault}"
            return None
        self._write(file, file_header())
        return file

    def _write(self, output: BinaryIO | None, data: bytes) -> None:
        if output is None or self.write_fault is not None:
            return
        try:
            output.write(data)
            output.flush()
        except OSError as fault:  # the disk is full: the stream is judged nevertheless
            self.write_fault = f"{output.name}: cannot be written: {fault.strerror or fault}"


def format_address(host: str, port: int) -> str:
    """Host and port in one word.

    >>> format_address("127.0.0.1", 14557), format_address("::1", 14557)
    ('127.0.0.1:14557', '[::1]:14557')
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def why_not_listening(fault: OSError) -> str:
    """Why `Listener` cannot listen, without the address that `socket.create_server` appends."""
    if isinstance(fault, socket.gaierror) or fault.errno is None:
        return fault.strerror or str(fault)
    return "the port is in use by another program" if fault.errno == EADDRINUSE else strerror(fault.errno)


def _loss(peer: str, framing: StreamFraming) -> ConnectionEvent:
    if not framing.has_begun:
        return ConnectionEvent(ConnectionChange.LOST, peer, "it ended without a header")
    cut = f", inside a record of which {framing.unfinished} bytes arrived" if framing.unfinished else ""
    return ConnectionEvent(ConnectionChange.LOST, peer, f"it ended without gjkscope_disconnect{cut}")


def _send_refusal(connection: socket.socket, why: str) -> None:
    """Sends a program the reason for refusing it, and waits until it has read this: closing at once would lose the
    message.
    """
    words = why.encode()[:LONGEST_REFUSAL].decode(errors="ignore").encode()
    with suppress(OSError):  # it has gone
        connection.settimeout(DRAIN)
        connection.sendall(record(RecordType.REFUSAL, words))
        connection.shutdown(socket.SHUT_WR)
        until = monotonic() + DRAIN
        while monotonic() < until and connection.recv(RECEIVED):
            pass
