"""File commands: new, open, save, export, recent files and the bundled example scenes."""

import os
from functools import cache, partial
from pathlib import Path

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.scenes.titles import engine_of_example, scene_title
from gjkscope.app.state.actions import RECENT_FILES, BrowseExamples, ForgetFiles, RaisePanel, ShowFilm, ShowHunt
from gjkscope.app.state.model import FilmCard, Purpose, State
from gjkscope.app.view.panels import requests
from gjkscope.app.view.panels.commands import captures
from gjkscope.app.view.panels.commands.command import Command, Listed
from gjkscope.app.view.panels.commands.recording import edits_demo
from gjkscope.app.view.panels.toolkit.panels import SURVEY
from gjkscope.engine.sequences.deferred import Deferred

EXPORT = "File/Export"
RECENT = "File/Open recent"
EXAMPLES = "File/Open example"
MUSEUM = f"{EXAMPLES}/Museum of real bugs"
IN_2D = f"{EXAMPLES}/In 2D"
IN_MOTION = f"{EXAMPLES}/In motion"
FUZZ = f"{EXAMPLES}/Found by fuzzing"


def _examples() -> tuple[Command, ...]:
    """One command per bundled scene: teaching scenes, 2D and moving ones, the museum, then pairs found by `make fuzz`.

    Museum scenes are grouped by the engine that got the pair wrong.
    """
    folder = resource("assets", "scenes")
    teaching = [_example(path, EXAMPLES) for path in sorted(folder.glob("*.json"))]
    teaching += [_example(path, IN_2D) for path in sorted((folder / "plane").glob("*.json"))]
    teaching += [_example(path, IN_MOTION) for path in sorted((folder / "motion").glob("*.json"))]
    museum = sorted((folder / "museum").glob("*.json"))
    fuzz = [_example(path, FUZZ) for path in sorted((folder / "fuzz").glob("*.json"))]
    return (*teaching, *(_example(path, f"{MUSEUM}/{engine_of_example(path.stem)}") for path in museum), *fuzz)


def _example(path: Path, menu: str) -> Command:
    title, origin = scene_title(path.stem)
    return Command(
        title,
        requests.ReadScene((str(path),), is_example=True),
        menu,
        "open",
        help=partial(_about, path),
        also=f"{path.stem} {origin}",
        note=origin,
    )


@cache
def _about(path: Path) -> str:
    return read_scene(path).about or ""


def _recent(number: int) -> Command:
    """The menu entry for a recent file, counted from 0; disabled if the file no longer exists."""

    title = f"Recent file {number + 1}"

    def path(state: State) -> str:
        return state.preferences.recent_files[number] if number < len(state.preferences.recent_files) else ""

    return Command(
        title,
        lambda state: requests.ReadScene((path(state),)),
        RECENT,
        "files",
        enabled=lambda state: _is_there(path(state)),
        says=lambda state: f"{Path(path(state)).name}  ·  {_folder(path(state))}" if path(state) else title,
        shown=lambda state: bool(path(state)),
    )


def _folder(path: str) -> str:
    folder, home = Path(path).parent, Path.home()
    return str("~" / folder.relative_to(home) if folder.is_relative_to(home) else folder)


def _is_there(path: str) -> bool:
    return os.path.isfile(path)  # noqa: PTH113  Path.is_file raises if a parent folder is not accessible


def _missing(state: State) -> tuple[str, ...]:
    return tuple(path for path in state.preferences.recent_files if not _is_there(path))


def _can_be_saved(state: State) -> bool:
    if state.show is not None and edits_demo(state):
        return state.show.is_unsaved
    return state.modified or state.file.path is None


def _export(title: str, purpose: Purpose, help_: str, also: str = "") -> Command:
    return Command(title, requests.BrowseExport(purpose), EXPORT, "export", help=help_, also=also)


def _film(state: State) -> requests.Outcome:
    span = state.show.edits.span if state.show is not None else None
    return ShowFilm(FilmCard(span=span))


COMMANDS: tuple[Listed, ...] = (
    Command("New", requests.NewScene(), "File", "open", keys=("Ctrl+N",), help="A new scene with two cubes"),
    Command(
        "New 2D scene",
        requests.NewScene(2),
        "File",
        "open",
        keys=("Ctrl+Shift+N",),
        help="A new scene in the plane, with a triangle and a square",
        also="plane, flat, polygon, dimension",
    ),
    Command("Open…", requests.BrowseFiles(), "File", "open", keys=("Ctrl+O",)),
    Command(
        "Import…",
        requests.BrowseText(),
        "File",
        "open",
        keys=("Ctrl+I",),
        help="A pair of shapes from any text: code, an error log, MJCF, URDF, SDF, JSON, a table, debugger output",
        also="mjcf, urdf, sdf, mujoco, xml, gazebo, fcl, drake, eigen, jolt, bullet, physx, parry, godot",
    ),
    *(_recent(number) for number in range(RECENT_FILES)),
    Command(
        "Remove missing files",
        lambda state: ForgetFiles(_missing(state)),
        RECENT,
        "forget",
        enabled=lambda state: bool(_missing(state)),
    ),
    Command(
        "Clear list",
        lambda state: ForgetFiles(state.preferences.recent_files),
        RECENT,
        "forget",
        enabled=lambda state: bool(state.preferences.recent_files),
    ),
    Command(
        "Examples…",
        BrowseExamples(),
        "File",
        "open",
        keys=("Ctrl+E",),
        help="All bundled scenes with thumbnails: teaching scenes, and real bugs by engine or by cause",
        also="open example, browse the museum",
    ),
    Deferred(_examples),
    Command(
        "Hunt for wrong answers…",
        ShowHunt(),
        "File",
        "open",
        help="Draws random pairs, asks an engine or your own solver, and lists the pairs that it gets wrong",
        also="fuzz, test, random, solver, failures, coal, fcl, mujoco, bullet, rapier, drake",
    ),
    Command(
        "Survey engines…",
        RaisePanel(SURVEY.title),
        "File",
        "open",
        help="Asks engines about the same suite of pairs, and lists what each gets wrong",
        also="compare engines, benchmark, league table, suite, accuracy, coal, fcl, mujoco, bullet, rapier, drake",
    ),
    *captures.COMMANDS,
    Command(
        "Save",
        lambda state: requests.SaveTake() if edits_demo(state) else requests.SaveScene(),
        "File",
        "save",
        keys=("Ctrl+S",),
        enabled=_can_be_saved,
    ),
    Command("Save as…", requests.BrowseFiles(save=True), "File", "save", keys=("Ctrl+Shift+S",)),
    _export(
        "Picture…",
        Purpose.PICTURE,
        "The views as a PNG, at up to four times the size, optionally transparent",
        "screenshot, image",
    ),
    _export(
        "Vector picture…",
        Purpose.DRAWING,
        "The views as an SVG, with lines and text that can be edited and scaled, for papers and slides",
        "svg, pdf, latex, inkscape, illustrator",
    ),
    _export(
        "Web page…",
        Purpose.PAGE,
        "A page with a player that opens in any browser, offline: this run, or the open demo",
        "html, share, player, embed",
    ),
    Command(
        "Film…",
        _film,
        EXPORT,
        "export",
        enabled=lambda state: state.show is not None,
        help="The open demo or recording as MP4, WebM or GIF, with captions, subtitles and speech",
        also="video, movie, mp4, webm, gif, render, youtube",
    ),
    _export(
        "Course website…",
        Purpose.SITE,
        "The course as a website in a folder, which opens from disk and under any address",
        "html, publish, site",
    ),
    _export(
        "3D model…",
        Purpose.MODEL,
        "The bodies at their current poses, and A − B with its origin, as a glTF file",
        "gltf, glb, blender, mesh, powerpoint",
    ),
    _export(
        "Scene…",
        Purpose.SCENE,
        "A copy with moving bodies at their current poses; Save writes their initial poses to the scene's own file",
    ),
    _export("Trace…", Purpose.TRACE, "Every step of the current algorithm as JSON, like gjkscope query --trace --json"),
    _export("Test…", Purpose.TEST, "A pytest file that runs the current algorithm on this pair", "pytest"),
    _export(
        "Bug report…",
        Purpose.REPORT,
        "An archive with the scene, a picture, a page, a test, code for engines, and Markdown to paste into an issue",
        "issue, bundle, zip, share, reproduce",
    ),
    Command(
        "Copy test",
        requests.CopySnippet(),
        EXPORT,
        "copy",
        help="A pytest test of the current algorithm and pair",
        also="pytest",
    ),
    Command("Copy command", requests.CopyQuery(), EXPORT, "copy", help="The gjkscope query command line for this pair"),
    Command("Quit", requests.Quit(), "File", "quit", keys=("Ctrl+Q",)),
)
