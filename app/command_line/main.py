"""The command line: `gjkscope [SCENE]`, `gjkscope query`, `gjkscope render`, `gjkscope record`.

Exit status: 0 on success; 1 if an answer contradicts `expected`; 2 for unusable input or arguments, with one line on
stderr that gives the file, the position in it, the error and the correct form.
"""

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from gjkscope import engine
from gjkscope.app import __version__
from gjkscope.app.actions import (
    LARGEST_SCALE,
    ChooseAlgorithm,
    ChooseTheme,
    FrameAll,
    GoToStep,
    Lecture,
    LookFrom,
    OpenDemo,
    PlaceCamera,
    SetOptions,
    SetOrthographic,
    ShowStart,
    Tick,
    initial_state,
    update,
)
from gjkscope.app.actions.cameras import TURN_SECONDS
from gjkscope.app.base.loading import fast_imports, importing
from gjkscope.app.base.resources import resource
from gjkscope.app.cameras.camera import OrbitCamera, ViewSide
from gjkscope.app.cameras.camera_text import read_camera
from gjkscope.app.command_line.console import (
    CONTRADICTED,
    DONE,
    INTERRUPTED,
    LARGEST_SIDE,
    Parser,
    UsageError,
    missing_library,
    number_argument,
    print_error,
    print_line,
    size_argument,
    whole_number,
)
from gjkscope.app.command_line.record import run_record
from gjkscope.app.demos.file import DemoError, is_demo_file, read_demo
from gjkscope.app.export.report import Report, as_json, as_text, contradicts_expected
from gjkscope.app.inspection.traces import inspect, last_step
from gjkscope.app.model import PICTURE_SIZE, Layout, State, Theme, View
from gjkscope.app.runs.answers import answers, broad_answers, comparisons, first_contacts, pairs_of, push_outs
from gjkscope.app.runs.choices import CHOICES
from gjkscope.app.scenes.mesh_file import is_mesh_file
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.scenes.scene_file import open_files, read_bundled
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.query import check_options

START_SCENE = ("assets", "scenes", "museum", "hb-article-cycle-1.json")
COMPARE, RESOLVE, ADVANCEMENT = "compare", "resolve", "advancement"
SHOWN = 60  # longest argument, in characters, that an error message quotes
READ_AT_ONCE = 500_000  # bytes: reading more takes longer than a second
NAMES = (*engine.ALGORITHMS, COMPARE, RESOLVE, ADVANCEMENT, *BROADPHASES)


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):  # some terminals, and most pipes on Windows, cannot encode "−"
        sys.stdout.reconfigure(errors="backslashreplace")
    command = COMMANDS.get(words[0], _open) if words else _open
    try:
        return command(words[1:] if words and words[0] in COMMANDS else words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output (head, less) has exited
        return DONE
    except MemoryError:
        return print_error(UsageError("out of memory: the input needs more memory than is free"))
    except UsageError as fault:
        return print_error(fault)


def _open(words: list[str]) -> int:
    parser = Parser(
        "gjkscope",
        description="See how 3D collision detection works, step by step, and why it goes wrong.",
        epilog="Other commands: gjkscope query SCENE …, gjkscope render SCENE -o OUT.png, "
        "gjkscope record DEMO -o OUT.mp4; each has --help.",
    )
    parser.add_argument("--version", action="version", version=f"gjkscope {__version__}")
    parser.add_argument("files", nargs="*", metavar="SCENE", help="a scene, a demo, or one or two mesh files")
    parser.add_argument(
        "--settings",
        metavar="DIR",
        type=Path,
        help="folder for settings and unsaved changes, instead of the user's own",
    )
    options = parser.parse_args(words)
    files = [Path(name) for name in options.files]
    if files and not files[0].suffix and not files[0].exists():
        raise UsageError(f"{str(files[0])!r} is neither a command nor a file; the commands are {', '.join(COMMANDS)}")
    late = _is_large(files)
    state = _opened([] if late else files)

    try:
        with fast_imports():
            from gjkscope.app.persistence.settings_file import SettingsFile, settings_folder
            from gjkscope.app.window.platform.display import (  # query must not load the graphics libraries
                NoDisplay,
                open_window,
            )

            settings = SettingsFile(options.settings or settings_folder())
            with importing("gjkscope.app.window.window"):
                window = open_window(*settings.known.get("window", ()))
            from gjkscope.app.panels.requests import ReadScene
            from gjkscope.app.persistence.journal_file import journal_folder
            from gjkscope.app.renderer.context import NoGraphics
            from gjkscope.app.window.window import MainWindow
    except ImportError as fault:
        raise missing_library(fault) from None
    except NoDisplay as fault:
        raise UsageError(str(fault)) from None

    try:
        journals = options.settings / "journals" if options.settings else journal_folder()
        main_window = MainWindow(state, window, settings, journals, journals.parent / "recordings")
        if not files and main_window.is_first_run:
            main_window.session.perform([ShowStart()])
        if late:
            main_window.session.perform([ReadScene(tuple(map(str, files)))])
        main_window.run()
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None
    main_window.close()
    return DONE


def _is_large(files: list[Path]) -> bool:
    """Whether the files take so long to read that the window should open first."""
    is_demo = len(files) == 1 and is_demo_file(files[0])
    return not is_demo and sum(path.stat().st_size for path in files if path.is_file()) > READ_AT_ONCE


def _opened(files: list[Path]) -> State:
    if len(files) == 1 and is_demo_file(files[0]):
        try:
            demo = read_demo(files[0])
        except DemoError as fault:
            raise UsageError(str(fault)) from None
        return update(initial_state(demo.first.document.scene), OpenDemo(demo, str(files[0])))
    scene = _scene(files) if files else read_bundled(resource(*START_SCENE))
    return initial_state(scene, _file_to_save(files))


def _query(words: list[str]) -> int:
    parser = Parser(
        "gjkscope query", description="Query pairs of shapes and check the answers against the scene's expected values."
    )
    parser.add_argument("scenes", nargs="+", metavar="SCENE", type=Path, help="scene files, or mesh files")
    parser.add_argument(
        "--algorithm",
        type=_algorithms,
        default=[None],
        metavar="NAME[,NAME]",
        help=f"{', '.join(engine.ALGORITHMS)} (default: GJK, followed by EPA if the shapes overlap); "
        f"{COMPARE}: all of these side by side; {RESOLVE}: push the bodies apart; "
        f"{ADVANCEMENT}: time of first contact of moving bodies; broad phase over all bodies: {', '.join(BROADPHASES)}",
    )
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="query only this pair of bodies")
    parser.add_argument("--trace", action="store_true", help="include every step")
    parser.add_argument("--json", action="store_true", help="print one JSON object per scene, each on its own line")
    _add_engine_options(parser)
    options = parser.parse_args(words)
    engine_options = _engine_options(options, options.algorithm)
    status = DONE
    for path in options.scenes:
        try:
            scene = _scene([path])
            report = _report(scene, path, options, engine_options)
        except UsageError as fault:
            status = max(status, print_error(fault))
            continue
        print_line(as_json(report) if options.json else as_text(report))
        if contradicts_expected(report):
            status = max(status, CONTRADICTED)
    return status


def _report(scene: Scene, path: Path, options: argparse.Namespace, engine_options: engine.Options) -> Report:
    names = options.algorithm
    broad = [name for name in names if name in BROADPHASES]
    narrow = [name for name in names if name is None or name in engine.ALGORITHMS]
    pairs = _pairs(options.pair, scene, path) if len(broad) < len(names) else ()
    return Report(
        scene,
        path,
        tuple(answers(scene, pairs, narrow, options.trace, engine_options)),
        tuple(broad_answers(scene, broad)),
        tuple(comparisons(scene, pairs, engine_options)) if COMPARE in names else (),
        tuple(push_outs(scene, pairs)) if RESOLVE in names else (),
        tuple(first_contacts(scene, pairs)) if ADVANCEMENT in names else (),
        options.trace,
    )


def _render(words: list[str]) -> int:
    parser = Parser("gjkscope render", description="Render one step of a scene as a picture; needs no display.")
    parser.add_argument("scene", metavar="SCENE", type=Path)
    parser.add_argument("-o", "--output", required=True, metavar="OUT.png", type=Path)
    parser.add_argument("--algorithm", default="gjk", choices=tuple(CHOICES))
    parser.add_argument("--step", default="last", metavar="N|last")
    parser.add_argument("--view", default=Layout.BOTH, choices=[layout.value for layout in Layout])
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
    _add_engine_options(parser)
    parser.add_argument("--theme", default=Theme.DARK, choices=[theme.value for theme in Theme])
    parser.add_argument("--transparent", action="store_true", help="transparent background")
    parser.add_argument(
        "--scale",
        type=int,
        default=1,
        choices=range(1, LARGEST_SCALE + 1),
        help="scale factor, text and lines included",
    )
    parser.add_argument("--lecture", action="store_true", help="large text and thick lines")
    options = parser.parse_args(words)
    if options.output.suffix.lower() != ".png":
        raise UsageError(f"{options.output}: pictures are written as PNG; the name must end with .png")
    width, height = (side * options.scale for side in options.size)
    if max(width, height) > LARGEST_SIDE:
        raise UsageError(f"--scale: {width}x{height} pixels are too many; each side must be at most {LARGEST_SIDE}")
    views = Layout(options.view).views
    state = initial_state(_scene([options.scene]), str(options.scene))
    state = update(state, FrameAll(options.size[0] / min(len(views), 2) / options.size[1]))
    state = _seen_by(state, options.camera)
    for action in (
        SetOptions(_engine_options(options, [options.algorithm])),
        ChooseAlgorithm(options.algorithm),
        ChooseTheme(Theme(options.theme)),
        Lecture(options.lecture),
    ):
        state = update(state, action)
    state = _at_step(state, options.step)

    try:
        from gjkscope.app.base.png import write_png
        from gjkscope.app.export.figure import FigureRenderer  # query must not load OpenGL and Dear ImGui
        from gjkscope.app.renderer.context import NoGraphics
    except ImportError as fault:
        raise missing_library(fault) from None

    try:
        with FigureRenderer((width, height)) as figure:
            pixels = figure.render(state, views, transparent=options.transparent)
    except NoGraphics as fault:
        raise UsageError(str(fault)) from None
    try:
        write_png(pixels, options.output)
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    print_line(str(options.output))
    return DONE


def _camera(text: str) -> ViewSide | OrbitCamera:
    if text in tuple(ViewSide):
        return ViewSide(text)
    try:
        return read_camera(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(
            f"must be one of {', '.join(ViewSide)}, or the text of a camera: {fault}"
        ) from None


def _seen_by(state: State, camera: ViewSide | OrbitCamera | None) -> State:
    """Applies `camera`: a standard side gives an orthographic view of the world and the difference."""
    if isinstance(camera, OrbitCamera):
        return update(state, PlaceCamera(View.WORLD, camera))
    if camera is None:
        return state
    flat = update(state, SetOrthographic(View.WORLD, True))
    return update(update(flat, LookFrom(View.WORLD, camera)), Tick(TURN_SECONDS))


def _add_engine_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--float32", action="store_true", help=f"single precision: {_takers('float32')}")
    parser.add_argument(
        "--crossings", action="store_true", help=f"also test edges against faces: {_takers('crossings')}"
    )
    parser.add_argument(
        "--direction",
        nargs=3,
        type=number_argument,
        metavar=("X", "Y", "Z"),
        help=f"initial search direction: {_takers('direction')}",
    )


def _takers(option: str) -> str:
    """The algorithms that accept the option, for a help text."""
    return ", ".join(name for name, algorithm in engine.ALGORITHMS.items() if option in algorithm.options)


def _engine_options(options: argparse.Namespace, algorithms: Sequence[str | None]) -> engine.Options:
    direction = tuple(options.direction) if options.direction else None
    try:
        chosen = engine.Options(options.float32, options.crossings, direction)
        for name in algorithms:
            _check_options(name or "gjk", chosen)
    except ValueError as fault:
        raise UsageError(f"--{fault}") from None
    return chosen


def _check_options(name: str, chosen: engine.Options) -> None:
    """Raises `ValueError` if nothing with that name accepts one of the chosen options."""
    if name in engine.ALGORITHMS:
        check_options(name, chosen)
    elif name != COMPARE and chosen.chosen():
        option = chosen.chosen()[0]
        raise ValueError(f"{option}: not an option of {name}; of {_takers(option)}")


COMMANDS = {"query": _query, "render": _render, "record": run_record}


def _file_to_save(files: list[Path]) -> str | None:
    """The path that Save writes to; None for a scene built from mesh files or shipped with the program."""
    return str(files[0]) if len(files) == 1 and not is_mesh_file(files[0]) else None


def _scene(paths: list[Path]) -> Scene:
    try:
        scene = open_files(paths)
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    if len(scene.bodies) < 2:
        raise UsageError(f"{paths[0]}: shapes: at least 2 are needed for a pair, got {len(scene.bodies)}")
    return scene


def _pairs(names: list[str] | None, scene: Scene, path: Path) -> tuple[Pair, ...]:
    if names is None:
        return pairs_of(scene)
    known = [body.name for body in scene.bodies]
    for name in names:
        if name not in known:
            raise UsageError(f"{path}: --pair: no body is named {name!r}; the bodies are {', '.join(known)}")
    if names[0] == names[1]:
        raise UsageError(f"{path}: --pair: must name two different bodies, got {names[0]!r} twice")
    return ((names[0], names[1]),)


def _at_step(state: State, step: str) -> State:
    refusal, last = inspect(state).refusal, last_step(state)
    if refusal is not None:
        raise UsageError(f"{state.file.path}: --algorithm: {refusal}")
    if step == "last":
        return state
    number = whole_number(step)
    if number is None or number > last:
        shown = repr(step) if len(step) <= SHOWN else f"{len(step)} characters"
        raise UsageError(f"--step: must be last or a number from 0 to {last}, got {shown}")
    return update(state, GoToStep(number))


def _algorithms(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"unknown name {name!r}; must be one of {', '.join(NAMES)}")
    return names
