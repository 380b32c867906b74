"""`gjkscope record DEMO -o OUT`: renders a demo as a film, without a display.

For a preview, it renders a part of the film, the picture at a time (`--still`) or a contact sheet (`--sheet`).
"""

import argparse
import re
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

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
    print_line,
    print_note,
    scale_size,
    size_argument,
    whole_number,
)
from gjkscope.app.command_line.filming import film_pictures, film_progress, picture_frames
from gjkscope.app.state.model import Demo, Theme
from gjkscope.app.state.model.demo import TICKS, format_time
from gjkscope.app.teach.demos import frames
from gjkscope.app.teach.demos.file import DemoError, read_demo
from gjkscope.app.teach.demos.sounds import SoundError, Voice
from gjkscope.engine.runtime.extras import require

if TYPE_CHECKING:
    from gjkscope.app.share.export import film
    from gjkscope.app.share.export.encoding.extras import FilmExtras

SIZE = (1280, 720)
RATE = 30
LARGEST = (3840, 2160)
MAX_SUPERSAMPLE = 4
SAMPLES = 24  # pictures used to choose the colours of a GIF
HASH_BYTES = 16
ON_SHEET, MOST_ON_SHEET = 12, 100  # pictures of a contact sheet
TIME = re.compile(r"(?:(?P<minutes>\d{1,3}):(?=[0-5]\d(?:\D|$)))?(?P<seconds>\d{1,5}(?:\.\d{1,6})?)(?: ?s)?")
SUMMARY = "Render a demo as a film; needs no display."


def run_record(words: list[str]) -> int:
    """Runs the command; returns the exit status: 1 if the demo diverged from its recording."""
    options = _options(words)
    if options.films:
        require("av", "films", "films need")
    try:
        from gjkscope.app.share.export import speech  # with Dear ImGui
        from gjkscope.app.share.export.encoding import formats, writer
        from gjkscope.app.view.renderer.context import NoGraphics
    except ImportError as fault:
        raise missing_library(fault) from None

    try:
        if options.films:
            formats.check_format(options.output, options.size, options.fps, options.transparent)
        with speech.speaking(options.speak) as voice:
            return _record(_demo(options.demo, voice), options)
    except (writer.EncodingError, SoundError) as fault:
        raise UsageError(f"{options.output}: {fault}") from None
    except speech.SpeechError as fault:
        raise UsageError(f"--speak: {fault}") from None
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None


def _record(demo: Demo, options: argparse.Namespace) -> int:
    """Writes the files that the options request; returns the exit status."""
    from gjkscope.app.share.export import film
    from gjkscope.app.share.export.limits import film_limits

    _check_times(options, demo)
    theme = None if options.theme is None else Theme(options.theme)
    look = film.FilmStyle(
        options.size, options.supersample, options.panels, options.captions, options.transparent, theme
    )
    span = frames.FilmSpan(options.start or 0, demo.length if options.end is None else options.end)
    for limit in film_limits(demo, look, options.fps, options.output if options.films else None):
        print_note(f"warning: {limit}")
    if options.sheet is not None:
        _write_sheet(demo, span, options, look)
    if options.still is not None:
        _write(options.output, _still(demo, options.still, options, look))
    if not options.films:
        return DONE
    with interruptible() as interrupt:
        return _film_with_extras(demo, span, options, look, interrupt)


def _film_with_extras(
    demo: Demo, span: "frames.FilmSpan", options: argparse.Namespace, look: "film.FilmStyle", interrupt: Interrupt
) -> int:
    """Writes the film and its companion files; returns the exit status."""
    from gjkscope.app.share.export.delivery import Delivery

    delivery = Delivery(demo, span.first, span.last)
    for warning in delivery.warnings(options.output):
        print_note(f"warning: {warning}")
    at = demo.poster_tick if options.poster is None else options.poster
    poster = None if at is None else _still(demo, at, options, look)
    hashes: list[str] = []
    done = _film(demo, span, options, look, hashes, interrupt, delivery.extras(not options.captions, poster))
    if delivery.sound is not None and delivery.sound.excess is not None:
        print_note(f"warning: {delivery.sound.excess}")
    if poster is not None and not interrupt.requested:
        _write_beside(options.output, ".png", poster)
    if options.srt:
        _write_beside(options.output, ".srt", delivery.srt.encode())
    if options.hashes:
        _write_beside(options.output, ".hashes", "".join(f"{line}\n" for line in hashes).encode())
    return done


COMMAND = CliCommand("record", "DEMO -o OUT", SUMMARY, run_record)


def _options(words: list[str]) -> argparse.Namespace:
    parser = Parser("gjkscope record", description=SUMMARY)
    parser.add_argument("demo", metavar="DEMO", type=Path, help="a .gjkdemo.json file")
    parser.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="OUT.mp4, .webm, .mov, .mkv or .gif, or a folder for PNGs"
    )
    parser.add_argument("--from", dest="start", type=_time, metavar="T", help="start here: 1:05, 65 or 65.5 s")
    parser.add_argument("--to", dest="end", type=_time, metavar="T", help="end here")
    parser.add_argument("--still", type=_time, metavar="T", help="write only the picture at this time, to OUT.png")
    parser.add_argument(
        "--sheet", type=Path, metavar="OUT.png", help="write a contact sheet: pictures with times and captions"
    )
    parser.add_argument(
        "--pictures",
        type=_sheet_count,
        default=ON_SHEET,
        metavar="N",
        help=f"how many pictures the contact sheet has (default: {ON_SHEET})",
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
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], help="colours of the film (default: as in the demo)"
    )
    parser.add_argument("--panels", action="store_true", help="show the panels, as in the window")
    parser.add_argument("--no-captions", dest="captions", action="store_false", help="omit the captions")
    parser.add_argument("--transparent", action="store_true", help="no background; for .webm, .mov or PNGs")
    parser.add_argument(
        "--poster", type=_time, metavar="T", help="also write the picture at this time, OUT.png, as the cover"
    )
    parser.add_argument(
        "--speak",
        metavar="PROGRAM",
        help="read captions without a sound aloud: espeak-ng, espeak-ng:VOICE or piper:MODEL, if installed",
    )
    parser.add_argument("--srt", action="store_true", help="also write the captions as subtitles, OUT.srt")
    parser.add_argument("--hashes", action="store_true", help="write a hash of each picture to OUT.hashes")
    options = parser.parse_args(words)
    scale_size(options.size, options.supersample, "--supersample")
    if options.output is None and (options.sheet is None or options.still is not None):
        parser.error("the following arguments are required: -o/--output")
    for path in (options.sheet, options.output if options.still is not None else None):
        if path is not None and path.suffix.lower() != ".png":
            raise UsageError(f"{path}: pictures are written as PNG; the name must end with .png")
    options.films = options.output is not None and options.still is None
    for name in ("srt", "hashes", "poster", "speak"):
        if getattr(options, name) not in (None, False) and not options.films:
            parser.error(f"argument --{name}: needs a film: -o OUT without --still")
    if options.transparent and options.panels:
        parser.error("argument --transparent: not allowed with --panels, which cover the background")
    return options


def _film(
    demo: Demo,
    span: "frames.FilmSpan",
    options: argparse.Namespace,
    look: "film.FilmStyle",
    hashes: list[str],
    interrupt: Interrupt,
    extras: "FilmExtras",
) -> int:
    """Renders and writes all pictures, or those until Ctrl+C; returns the exit status."""
    from gjkscope.app.share.export.encoding.film_file import open_film
    from gjkscope.app.share.export.encoding.writer import Pixels
    from gjkscope.app.share.export.film import FilmRenderer
    from gjkscope.app.teach.demos.frames import frame_count, frames

    count = frame_count(span, options.fps)

    def samples() -> Iterator[Pixels]:
        every = max(count // SAMPLES, 1)
        with FilmRenderer(look) as renderer:
            some = islice(frames(demo, options.fps, span), 0, None, every)
            for _, pixels in picture_frames(some, renderer, demo, options.demo):
                yield pixels
                if interrupt.requested:
                    return

    diverged: tuple[int, ...] = ()
    with (
        film_progress(count) as advance,
        open_film(options.output, options.size, options.fps, samples, extras, options.transparent) as out,
        film_pictures(demo, options.demo, look, options.fps, span, alone=options.speak is not None) as shown,
    ):
        for picture in takewhile(lambda _: not interrupt.requested, shown):
            out.add(picture.pixels)
            if options.hashes:
                digest = blake2b(picture.pixels.tobytes(), digest_size=HASH_BYTES).hexdigest()
                hashes.append(f"{picture.number} {digest}")
            diverged = picture.diverged
            advance()
    if out.count < count:
        return _report_stop(options, out.count, count)
    print_line(f"{options.output}: {format_time(span.last - span.first)} min, {count} pictures")
    if diverged:
        print_line(
            f"DIVERGED at {format_time(diverged[0])}: a trace differs from the recording ({len(diverged)} times in all)"
        )
        return CONTRADICTED
    return DONE


def _write_sheet(demo: Demo, span: "frames.FilmSpan", options: argparse.Namespace, look: "film.FilmStyle") -> None:
    from gjkscope.app.share.export.film import FilmRenderer
    from gjkscope.app.share.export.sheet import contact_sheet, moments
    from gjkscope.app.teach.demos.frames import shots

    ticks = moments(demo, span, options.pictures)
    with FilmRenderer(look) as renderer, film_progress(len(ticks)) as advance:
        shown = []
        for shot in picture_frames(shots(demo, ticks), renderer, demo, options.demo):
            shown.append(shot)
            advance()
    _write(options.sheet, png(contact_sheet(demo, shown)))


def _still(demo: Demo, tick: int, options: argparse.Namespace, look: "film.FilmStyle") -> bytes:
    """The picture at that tick, as a PNG."""
    from gjkscope.app.share.export.film import FilmRenderer
    from gjkscope.app.teach.demos.frames import shots

    with FilmRenderer(look) as renderer:
        ((_, pixels),) = picture_frames(shots(demo, [tick]), renderer, demo, options.demo)
    return png(pixels)


def _report_stop(options: argparse.Namespace, shown: int, count: int) -> int:
    """Reports what was written before Ctrl+C; returns the exit status."""
    if shown == 0:
        print_line("interrupted; nothing was written")
    else:
        print_line(f"{options.output}: interrupted; first {shown} of {count} pictures, {shown / options.fps:.1f} s")
    return INTERRUPTED


def _demo(path: Path, voice: Voice | None) -> Demo:
    try:
        return read_demo(path, voice)
    except DemoError as fault:
        raise UsageError(str(fault)) from None


def _check_times(options: argparse.Namespace, demo: Demo) -> None:
    """Raises `UsageError` for times that the demo does not have."""
    for name, tick in (
        ("--from", options.start),
        ("--to", options.end),
        ("--still", options.still),
        ("--poster", options.poster),
    ):
        if tick is not None and tick > demo.length:
            raise UsageError(f"{name}: the demo ends at {clock(demo.length)}, got {clock(tick)}")
    if options.start is not None and options.start >= (demo.length if options.end is None else options.end):
        end = "the end" if options.end is None else f"--to {clock(options.end)}"
        raise UsageError(f"--from: must be before {end}, got {clock(options.start)}")
    if options.end == 0:
        raise UsageError("--to: must be later than 0:00")


def clock(tick: int) -> str:
    """A tick as minutes and seconds, such as 1:05 or 1:05.5."""
    seconds = f"{tick % (60 * TICKS) / TICKS:06.3f}".rstrip("0").rstrip(".")
    return f"{tick // TICKS // 60}:{seconds}"


def _write_beside(output: Path, suffix: str, data: bytes) -> None:
    _write(output.with_suffix(suffix), data)


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
    print_line(str(path))


def _time(text: str) -> int:
    """A time such as 1:05, 65 or 65.5 s, in ticks."""
    match = TIME.fullmatch(text.strip())
    if match is None:
        raise argparse.ArgumentTypeError(f"must be a time such as 1:05, 65 or 65.5 s, got {text!r}")
    return round((int(match["minutes"] or 0) * 60 + float(match["seconds"])) * TICKS)


def _sheet_count(text: str) -> int:
    count = whole_number(text)
    if count is None or not 1 <= count <= MOST_ON_SHEET:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to {MOST_ON_SHEET}, got {text!r}")
    return count


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
