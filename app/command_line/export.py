"""`gjkscope export FILE -o PAGE.html|CONTENT.json|MODEL.glb`: a scene or demo as a page or in one, or a scene as glTF.

`gjkscope export --site DIR` writes the website: the course, the films, the museum, and the documentation.
"""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    number_argument,
    print_line,
    print_note,
    progress_bar,
    range_argument,
)
from gjkscope.app.command_line.scene_argument import (
    STDIN,
    add_engine_options,
    engine_options,
    read_scene_argument,
    scene_path,
)
from gjkscope.engine import NotApplicable

if TYPE_CHECKING:
    from gjkscope.app.share.web.recording import Content, Progress

SUMMARY = "Write a scene or demo as a web page with a player, a scene as a 3D model, or the whole website."
DEMO = ".gjkdemo.json"
PAGES = (".html", ".htm")
CONTENT = ".json"
ELEMENT = "gjkscope-player.js"  # the script beside what is embedded in another page
GLB = ".glb"
MEGABYTE = 1e6
OF_SITE = {"site", "documentation", "download"}  # the arguments that apply to a website


def export_command_line(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _options(words)
    if options.site is not None:
        return _export_site(options)
    if options.output.suffix.lower() == GLB:
        return _write_model(options)
    if options.output.suffix.lower() not in (*PAGES, CONTENT):
        raise UsageError(
            f"{options.output}: the name must end with .html for a page, with .json for the content of a player in "
            "another page, or with .glb for a 3D model (glTF)"
        )
    return _export_page(options)


def _export_page(options: argparse.Namespace) -> int:
    """Writes a page or content, with the script of the custom element if it is for another page; returns the status."""
    from gjkscope.app.share.web.bundle import element_script
    from gjkscope.app.share.web.page import content_file, content_page

    is_content = options.output.suffix.lower() == CONTENT
    with progress_bar() as show:
        content = _content(options, lambda done, whole: show("Recording", done, whole, ""))
    _write(options.output, (content_file(content) if is_content else content_page(content, options.embed)).encode())
    print_line(str(options.output))
    if is_content or options.embed:
        script = options.output.with_name(ELEMENT)
        _write(script, element_script().encode())
        print_line(str(script))
    return DONE


COMMAND = CliCommand("export", "FILE -o PAGE.html|CONTENT.json|MODEL.glb", SUMMARY, export_command_line)


def _options(words: list[str]) -> argparse.Namespace:
    parser = _parser()
    options = parser.parse_args(words)
    changed = {name for name, value in vars(options).items() if value != parser.get_default(name)}
    if options.site is not None:
        if changed - OF_SITE:
            parser.error("argument --site: writes the whole website; only --documentation and --download apply to it")
        return options
    for name, given in (("FILE", options.file), ("-o/--output", options.output)):
        if given is None:
            parser.error(f"the following arguments are required: {name}")
    for name in changed & OF_SITE:
        parser.error(f"argument --{name}: only with --site")
    return options


def _export_site(options: argparse.Namespace) -> int:
    """Writes the website into the folder; returns the exit status."""
    from gjkscope.app.share.web.course.documentation import DocumentationError
    from gjkscope.app.share.web.course.folder import FolderError, check_folder, write_site
    from gjkscope.app.share.web.course.site import course_files

    folder: Path = options.site
    try:
        check_folder(folder)
        with progress_bar() as show:
            written = course_files(
                progress=lambda name, done, whole: show("Recording", done, whole, name),
                documentation=options.documentation,
                downloads=options.download,
            )
        write_site(folder, written)
    except (DocumentationError, FolderError) as fault:
        raise UsageError(str(fault)) from None
    except OSError as fault:
        raise UsageError(f"{fault.filename or folder}: cannot be copied: {fault.strerror or fault}") from None
    print_line(f"{folder / 'index.html'}: {len(written)} files, {sum(map(len, written.values())) / MEGABYTE:.1f} MB")
    return DONE


def _parser() -> Parser:
    parser = Parser("gjkscope export", description=SUMMARY)
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        type=scene_path,
        help="a scene, mesh file or demo; - is a scene on standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PAGE.html|CONTENT.json|MODEL.glb",
        type=Path,
        help="the page to write, the content of a player in another page, or the glTF model of the bodies and A − B",
    )
    parser.add_argument(
        "--site",
        "--course",
        metavar="DIR",
        type=Path,
        help="write the website into this folder instead: lessons, films, museum",
    )
    parser.add_argument(
        "--documentation", metavar="DIR", type=Path, help="with --site: the documentation that make docs built"
    )
    parser.add_argument(
        "--download",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="with --site: a file that the website offers, such as a wheel; can be repeated",
    )
    parser.add_argument(
        "--algorithm",
        type=_algorithms,
        default=("gjk",),
        metavar="NAME[,NAME]",
        help="what to run; of several, the page has a switch (default: gjk)",
    )
    parser.add_argument("--steps", type=range_argument, metavar="FIRST:LAST", help="only these steps, from 0")
    parser.add_argument("--drag", metavar="BODY", help="a body of the pair that readers can drag along a line")
    parser.add_argument(
        "--to",
        type=_point,
        metavar="X,Y,Z",
        help="where to drag it, in metres (default: along the normal, from overlap to a gap)",
    )
    parser.add_argument(
        "--embed", action="store_true", help="only the player, for an iframe or <gjkscope-player> in another page"
    )
    add_engine_options(parser)
    return parser


def _algorithms(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in CHOICES:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(CHOICES)}")
    return tuple(dict.fromkeys(names))


def _point(text: str) -> tuple[float, ...]:
    return tuple(map(number_argument, text.split(",")))


def _content(options: argparse.Namespace, progress: "Progress") -> "Content":
    """What the page shows.  Raises `UsageError`."""
    path: Path = options.file
    _check_drag(options)
    try:
        if path.name.endswith(DEMO):
            return _demo_content(path, progress)
        return _scene_content(options, progress)
    except NotApplicable as fault:
        raise UsageError(f"{path}: --{fault}") from None


def _check_drag(options: argparse.Namespace) -> None:
    """Raises `UsageError` for options that cannot be combined."""
    if options.drag is None and options.to is not None:
        raise UsageError("--to: needs --drag, the body to drag there")
    if options.drag is not None and options.steps is not None:
        raise UsageError("--drag: cannot be combined with --steps, as each place of the body has a run of its own")
    if options.drag is not None and options.file.name.endswith(DEMO):
        raise UsageError("--drag: needs a scene; in a demo, bodies move as recorded")


def _demo_content(path: Path, progress: "Progress") -> "Content":
    from gjkscope.app.share.web.film import NO_SOUNDS, demo_content
    from gjkscope.app.state.model.demo import MarkKind
    from gjkscope.app.teach.demos.file import DemoError, read_demo

    try:
        demo = read_demo(path)
        if demo.marks_of(MarkKind.SOUND):
            print_note(f"warning: {NO_SOUNDS}")
        return demo_content(demo, progress)
    except DemoError as fault:
        raise UsageError(str(fault)) from None


def _scene_content(options: argparse.Namespace, progress: "Progress") -> "Content":
    from gjkscope.app.share.web.content import scene_content
    from gjkscope.app.share.web.drags import drag_content

    scene = read_scene_argument([options.file])
    chosen = engine_options(options, options.algorithm)
    try:
        if options.drag is not None:
            return drag_content(scene, options.algorithm, options.drag, options.to, options=chosen, progress=progress)
        return scene_content(
            scene, options.algorithm, steps=options.steps, options=chosen, progress=progress, live=True
        )
    except NotApplicable:
        raise
    except ValueError as fault:
        raise UsageError(f"{'standard input' if options.file == STDIN else options.file}: --{fault}") from None


def _write_model(options: argparse.Namespace) -> int:
    """Writes the bodies and A − B as glTF."""
    if options.file.name.endswith(DEMO):
        raise UsageError(f"{options.file}: a demo has no single model; export one of its scenes")
    from gjkscope.app.share.export.gltf import scene_gltf

    try:
        data = scene_gltf(read_scene_argument([options.file]))
    except ValueError as fault:
        raise UsageError(f"{options.file}: {fault}") from None
    _write(options.output, data)
    print_line(str(options.output))
    return DONE


def _write(path: Path, data: bytes) -> None:
    try:
        write_atomically(path, data)
    except OSError as fault:
        raise UsageError(f"{path}: cannot be written: {fault.strerror or fault}") from None
