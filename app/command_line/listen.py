"""`gjkscope listen`: judges the answers of a running engine as they arrive, and prints the wrong ones."""

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import Future, wait
from errno import EADDRINUSE
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TypeVar

from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.bring.capture.layout import DEFAULT_PORT, LOOPBACK
from gjkscope.app.bring.capture.listening.listener import (
    ConnectionChange,
    ConnectionEvent,
    Listener,
    TakenRecords,
    why_not_listening,
)
from gjkscope.app.bring.capture.records import CaptureError
from gjkscope.app.command_line import console
from gjkscope.app.command_line.preparing import announce, show_compiling
from gjkscope.app.command_line.scan import tolerance_argument, wrong_row
from gjkscope.app.judge.captures.live import LiveBlock, LiveReader, judge_block
from gjkscope.app.judge.captures.scanning import ScanResult, WrongPair, captured_scene, scene_file_name, wrong_entry
from gjkscope.app.judge.captures.tally import LiveTally
from gjkscope.app.scenes.scene_file import format_scene
from gjkscope.engine import batch
from gjkscope.engine.analysis.reports import TOLERANCE

T = TypeVar("T")

SUMMARY = "Judge the answers of a running engine as they arrive."
WAIT = 0.1  # seconds after which Ctrl+C and --seconds are noticed
TERMINAL_INTERVAL, LOG_INTERVAL = 0.5, 10.0  # seconds between two status lines
MOST_PORT = 65535


def run_listen(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if anything is wrong."""
    options = _parser().parse_args(words)
    try:
        listener = Listener(options.host, options.port, options.output)
    except OSError as fault:
        remedy = "; choose another with --port" if fault.errno == EADDRINUSE else ""
        where = f"{options.host}:{options.port}"
        raise console.UsageError(
            f"{where}: cannot listen on this address: {why_not_listening(fault)}{remedy}"
        ) from None
    session = _Session(listener, options)
    try:
        session.run()
    finally:
        listener.close()
    session.finish()
    if listener.write_fault is not None:
        raise console.UsageError(listener.write_fault)
    return console.CONTRADICTED if session.tally.has_found else console.DONE


COMMAND = console.CliCommand("listen", "", SUMMARY, run_listen)


def _parser() -> console.Parser:
    parser = console.Parser(
        "gjkscope listen",
        description=f"{SUMMARY}  The engine calls gjkscope_connect and gjkscope_stream (gjkscope header), or "
        "gjkscope.Recorder.connect.  Ctrl+C ends it.",
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=DEFAULT_PORT, help="default: %(default)s; 0: any that is free"
    )
    parser.add_argument(
        "--host",
        metavar="ADDR",
        default=LOOPBACK,
        help="the address to listen on (default: %(default)s, so that only programs on this machine can connect)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON Lines; remarks go to standard error")
    parser.add_argument(
        "--break", dest="stop", action="store_true", help="end at the first wrong answer, and write it as a scene"
    )
    parser.add_argument("--once", action="store_true", help="end when the first connection ends")
    parser.add_argument("-o", "--output", metavar="FILE.gjkcap", type=Path, help="write what is received")
    parser.add_argument(
        "--tolerance",
        metavar="REL",
        type=tolerance_argument,
        default=TOLERANCE,
        help="the error that is allowed, relative to the size of the pair (default: %(default)g)",
    )
    parser.add_argument("--seconds", metavar="S", type=console.seconds_argument, help="end after this time")
    return parser


class _Session:
    """One run of the command."""

    def __init__(self, listener: Listener, options: argparse.Namespace) -> None:
        self._listener, self._options = listener, options
        self._tolerance = Tolerance(options.tolerance)
        self._reader = LiveReader()
        self._status = _StatusLine()
        self._is_over = False
        self._is_ending: Callable[[], bool] = lambda: False  # after Ctrl+C, or when time is up
        self.tally = LiveTally()

    def run(self) -> None:
        """Listens until Ctrl+C or another end."""
        with console.interruptible() as interrupt:
            self._note(f"listening on {self._listener.address}")
            if not self._listener.is_loopback:
                self._note("warning: other machines can connect, and nothing is encrypted")
            self._prepare(interrupt)
            until = monotonic() + (self._options.seconds or float("inf"))
            self._is_ending = lambda: interrupt.requested or monotonic() > until
            while not (self._is_over or self._is_ending()):
                self._take(self._listener.take(WAIT))
                self._status.show(lambda: self.tally.words(self._listener.dropped))

    def _prepare(self, interrupt: console.Interrupt) -> None:
        """Waits until answers can be judged, and prints the reason if that takes long; Ctrl+C ends it."""
        with announce(self._note), show_compiling() as report:
            worker = Thread(target=batch.prepare, kwargs={"report": report}, daemon=True)
            worker.start()
            while worker.is_alive() and not interrupt.requested:
                worker.join(WAIT)

    def finish(self) -> None:
        """Prints the outcome."""
        self._status.clear()
        summary = self.tally.summary(self._listener.dropped)
        self._note(summary) if self._options.json else console.print_line(summary)

    def _take(self, taken: TakenRecords | ConnectionEvent | None) -> None:
        if isinstance(taken, ConnectionEvent):
            self._change(taken)
        elif taken is not None:
            try:
                judged = self._unless_ending(lambda: self._judge(taken))
            except CaptureError as fault:
                self._listener.refuse(str(fault))
                return
            if judged is not None:
                self._show(*judged)

    def _judge(self, taken: TakenRecords) -> tuple[LiveBlock, ScanResult]:
        """Raises `CaptureError`."""
        block = self._reader.read(taken)
        return block, judge_block(block, self._tolerance, self._options.stop)

    def _unless_ending(self, work: Callable[[], T]) -> T | None:
        """The result of some work, or None if the command must end first: a huge shape can take a minute."""
        future: Future[T] = Future()
        Thread(target=_fulfil, args=(future, work), daemon=True).start()
        while not wait([future], WAIT).done:
            if self._is_ending():
                return None
        return future.result()

    def _change(self, event: ConnectionEvent) -> None:
        self._note(f"{event.peer} {event.change}{f': {event.words}' if event.words else ''}")
        if event.change is ConnectionChange.CONNECTED:
            self._reader = LiveReader()
        else:
            self._is_over |= self._options.once

    def _show(self, block: LiveBlock, result: ScanResult) -> None:
        self.tally.add(block, result)
        for wrong in result.wrong:
            self._status.clear()
            by = block.capture.by
            console.print_line(json.dumps(wrong_entry(wrong, by)) if self._options.json else wrong_row(wrong))
        for number in block.capture.unplaced.numbers.tolist():
            self._note(f"pair {number}: a transform is not finite")
        if self._options.stop and (result.wrong or len(block.capture.unplaced.numbers)):
            self._is_over = True
            self._write(result, block)

    def _write(self, result: ScanResult, block: LiveBlock) -> None:
        """Writes the first wrong answer as a scene."""
        for wrong in result.wrong:
            path = self._scene_path(wrong)
            scene = captured_scene(wrong, block.capture.by, self._listener.address, self._tolerance)
            try:
                write_atomically(path, format_scene(scene).encode())
            except OSError as fault:
                raise console.UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
            self._note(f"wrote {path}")

    def _scene_path(self, wrong: WrongPair) -> Path:
        """A file next to the output, or in the current folder."""
        output: Path | None = self._options.output
        name = scene_file_name(1, wrong).removeprefix("0001-")
        return Path(name) if output is None else output.with_name(f"{output.stem}-{name}")

    def _note(self, line: str) -> None:
        self._status.clear()
        console.print_note(line)


def _fulfil(future: Future[T], work: Callable[[], T]) -> None:
    try:
        future.set_result(work())
    except BaseException as fault:  # re-raised where the result is used
        future.set_exception(fault)


class _StatusLine:
    """A line on standard error: replaced on a terminal, repeated now and then in a log."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._interval = TERMINAL_INTERVAL if self._is_terminal else LOG_INTERVAL
        self._next = monotonic() + self._interval
        self._is_shown = False

    def show(self, words: Callable[[], str]) -> None:
        if monotonic() < self._next:
            return
        self._next = monotonic() + self._interval
        if self._is_terminal:
            print(f"\r{words()}\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_shown = True
        else:
            console.print_note(words())

    def clear(self) -> None:
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._is_shown = False


def _port(text: str) -> int:
    number = console.whole_number(text)
    if number is None or number > MOST_PORT:
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MOST_PORT}, got {text!r}")
    return number
