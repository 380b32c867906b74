"""What a film of a demo cannot show, or shows worse than the window; `record` says so before it renders."""

from collections.abc import Iterator
from pathlib import Path

from gjkscope.app.share.export.figure import FILM_TEXT
from gjkscope.app.share.export.film import FilmStyle
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import format_time
from gjkscope.app.teach.demos.file import playheads

SMALLEST_TEXT = 10.0  # pixels, to be readable
PANELS_SIZE = (1000, 600)  # below which panels cover or cut each other
CENTISECONDS = 100  # a second in the delays of a GIF


def film_limits(demo: Demo, look: FilmStyle, fps: int, output: Path | None) -> Iterator[str]:
    """A sentence about each thing that the film cannot show as intended, and the demo's own warnings."""
    yield from demo.warnings
    if output is not None and output.suffix.lower() == ".gif":
        yield from _gif_limits(fps)
    yield from _panel_limits(demo, look) if look.panels else _hidden_panels(demo)
    if FILM_TEXT * min(look.size) < SMALLEST_TEXT and not look.panels:
        yield f"text is hard to read at {_size(look)}: use --size 640x360 or larger"


def _gif_limits(fps: int) -> Iterator[str]:
    yield "a GIF has 256 colours: shades and fades are dithered; MP4 and WebM have all"
    if CENTISECONDS % fps:
        yield f"{fps} pictures per second are uneven in a GIF, which counts in 1/100 s: use --fps 10, 20, 25 or 50"


def _panel_limits(demo: Demo, look: FilmStyle) -> Iterator[str]:
    if look.size[0] < PANELS_SIZE[0] or look.size[1] < PANELS_SIZE[1]:
        width, height = PANELS_SIZE
        yield f"--panels needs about {width}x{height} pixels; at {_size(look)} they cover or cut each other"
    hidden = next((head.tick for head in playheads(demo) if not head.state.direction.header), None)
    if hidden is not None:
        yield f"with --panels there is no header that the demo could hide, as it does at {format_time(hidden)}"


def _hidden_panels(demo: Demo) -> Iterator[str]:
    """What only a panel shows; the film has none."""
    known = _in_panels(demo.first)
    for head in playheads(demo):
        if _in_panels(head.state) != known:
            where = format_time(head.tick)
            yield f"the demo changes at {where} what only panels show, and the film has none: add --panels"
            return


def _in_panels(state: State) -> tuple[object, ...]:
    return state.display.axis_filter, state.display.plots_width, state.run.nudges


def _size(look: FilmStyle) -> str:
    return f"{look.size[0]}x{look.size[1]}"
