"""Sends a capture to a listener over TCP as it is written (`assets/clients/gjkcap.md`, "Streams"); never waits."""

import socket
import warnings
from collections import deque
from select import select
from time import monotonic, time_ns
from typing import NamedTuple

from gjkscope.app.bring.capture.layout import (
    FILE_HEADER,
    LOST_PAIRS,
    PAIR_TYPES,
    RECORD_HEADER,
    TIME,
    RecordType,
    file_header,
    record,
)
from gjkscope.app.bring.capture.records import CaptureError, first_record

RETRY = 1.0  # seconds between two attempts to connect
LINGER = 2.0  # seconds that closing waits for the last pairs to be sent
MOST_WAITING = 8 << 20  # bytes: what is older is dropped
PIECE = 64 << 10  # bytes after which something is sent, also within a tick
MOST_REPLY = 1024  # bytes that a listener says


class _Waiting(NamedTuple):
    data: bytes
    pairs: int = 0
    is_kept: bool = True  # whether it must not be dropped: shapes, and partly sent records


class StreamFile:
    """A file for `Recorder` that sends what is written.  `write` takes whole records, of one type each time.

    Iterations wait for their pair, and are sent or dropped with it.

    Pairs from before the connection are not sent; shapes are.  A lost connection is restored.  If the listener refuses
    it, a warning gives the reason, and nothing more is sent.
    """

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._socket: socket.socket | None = None
        self._is_connecting = False
        self._retry_at: float | None = monotonic()  # None: never
        self._reply = b""
        self._greeting = b""  # unsent bytes of the header
        self._preamble: list[bytes] = []  # records that each connection begins with: the engine's name and the shapes
        self._waiting: deque[_Waiting] = deque()
        self._waiting_bytes = 0
        self._iterations = b""  # of the pair that will be written next
        self._unsent = 0  # bytes since the last attempt
        self._dropped = 0
        self.flush()

    @property
    def is_open(self) -> bool:
        """Whether a listener receives what is written."""
        return self._socket is not None and len(self._reply) >= FILE_HEADER.size

    def write(self, data: bytes) -> int:
        """Adds records."""
        if data != file_header():  # each connection has its own
            kind, length = RECORD_HEADER.unpack_from(data)
            if kind in (RecordType.SHAPE, RecordType.WRITER):
                self._preamble.append(data)
            if kind == RecordType.ITERATION:
                self._iterations += data
                return len(data)
            if self._socket is not None and not self._is_connecting:
                if kind in PAIR_TYPES:
                    self._add_pairs(data, len(data) // (RECORD_HEADER.size + length))
                else:
                    self._add(data, is_kept=kind in (RecordType.SHAPE, RecordType.WRITER))
            if kind in PAIR_TYPES:
                self._iterations = b""
            self._unsent += len(data)
            if self._unsent > PIECE:
                self._send()
        return len(data)

    def flush(self) -> None:
        """Sends what the socket accepts; connects if an attempt is due."""
        if self._socket is None and self._retry_at is not None and monotonic() >= self._retry_at:
            self._connect()
        if self._is_connecting:
            self._await()
        self._send()

    def close(self) -> None:
        """Sends the rest, for at most two seconds, and closes the connection."""
        self._send()
        until = monotonic() + LINGER
        while self._socket is not None and (self._waiting or not self.is_open) and monotonic() < until:
            select([self._socket], [self._socket] if self.is_open else [], [], 0.01)
            self._send()
        if self.is_open and not self._waiting:
            self._remark()
            self._add(RECORD_HEADER.pack(RecordType.END, 0))
            self._send()
        self._hang_up(None)

    # --- the connection ---

    def _connect(self) -> None:
        try:
            family, kind, _, _, address = socket.getaddrinfo(*self._address, type=socket.SOCK_STREAM)[0]
            self._socket = socket.socket(family, kind)
            self._socket.setblocking(False)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._socket.connect_ex(address)  # in progress: its outcome is checked below
        except OSError:
            self._hang_up(RETRY)
        else:
            self._is_connecting = True

    def _await(self) -> None:
        assert self._socket is not None
        if not select([], [self._socket], [], 0)[1]:
            return
        self._is_connecting = False
        if self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self._hang_up(RETRY)
            return
        self._greeting = file_header()
        for data in self._preamble:
            self._add(data)

    def _hang_up(self, retry: float | None) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, self._is_connecting, self._reply = None, False, b""
        self._retry_at = None if retry is None else monotonic() + retry
        self._waiting.clear()
        self._waiting_bytes = self._dropped = 0

    # --- sending ---

    def _add_pairs(self, data: bytes, pairs: int) -> None:
        if not self._waiting:
            self._remark()
        self._add(self._iterations + data, pairs, is_kept=False)

    def _add(self, data: bytes, pairs: int = 0, is_kept: bool = True) -> None:
        self._waiting.append(_Waiting(data, pairs, is_kept))
        self._waiting_bytes += len(data)
        if self._waiting_bytes > MOST_WAITING:
            self._drop()

    def _drop(self) -> None:
        """Drops the older half of the pairs that wait."""
        kept: deque[_Waiting] = deque()
        for entry in self._waiting:
            if not entry.is_kept and self._waiting_bytes > MOST_WAITING // 2:
                self._dropped += entry.pairs
                self._waiting_bytes -= len(entry.data)
            else:
                kept.append(entry)
        self._waiting = kept

    def _remark(self) -> None:
        """The time of sending the following pairs, and the number of missing ones."""
        self._add(record(RecordType.TIME, TIME.pack(time_ns() // 1000)))
        if self._dropped:
            self._add(record(RecordType.LOST, LOST_PAIRS.pack(self._dropped, 0)))
            self._dropped = 0

    def _send(self) -> None:
        self._unsent = 0
        if self._socket is None or self._is_connecting:
            return
        try:
            while self._greeting:
                self._greeting = self._greeting[self._socket.send(self._greeting) :]
            self._receive(self._socket)
            while self._waiting and self.is_open:
                self._send_some(self._socket)
        except BlockingIOError:
            return
        except CaptureError as fault:
            self._refuse(str(fault))
        except OSError:
            self._hang_up(RETRY)

    def _send_some(self, to: socket.socket) -> None:
        batch, size = [], 0
        for entry in self._waiting:
            batch.append(entry.data)
            size += len(entry.data)
            if size > PIECE:
                break
        done = to.send(b"".join(batch))
        self._waiting_bytes -= done
        while self._waiting and done >= len(self._waiting[0].data):
            done -= len(self._waiting.popleft().data)
        if done:  # part of a record: the rest must follow
            self._waiting[0] = _Waiting(self._waiting[0].data[done:])

    def _receive(self, sender: socket.socket) -> None:
        """Reads the listener's messages.  Raises `CaptureError` for a refusal."""
        try:
            said = sender.recv(MOST_REPLY)
        except BlockingIOError:
            return
        self._reply += said
        if len(self._reply) >= FILE_HEADER.size:
            first_record(self._reply)
            self._check_refusal(self._reply[FILE_HEADER.size :])
        if not said:
            raise ConnectionResetError("the listener has ended")

    def _check_refusal(self, reply: bytes) -> None:
        if len(reply) >= RECORD_HEADER.size:
            kind, length = RECORD_HEADER.unpack_from(reply)
            words = reply[RECORD_HEADER.size : RECORD_HEADER.size + length]
            if kind != RecordType.REFUSAL or len(words) == min(length, MOST_REPLY):
                text = words.rstrip(b"\0").decode(errors="replace")
                raise CaptureError(text if kind == RecordType.REFUSAL else "it is not a gjkscope that listens")

    def _refuse(self, why: str) -> None:
        host, port = self._address
        self._hang_up(None)
        warnings.warn(f"gjkscope at {host}:{port}: {why}", RuntimeWarning, stacklevel=4)
