"""Menu paths quoted in the README, the documentation and the lessons name real menus and commands."""

import re
from pathlib import Path

import pytest

from gjkscope.app.view.panels.commands import COMMANDS, FIXED, MENUS

ROOT = Path(__file__).resolve().parents[4]
QUOTING = (
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "assets" / "lessons").glob("*.md")),
)
QUOTED = re.compile(rf"\b(?:{'|'.join(MENUS)}) [›>] .*")  # to the end of the line: titles may contain commas


def shown_paths() -> set[str]:
    """The paths of all menus and commands as the text quotes them: "File › Export › Copy test"."""
    paths = set()
    for command in COMMANDS:
        *menus, title = [*command.menu.split("/"), command.title.split(": ")[-1]]
        paths |= {" › ".join(menus[:depth]) for depth in range(2, len(menus) + 1)}
        paths.add(" › ".join([*menus, title]).removesuffix("…"))
    return paths


def is_real(quoted: str) -> bool:
    """Whether the text starts with the path of a menu or a command, and that path ends there."""
    text = quoted.replace(" > ", " › ")
    return any(re.match(rf"{re.escape(path)}(?! ›|\w)", text) for path in shown_paths())


@pytest.mark.parametrize("file", [path for path in QUOTING if QUOTED.search(path.read_text(encoding="utf-8"))])
def test_quoted_menu_paths_exist(file: Path) -> None:
    quoted = QUOTED.findall(file.read_text(encoding="utf-8"))
    assert [text for text in quoted if not is_real(text)] == []


def test_a_wrong_menu_path_is_noticed() -> None:
    assert is_real("File › Examples, or Ctrl+E")
    assert not is_real("Record › Play a demo")
    assert not is_real("Algorithm › Compare with › SAT; or look")


def test_undo_is_the_first_entry_of_the_edit_menu() -> None:
    assert next(command for command in COMMANDS if command.menu.startswith("Edit")).title == "Undo"


def test_bundled_files_are_listed_in_menus_that_others_open_and_have_no_keys() -> None:
    listed = {*COMMANDS} - {*FIXED}
    assert len(listed) > 100
    assert {command.menu.partition("/")[0] for command in listed} <= {command.menu for command in FIXED}
    assert not any(command.keys for command in listed)
