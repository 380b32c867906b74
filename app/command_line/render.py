"""`gjkscope render SCENE -o OUT.png|OUT.svg`: pictures of steps, without a display."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.records import field_names
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.command_line import console
from gjkscope.app.command_line.scene_argument import (
    STDIN,
    add_engine_options,
    engine_options,
    read_scene_argument,
    scene_path,
)
from gjkscope.app.scenes.cameras.camera import OrbitCamera, ViewSide
from gjkscope.app.share.export.picture import as_camera, at_step, picture_state
from gjkscope.app.state.actions import LARGEST_SCALE, HideBody, SetVisible, initial_state, update
from gjkscope.app.state.inspection.traces import last_step
from gjkscope.app.state.model import PICTURE_SIZE, Layout, State, Theme, Visibility
from gjkscope.engine import NotApplicable

SUMMARY = "Render steps of a scene as pictures, PNG or SVG; needs no display."
PNG, SVG = ".png", ".svg"
ALL = "all"
PARTS = {name.replace("_", "-"): name for name in field_names(Visibility)}
"""What `--hide` can hide besides bodies, as in the list "What is drawn" of a view."""

HIDDEN = tuple(name for name, field in PARTS.items() if not getattr(Visibility(), field))
"""What `--show` can show: the parts that are not drawn by default."""


def render_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.output.suffix.lower() not in (PNG, SVG):
        raise console.UsageError(
            f"{options.output}: pictures are written as PNG or SVG; the name must end with .png or .svg"
        )
    size = console.scale_size(options.size, options.scale, "--scale")
    state = _hide(_state(options), options.hide)
    for name in options.show:
        state = update(state, SetVisible(PARTS[name], True))
    if options.steps is None:
        outputs = [(options.output, _at_step(state, options.step, options.scene))]
    else:
        outputs = _sequence(state, options)
    _write(outputs, options, size)
    return console.DONE


COMMAND = console.CliCommand("render", "SCENE -o OUT.png|.svg", SUMMARY, render_command_line)


def _parser() -> console.Parser:
    parser = console.Parser("gjkscope render", description=SUMMARY)
    parser.add_argument("scene", metavar="SCENE", type=scene_path, help="a scene or mesh file; - is standard input")
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT.png|.svg",
        type=Path,
        help="the picture to write, pixels or shapes",
    )
    parser.add_argument("--algorithm", default="gjk", choices=tuple(CHOICES), help="what to run (default: gjk)")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--step", type=_step, default="last", metavar="N|last", help="from 0 (default: last)")
    shown.add_argument(
        "--steps",
        type=_steps,
        metavar="FIRST:LAST|all",
        help="a picture of each of these steps, with its number in the name: OUT-0.png, OUT-1.png, …",
    )
    parser.add_argument(
        "--view",
        default=Layout.BOTH,
        choices=[layout.value for layout in Layout],
        help="the views to draw (default: both)",
    )
    parser.add_argument(
        "--camera",
        type=_camera,
        default=None,
        metavar="SIDE|JSON",
        help=f"{', '.join(ViewSide)}, or the text of a camera copied in the window",
    )
    parser.add_argument(
        "--size", default=PICTURE_SIZE, type=console.size_argument, metavar="WxH", help="in pixels (default: 1280x800)"
    )
    add_engine_options(parser)
    parser.add_argument("--theme", default=Theme.DARK, choices=[theme.value for theme in Theme], help="default: dark")
    parser.add_argument("--transparent", action="store_true", help="transparent background")
    parser.add_argument(
        "--scale",
        type=int,
        default=1,
        choices=range(1, LARGEST_SCALE + 1),
        help="scale factor, text and lines included",
    )
    parser.add_argument("--lecture", action="store_true", help="large text and thick lines")
    parser.add_argument(
        "--hide",
        action="append",
        default=[],
        metavar="NAME",
        help=f"a body, or one of {', '.join(PARTS)}; may be repeated",
    )
    parser.add_argument(
        "--show",
        action="append",
        default=[],
        choices=HIDDEN,
        help="what is not drawn by default; may be repeated",
    )
    return parser


def _step(text: str) -> int | str:
    """The number of a step; any other text is returned as it is, for `at_step` to judge."""
    number = console.whole_number(text)
    return text if number is None else number


def _steps(text: str) -> tuple[int, int] | str:
    return text if text == ALL else console.range_argument(text)


def _camera(text: str) -> ViewSide | OrbitCamera:
    try:
        return as_camera(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault).removeprefix("camera: ")) from None


def _state(options: argparse.Namespace) -> State:
    path = options.scene
    return picture_state(
        initial_state(read_scene_argument([path]), None if path == STDIN else str(path)),
        options.algorithm,
        size=options.size,
        layout=Layout(options.view),
        camera=options.camera,
        theme=Theme(options.theme),
        lecture=options.lecture,
        options=engine_options(options, [options.algorithm]),
    )


def _hide(state: State, names: Sequence[str]) -> State:
    """The state without bodies and parts of these names."""
    bodies = [body.name for body in state.document.scene.bodies]
    for name in names:
        if name in bodies:
            state = update(state, HideBody(name, True))
        elif name in PARTS:
            state = update(state, SetVisible(PARTS[name], False))
        else:
            known = (*bodies, *PARTS)
            raise console.UsageError(
                f"--hide: must be one of {', '.join(known)}, got {name}{did_you_mean(name, known)}"
            )
    return state


def _at_step(state: State, step: int | str, path: Path) -> State:
    try:
        return at_step(state, step)
    except NotApplicable as fault:
        raise console.UsageError(f"{path}: --{fault}") from None
    except ValueError as fault:
        raise console.UsageError(f"--{fault}") from None


def _sequence(state: State, options: argparse.Namespace) -> list[tuple[Path, State]]:
    """The files of `--steps` and the steps that they show; numbers have leading zeros, so that names sort like
    steps.
    """
    last = last_step(_at_step(state, "last", options.scene))
    first, final = (0, last) if options.steps == ALL else options.steps
    if final > last:
        raise console.UsageError(f"--steps: the last step is {last}, got {first}:{final}")
    output, digits = options.output, len(str(last))
    numbers = range(first, final + 1)
    return [
        (output.with_stem(f"{output.stem}-{number:0{digits}}"), _at_step(state, number, options.scene))
        for number in numbers
    ]


def _write(outputs: Sequence[tuple[Path, State]], options: argparse.Namespace, size: tuple[int, int]) -> None:
    try:
        from gjkscope.app.view.renderer.context import NoGraphics  # query must not load OpenGL

        with console.progress_bar() as show, _painter(options, size) as painted:
            for done, (path, state) in enumerate(outputs):
                show("Rendering", done, len(outputs), path.name)
                _save(path, painted(state))
    except ImportError as fault:
        raise console.missing_library(fault) from None
    except NoGraphics as fault:
        raise console.UsageError(str(fault)) from None


@contextmanager
def _painter(options: argparse.Namespace, size: tuple[int, int]) -> Iterator[Callable[[State], bytes]]:
    """Yields a function that draws a state as the bytes of a file.  Raises `NoGraphics`."""
    views = Layout(options.view).views
    if options.output.suffix.lower() == SVG:
        from gjkscope.app.share.export.vector.figure import draw_svg

        yield lambda state: draw_svg(state, views, size, options.transparent)
        return
    from gjkscope.app.base.png import png
    from gjkscope.app.share.export.figure import FigureRenderer

    with FigureRenderer(size) as figure:
        yield lambda state: png(figure.render(state, views, transparent=options.transparent))


def _save(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as fault:
        raise console.UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
    console.print_line(str(path))
