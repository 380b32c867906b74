"""`gjkscope render SCENE -o OUT.png`: a picture of one step, without a display."""

import argparse
from pathlib import Path

from gjkscope.app.actions import LARGEST_SCALE, initial_state
from gjkscope.app.cameras.camera import OrbitCamera, ViewSide
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    missing_library,
    print_line,
    scaled_size,
    size_argument,
    whole_number,
)
from gjkscope.app.command_line.scene_argument import STDIN, add_engine_options, engine_options, read_scene_argument
from gjkscope.app.export.picture import as_camera, at_step, draw, picture_state
from gjkscope.app.model import PICTURE_SIZE, Layout, State, Theme
from gjkscope.app.runs.choices import CHOICES
from gjkscope.engine import NotApplicable

SUMMARY = "Render one step of a scene as a picture; needs no display."


def render_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.output.suffix.lower() != ".png":
        raise UsageError(f"{options.output}: pictures are written as PNG; the name must end with .png")
    size = scaled_size(options.size, options.scale, "--scale")
    _write(_state(options), options, size)
    print_line(str(options.output))
    return DONE


COMMAND = CliCommand("render", "SCENE -o OUT.png", SUMMARY, render_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope render", description=SUMMARY)
    parser.add_argument("scene", metavar="SCENE", type=Path, help="a scene or mesh file; - is standard input")
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png", type=Path, help="the picture to write")
    parser.add_argument("--algorithm", default="gjk", choices=tuple(CHOICES), help="what to run (default: gjk)")
    parser.add_argument("--step", type=_step, default="last", metavar="N|last", help="from 0 (default: last)")
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
        "--size", default=PICTURE_SIZE, type=size_argument, metavar="WxH", help="in pixels (default: 1280x800)"
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
    return parser


def _step(text: str) -> int | str:
    """The number of a step; any other text is returned as it is, for `at_step` to judge."""
    number = whole_number(text)
    return text if number is None else number


def _camera(text: str) -> ViewSide | OrbitCamera:
    try:
        return as_camera(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault).removeprefix("camera: ")) from None


def _state(options: argparse.Namespace) -> State:
    path = options.scene
    state = picture_state(
        initial_state(read_scene_argument([path]), None if path == STDIN else str(path)),
        options.algorithm,
        size=options.size,
        layout=Layout(options.view),
        camera=options.camera,
        theme=Theme(options.theme),
        lecture=options.lecture,
        options=engine_options(options, [options.algorithm]),
    )
    try:
        return at_step(state, options.step)
    except NotApplicable as fault:
        raise UsageError(f"{path}: --{fault}") from None
    except ValueError as fault:
        raise UsageError(f"--{fault}") from None


def _write(state: State, options: argparse.Namespace, size: tuple[int, int]) -> None:
    try:
        from gjkscope.app.base.png import write_png
        from gjkscope.app.renderer.context import NoGraphics  # query must not load OpenGL

        pixels = draw(state, Layout(options.view), size, options.transparent)
    except ImportError as fault:
        raise missing_library(fault) from None
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None
    try:
        write_png(pixels, options.output)
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
