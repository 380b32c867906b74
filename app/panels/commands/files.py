"""Commands for scenes and their files, and the scenes that come with the program."""

from functools import cache, partial
from pathlib import Path

from app.resources import resource
from app.scene_file import read_scene
from app.state import State

from ..requests import BrowseFiles, Quit, ReadScene, WriteScene
from .command import Command

EXAMPLES = "File/Open example"
MUSEUM = f"{EXAMPLES}/museum of real bugs"
FUZZ = f"{EXAMPLES}/found by fuzzing"


def _examples() -> tuple[Command, ...]:
    """The teaching scenes, then the museum, by the engine that got the pair wrong: their names begin with it.

    Last, the pairs that `make fuzz` found this one's answers wrong about.
    """
    folder = resource("assets", "scenes")
    teaching = [_example(path, EXAMPLES) for path in sorted(folder.glob("*.json"))]
    museum = sorted((folder / "museum").glob("*.json"))
    fuzz = [_example(path, FUZZ) for path in sorted((folder / "fuzz").glob("*.json"))]
    return (*teaching, *(_example(path, f"{MUSEUM}/{path.stem.partition('-')[0]}") for path in museum), *fuzz)


def _example(path: Path, menu: str) -> Command:
    return Command(path.stem, ReadScene(str(path), is_example=True), menu, "open", help=partial(_about, path))


@cache
def _about(path: Path) -> str:
    return read_scene(path).about or ""


def _can_be_saved(state: State) -> bool:
    return state.modified or state.path is None


COMMANDS = (
    Command("Open …", BrowseFiles(), "File", "open", keys=("Ctrl+O",)),
    *_examples(),
    Command("Save", WriteScene(), "File", "save", keys=("Ctrl+S",), enabled=_can_be_saved),
    Command("Save as …", BrowseFiles(save=True), "File", "save", keys=("Ctrl+Shift+S",)),
    Command("Quit", Quit(), "File", "quit", keys=("Ctrl+Q",)),
)
