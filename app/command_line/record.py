"""`gjkscope record DEMO -o OUT`: renders a demo as a film, without a display."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.actions.demo_playback import playhead_at
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.png import png
from gjkscope.app.command_line.console import (
    CONTRADICTED,
    DONE,
    INTERRUPTED,
    CliCommand,
    Interrupt,
    Parser,
    UsageError,
    interruptible,
    missing_library,
    number_argument,
    print_line,
    scaled_size,
    size_argument,
    whole_number,
)
from gjkscope.app.demos.file import DemoError, read_demo, step_location
from gjkscope.app.demos.sounds import SoundError, Voice
from gjkscope.app.model import Demo
from gjkscope.app.model.demo import TICKS, format_time

if TYPE_CHECKING:
    from gjkscope.app.export import film
    from gjkscope.app.export.encoding.extras import FilmExtras

SIZE = (1280, 720)
RATE = 30
LARGEST = (3840, 2160)
MAX_SUPERSAMPLE = 4
SAMPLES = 24  # pictures used to choose the colours of a GIF
HASH_BYTES = 16
SUMMARY = "Render a demo as a film; needs no display."


def run_record(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if the demo diverged from its recording."""
    options = _options(words)
    try:
        from gjkscope.app.export import speech  # with Dear ImGui
        from gjkscope.app.export.encoding import film_file, formats, writer  # noqa: F401 - film_file needs the codecs
        from gjkscope.app.renderer.context import NoGraphics
    except ImportError as fault:
        raise missing_library(fault) from None

    try:
        formats.check_format(options.output, options.size, options.fps, options.transparent)
        with speech.speaking(options.speak) as voice:
            return _recorded(_demo(options.demo, voice), options)
    except (writer.EncodingError, SoundError) as fault:
        raise UsageError(f"{options.output}: {fault}") from None
    except speech.SpeechError as fault:
        raise UsageError(f"--speak: {fault}") from None
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None


def _recorded(demo: Demo, options: argparse.Namespace) -> int:
    """Writes the film and what belongs beside it; returns the exit status."""
    from gjkscope.app.export import film
    from gjkscope.app.export.delivery import Delivery

    delivery = Delivery(demo)
    for warning in delivery.warnings(options.output):
        _warn(warning)
    look = film.FilmStyle(options.size, options.supersample, options.panels, options.captions, options.transparent)
    hashes: list[str] = []
    with film.FilmRenderer(look) as renderer, interruptible() as interrupt:
        poster = _poster(demo, options, renderer)
        extras = delivery.extras(not options.captions, poster)
        done = _film(demo, options, renderer, hashes, interrupt, extras)
    if delivery.sound is not None and delivery.sound.excess is not None:
        _warn(delivery.sound.excess)
    if poster is not None:
        _write_beside(options.output, ".png", poster)
    if options.srt:
        _write_beside(options.output, ".srt", delivery.srt.encode())
    if options.hashes:
        _write_beside(options.output, ".hashes", "".join(f"{line}\n" for line in hashes).encode())
    return done


def _poster(demo: Demo, options: argparse.Namespace, renderer: "film.FilmRenderer") -> bytes | None:
    """The picture that represents the film, as a PNG, if one is wanted."""
    from gjkscope.app.export.delivery import poster_tick

    tick = poster_tick(demo) if options.poster is None else round(options.poster * TICKS)
    if tick is None:
        return None
    if tick > demo.length:
        raise UsageError(f"argument --poster: must be at most {demo.seconds:g}, the end of the demo")
    return png(renderer.render(playhead_at(demo, tick).state))


def _warn(text: str) -> None:
    print(f"gjkscope record: warning: {text}", file=sys.stderr, flush=True)


COMMAND = CliCommand("record", "DEMO -o OUT", SUMMARY, run_record)


def _options(words: list[str]) -> argparse.Namespace:
    parser = Parser("gjkscope record", description=SUMMARY)
    parser.add_argument("demo", metavar="DEMO", type=Path, help="a .gjkdemo.json file")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        type=Path,
        help="OUT.mp4, .webm, .mov, .mkv or .gif, or a folder for PNGs",
    )
    parser.add_argument("--fps", type=_rate, default=RATE, metavar="N", help=f"frames per second, default {RATE}")
    parser.add_argument("--size", type=_film_size, default=SIZE, metavar="WxH", help="in pixels (default: 1280x720)")
    parser.add_argument(
        "--supersample",
        type=int,
        default=1,
        choices=range(1, MAX_SUPERSAMPLE + 1),
        help="supersampling factor: smoother edges, but slower",
    )
    parser.add_argument("--panels", action="store_true", help="show the panels, as in the window")
    parser.add_argument("--no-captions", dest="captions", action="store_false", help="omit the captions")
    parser.add_argument("--transparent", action="store_true", help="no background; for .webm, .mov or PNGs")
    parser.add_argument(
        "--poster", type=number_argument, metavar="T", help="also write the picture at T seconds, OUT.png, as the cover"
    )
    parser.add_argument(
        "--speak",
        metavar="PROGRAM",
        help="read captions without a sound aloud: espeak-ng, espeak-ng:VOICE or piper:MODEL, if installed",
    )
    parser.add_argument("--srt", action="store_true", help="also write the captions as subtitles, OUT.srt")
    parser.add_argument("--hashes", action="store_true", help="write a hash of each picture to OUT.hashes")
    options = parser.parse_args(words)
    scaled_size(options.size, options.supersample, "--supersample")
    if options.transparent and options.panels:
        parser.error("argument --transparent: not allowed with --panels, which cover the background")
    if options.poster is not None and options.poster < 0:
        parser.error(f"argument --poster: must be ≥ 0, got {options.poster:g}")
    return options


def _film(
    demo: Demo,
    options: argparse.Namespace,
    renderer: "film.FilmRenderer",
    hashes: list[str],
    interrupt: Interrupt,
    extras: "FilmExtras",
) -> int:
    """Renders and writes all pictures, or those until Ctrl+C; returns the exit status."""
    from gjkscope.app.export.encoding.film_file import open_film
    from gjkscope.app.export.encoding.writer import Pixels
    from gjkscope.app.export.film import frame_count, frames

    count = frame_count(demo, options.fps)

    def samples() -> Iterator[Pixels]:
        every = max(count // SAMPLES, 1)
        for _, pixels in _guarded(islice(frames(demo, options.fps), 0, None, every), renderer, demo, options.demo):
            yield pixels
            if interrupt.requested:
                return

    diverged: tuple[int, ...] = ()
    opened = open_film(options.output, options.size, options.fps, samples, extras, options.transparent)
    with _progress(count) as advance, opened as out:
        pictured = _guarded(frames(demo, options.fps), renderer, demo, options.demo)
        for frame, pixels in takewhile(lambda _: not interrupt.requested, pictured):
            out.add(pixels)
            if options.hashes:
                hashes.append(f"{frame.number} {blake2b(pixels.tobytes(), digest_size=HASH_BYTES).hexdigest()}")
            diverged = frame.diverged
            advance()
    if out.count < count:
        return _stopped(options, out.count, count)
    print_line(f"{options.output}: {format_time(demo.length)} min, {count} pictures")
    if diverged:
        print_line(
            f"DIVERGED at {format_time(diverged[0])}: a trace differs from the recording ({len(diverged)} times in all)"
        )
        return CONTRADICTED
    return DONE


def _guarded(
    pictured: "Iterator[film.FilmFrame]", renderer: "film.FilmRenderer", demo: Demo, path: Path
) -> "Iterator[tuple[film.FilmFrame, film.Pixels]]":
    """The frames and their pictures; a demo that fails although it was rehearsed is unusable, and its line is named."""
    import moderngl  # loaded by the renderer

    tick, done = 0, "performed"
    while True:
        try:
            frame = next(pictured)
            tick, done = frame.tick, "drawn"
            pixels = renderer.render(frame.state)
        except StopIteration:
            return
        except moderngl.Error:  # the driver's fault, not the demo's
            raise
        except Exception as fault:  # whatever the demo runs into
            place = step_location(demo, tick, path)
            raise UsageError(f"{place}: cannot be {done}: {fault or type(fault).__name__}") from None
        yield frame, pixels
        tick, done = frame.tick + 1, "performed"


def _stopped(options: argparse.Namespace, shown: int, count: int) -> int:
    """Reports what was written before Ctrl+C; returns the exit status."""
    if shown == 0:
        print_line("interrupted; nothing was written")
    else:
        print_line(f"{options.output}: interrupted; first {shown} of {count} pictures, {shown / options.fps:.1f} s")
    return INTERRUPTED


@contextmanager
def _progress(count: int) -> Iterator[Callable[[], None]]:
    """A progress bar with the time left, on a terminal; call what it yields after each picture."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=count)
        yield lambda: bar.advance(task)


def _demo(path: Path, voice: Voice | None) -> Demo:
    try:
        return read_demo(path, voice)
    except DemoError as fault:
        raise UsageError(str(fault)) from None


def _write_beside(output: Path, suffix: str, data: bytes) -> None:
    path = output.with_suffix(suffix)
    try:
        write_atomically(path, data)
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
    print_line(str(path))


def _rate(text: str) -> int:
    rate = whole_number(text)
    if rate is None or not 1 <= rate <= TICKS:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {TICKS}, got {text!r}")
    return rate


def _film_size(text: str) -> tuple[int, int]:
    width, height = size_argument(text)
    if width > LARGEST[0] or height > LARGEST[1]:
        raise argparse.ArgumentTypeError(f"must be at most {LARGEST[0]}x{LARGEST[1]} pixels, got {text!r}")
    return width, height
