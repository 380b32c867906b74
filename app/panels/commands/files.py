"""Commands for scenes and their files, and the scenes that come with the program."""

import os
from functools import cache, partial
from pathlib import Path

from gjkscope.app.actions import RECENT_FILES, BrowseExamples, ForgetFiles
from gjkscope.app.base.resources import resource
from gjkscope.app.model import Purpose, State
from gjkscope.app.panels.commands.command import Command
from gjkscope.app.panels.requests import (
    BrowseExport,
    BrowseFiles,
    CopyQuery,
    CopySnippet,
    NewScene,
    Quit,
    ReadScene,
    WriteScene,
)
from gjkscope.app.scenes.scene_file import read_scene

EXPORT = "File/Export"
RECENT = "File/Open recent"
EXAMPLES = "File/Open example"
MUSEUM = f"{EXAMPLES}/museum of real bugs"
IN_MOTION = f"{EXAMPLES}/in motion"
FUZZ = f"{EXAMPLES}/found by fuzzing"


def _examples() -> tuple[Command, ...]:
    """The teaching scenes, those in motion, then the museum, and last the pairs that `make fuzz` found.

    The museum's stand by the engine that got the pair wrong, with which their names begin.
    """
    folder = resource("assets", "scenes")
    teaching = [_example(path, EXAMPLES) for path in sorted(folder.glob("*.json"))]
    teaching += [_example(path, IN_MOTION) for path in sorted((folder / "motion").glob("*.json"))]
    museum = sorted((folder / "museum").glob("*.json"))
    fuzz = [_example(path, FUZZ) for path in sorted((folder / "fuzz").glob("*.json"))]
    return (*teaching, *(_example(path, f"{MUSEUM}/{path.stem.partition('-')[0]}") for path in museum), *fuzz)


def _example(path: Path, menu: str) -> Command:
    return Command(path.stem, ReadScene((str(path),), is_example=True), menu, "open", help=partial(_about, path))


@cache
def _about(path: Path) -> str:
    return read_scene(path).about or ""


def _recent(number: int) -> Command:
    """The menu entry of the recent file of that number; what is not there any more is greyed."""

    title = f"Recent file {number + 1}"

    def path(state: State) -> str:
        return state.preferences.recent_files[number] if number < len(state.preferences.recent_files) else ""

    return Command(
        title,
        lambda state: ReadScene((path(state),)),
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
    return os.path.isfile(path)  # noqa: PTH113  pathlib's raises where a folder on the way is closed


def _missing(state: State) -> tuple[str, ...]:
    return tuple(path for path in state.preferences.recent_files if not _is_there(path))


def _can_be_saved(state: State) -> bool:
    return state.modified or state.file.path is None


def _export(title: str, purpose: Purpose, help_: str, also: str = "") -> Command:
    return Command(title, BrowseExport(purpose), EXPORT, "export", help=help_, also=also)


COMMANDS = (
    Command("New", NewScene(), "File", "open", keys=("Ctrl+N",), help="two cubes to begin with"),
    Command("Open …", BrowseFiles(), "File", "open", keys=("Ctrl+O",)),
    *(_recent(number) for number in range(RECENT_FILES)),
    Command(
        "Take missing files off the list",
        lambda state: ForgetFiles(_missing(state)),
        RECENT,
        "forget",
        enabled=lambda state: bool(_missing(state)),
    ),
    Command(
        "Clear the list",
        lambda state: ForgetFiles(state.preferences.recent_files),
        RECENT,
        "forget",
        enabled=lambda state: bool(state.preferences.recent_files),
    ),
    Command(
        "Examples …",
        BrowseExamples(),
        "File",
        "open",
        keys=("Ctrl+E",),
        help="all scenes that come with the program, with pictures: to learn from, and real bugs by engine or by cause",
        also="open example, browse the museum",
    ),
    *_examples(),
    Command("Save", WriteScene(), "File", "save", keys=("Ctrl+S",), enabled=_can_be_saved),
    Command("Save as …", BrowseFiles(save=True), "File", "save", keys=("Ctrl+Shift+S",)),
    _export(
        "Picture …",
        Purpose.PICTURE,
        "the views as PNG, up to four times as large, transparent if wished",
        "screenshot, image",
    ),
    _export(
        "Scene …",
        Purpose.SCENE,
        "a copy, with bodies in motion as they are shown; what is saved goes to the scene's own file, as it begins",
    ),
    _export("Trace …", Purpose.TRACE, "every step of the chosen algorithm as JSON, as gjkscope query --trace --json"),
    _export("Test …", Purpose.TEST, "a file for pytest that asks the chosen algorithm the same", "pytest"),
    Command(
        "Copy test", CopySnippet(), EXPORT, "copy", help="for pytest: asks the chosen algorithm the same", also="pytest"
    ),
    Command("Copy command", CopyQuery(), EXPORT, "copy", help="the gjkscope query that asks the same"),
    Command("Quit", Quit(), "File", "quit", keys=("Ctrl+Q",)),
)
