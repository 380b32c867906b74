"""Whatever the settings and journal folders contain, the application starts and reports which files it moved aside."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.interface import start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.state.model import State, Theme, Workspace
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.state.persistence.journal import restore
from gjkscope.app.state.persistence.journal_file import orphaned_journals
from gjkscope.app.state.persistence.kept_file import DAMAGED
from gjkscope.app.state.persistence.settings import Settings, apply_settings, settings_text, usable_settings
from gjkscope.app.state.persistence.settings_file import NAME, SettingsFile
from gjkscope.app.view.panels.toolkit.panels import slots_in
from gjkscope.app.view.words.titles import TITLES
from gjkscope.app.window.session import Session
from tests.app.state.persistence.test_action_json import SAMPLES
from tests.app.state.persistence.test_journal import MOVED, leave, write
from tests.app.window.test_session import Board, no_paint

MUTATIONS = 600
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 0.5, -0.0, 1e308, 5e-324, 2**63 - 1, 10**40, float("nan"), float("inf")),
    *("", "A", "\ud800", "\0", "long " * 200, [], [[]], [1, 2, 3], [0, 0, 0, 0], {}, {"is": "Undo"}, {"is": [1]}),
)
BYTES = (b"\0", b"\xff\xfe", b"}", b"[" * 2000, b'"', b"\n", b"\r", b"-", b"1e999", b"9" * 5000, b"\xed\xa0\x80")


def journal_text() -> str:
    """A journal with every action that a file may contain."""
    text, _ = write(start_state(), *MOVED)
    lines = [json.dumps(to_json(action)) for action in SAMPLES if action.recorded]
    return text + "".join(f"{line}\n" for line in lines)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values in a JSON document."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [*([way] if way else []), *(path for key, part in items for path in places(part, (*way, key)))]


def with_other_value(text: str, draw: Random) -> str:
    """A JSON text with one value replaced."""
    document = json.loads(text)
    *way, last = draw.choice(places(document))
    holder = document
    for key in way:
        holder = holder[key]
    if draw.random() < 0.1:
        del holder[last]
    else:
        holder[last] = draw.choice(VALUES)
    return json.dumps(document)


def with_other_bytes(data: bytes, draw: Random) -> bytes:
    """Truncated, with a part missing or duplicated, or with foreign bytes."""
    start = draw.randrange(len(data))
    end = min(start + draw.randrange(60), len(data))
    kind = draw.randrange(5)
    if kind == 0:
        return data[:start]
    if kind == 1:
        return data[:start] + data[end:]
    if kind == 2:
        return data[:end] + data[start:]
    if kind == 3:
        return data[:start] + bytes(draw.randbytes(5)) + data[start:]
    return data[:start] + draw.choice(BYTES) + data[end:]


def mutated_lines(text: str, draw: Random) -> bytes:
    lines = text.splitlines()
    if draw.random() < 0.3:
        return with_other_bytes(text.encode(), draw)
    number = draw.randrange(min(len(lines), draw.choice([2, len(lines)])))
    lines[number] = with_other_value(lines[number], draw)
    return "".join(f"{line}\n" for line in lines).encode()


def start(folder: Path, first: State) -> Session:
    """Process the folder as at start-up, but without the window."""
    settings = SettingsFile(folder)
    session = Session(apply_settings(first, settings.known), Board(), no_paint)
    damaged: list[str] = []
    session.offer(orphaned_journals(folder / "journals", damaged.append), damaged)
    session.close()
    settings_text(session.state, (800, 600), "")
    return session


@pytest.mark.slow
def test_no_mutation_of_settings_or_a_journal_prevents_startup(tmp_path: Path) -> None:
    draw, first = Random(15), start_state()
    journal, settings = journal_text(), settings_text(first, (800, 600), "[Window][Step]\n")
    short = "".join(line for line in journal.splitlines(keepends=True)[:4])
    journals = tmp_path / "journals"
    journals.mkdir()
    offered = 0
    for number in range(MUTATIONS):
        if number % 2:
            text = with_other_value(settings, draw) if draw.random() < 0.7 else ""
            (tmp_path / NAME).write_bytes(text.encode() or with_other_bytes(settings.encode(), draw))
        else:
            (journals / "1.jsonl").write_bytes(mutated_lines(journal if number % 100 == 0 else short, draw))
        offered += start(tmp_path, first).state.shell.recovery is not None
        for file in (*journals.glob("*.jsonl"), *journals.glob(f"{DAMAGED}/*"), *tmp_path.glob(f"{DAMAGED}/*")):
            file.unlink()
    assert MUTATIONS * 0.1 < offered < MUTATIONS * 0.4, "the mutations are too mild, or too strong"


def test_the_rest_of_damaged_settings_is_used(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"gjkscope settings": 1, "theme": "light", "ui_scale": "huge", "rate": 2.0}')
    file = SettingsFile(tmp_path)
    assert file.known == Settings(theme=Theme.LIGHT, rate=2.0)
    assert file.fault is not None
    assert "ui_scale: must be a finite number" in file.fault
    assert str(tmp_path / DAMAGED / NAME) in file.fault


def test_the_part_of_a_journal_before_the_damage_is_offered_and_the_file_is_kept(tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    leave(journals)
    (path,) = journals.glob("*.jsonl")
    text = path.read_text() + '{"is": "RenameBody", "body": "box", "name": 7}\n{"is": "Undo"}\n'
    path.write_text(text)
    damaged: list[str] = []
    (journal,) = orphaned_journals(journals, damaged.append)
    assert [edit.label for edit in restore(journal.contents).history.past] == ["move A", "rename B to box"]
    assert damaged == [f"{path}: line 7: RenameBody.name: must be text in quotes, got 7. {BEFORE}"]
    journal.delete()
    assert [file.read_text() for file in journals.glob("**/*.jsonl")] == [text]
    assert not path.exists()


def test_several_damaged_journals_give_one_message_beside_the_restorable_ones(tmp_path: Path) -> None:
    journals = tmp_path / "journals"
    leave(journals)
    for number in range(5):
        (journals / f"bad-{number}.jsonl").write_text("rubbish\n")
    session = start(tmp_path, start_state())
    assert session.state.shell.recovery is not None
    assert session.state.shell.message is not None
    assert session.state.shell.message.is_error
    assert session.state.shell.message.text.count("Moved to ") == 3
    assert session.state.shell.message.text.endswith("2 more are damaged.")
    assert len(list((journals / DAMAGED).iterdir())) == 5


def as_folder(path: Path) -> None:
    (path / "inside").mkdir(parents=True)


def as_fifo(path: Path) -> None:
    os.mkfifo(path)


def as_endless_link(path: Path) -> None:
    path.symlink_to(path)


def as_link_to_nowhere(path: Path) -> None:
    path.symlink_to(path.parent / "nowhere")


def as_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def as_huge_file(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10**12)  # sparse


def as_junk(path: Path) -> None:
    path.write_bytes(Random(1).randbytes(100_000))


def as_deep_json(path: Path) -> None:
    path.write_text("[" * 100_000 + "]" * 100_000)


def as_long_number(path: Path) -> None:
    path.write_text(f'{{"gjkscope settings": 1, "rate": {"9" * 5000}}}\n')


ODD = (
    *(as_folder, as_fifo, as_endless_link, as_link_to_nowhere, as_device),
    *(as_huge_file, as_junk, as_deep_json, as_long_number),
)


@pytest.mark.parametrize("make", ODD, ids=lambda make: make.__name__)
def test_special_files_are_moved_aside(tmp_path: Path, make: Callable[[Path], None]) -> None:
    (tmp_path / "journals").mkdir()
    make(tmp_path / NAME)
    make(tmp_path / "journals" / "1.jsonl")
    leave(tmp_path / "journals")
    file = SettingsFile(tmp_path)
    session = start(tmp_path, start_state())
    assert file.fault is not None
    assert session.state.shell.message is not None
    assert session.state.shell.recovery is not None
    for folder, name, notice in (
        (tmp_path, NAME, file.fault),
        (tmp_path / "journals", "1.jsonl", session.state.shell.message.text),
    ):
        assert f"Moved to {folder / DAMAGED / name}." in notice
        assert os.path.lexists(folder / DAMAGED / name)
        assert not os.path.lexists(folder / name)
    file.write("new")
    assert (tmp_path / NAME).read_text() == "new"


@pytest.mark.parametrize("make", [as_fifo, as_junk, as_endless_link], ids=lambda make: make.__name__)
def test_special_files_in_place_of_folders_are_reported(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "journals")
    make(tmp_path / DAMAGED)
    (tmp_path / NAME).write_text("{")
    file = SettingsFile(tmp_path)
    session = start(tmp_path, start_state())
    assert session.state.shell.message is not None
    assert f"{tmp_path / 'journals'}: cannot be read: " in session.state.shell.message.text
    assert file.fault is not None
    assert f"Moved to {tmp_path / NAME}.{DAMAGED}." in file.fault


def test_a_file_that_cannot_be_moved_is_reported_and_never_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    as_fifo(tmp_path / NAME)
    monkeypatch.setattr(Path, "rename", refuse)
    file = SettingsFile(tmp_path)
    assert file.fault is not None
    assert file.fault.endswith("not a regular file. Cannot be moved aside: Permission denied.")
    file.write("new")  # would wait for a reader
    assert file.fault.endswith("not a regular file")


BEFORE = "The changes before that can be restored."

# The command itself, without a screen, for a few frames.
STARTED = """
import sys
import pyglet
pyglet.options.headless = True
from gjkscope.app.command_line import main
from gjkscope.app.window.loop import FrameLoop

run_frame, frames = FrameLoop.run_frame, []

def counted(loop, *rest):
    run_frame(loop, *rest)
    frames.append(1)
    if len(frames) == 5:
        loop.exit()

FrameLoop.run_frame = counted
status = main.run_command(["--settings", sys.argv[1]])
print(len(frames) >= 5)
sys.exit(status)
"""

# This journal crashed every start: one number of a quaternion is `true`.
QUATERNION = '"orientation":[0.0,0.0,0.0,1.0]'


def with_damaged_quaternion(folder: Path) -> None:
    leave(folder / "journals")
    (path,) = (folder / "journals").glob("*.jsonl")
    path.write_text(path.read_text().replace(QUATERNION, QUATERNION.replace("1.0", "true")))
    assert "true" in path.read_text().split("\n")[1]


def with_odd_things(folder: Path) -> None:
    (folder / "journals").mkdir()
    for number, make in enumerate(ODD):
        make(folder / "journals" / f"{number}.jsonl")
    as_junk(folder / NAME)


def with_damaged_layout(folder: Path) -> None:
    docking = "".join(f"[Window][{title}]\nPos=nan,-1\nDockId=0x99\n" for title in all_titles())
    docking += "[Docking][Data]\nDockNode ID=0x1 Parent=0x1 Split=Q\nDockSpace ID=0x99999999999 Window=\n"
    contents = {"gjkscope settings": 1, "docking": docking, "window": [16384, 16384], "recent_files": ["", "\n"]}
    (folder / NAME).write_text(json.dumps(contents))


def all_titles() -> list[str]:
    return [*slots_in(Workspace.PAIR), *TITLES.values()]


@pytest.mark.thorough
@pytest.mark.parametrize("damage", [with_damaged_quaternion, with_odd_things, with_damaged_layout])
def test_the_command_starts_whatever_its_folders_contain(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    damage(tmp_path)
    command = [sys.executable, "-c", STARTED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")


def test_a_modified_panel_layout_is_not_used(tmp_path: Path) -> None:
    """Some truncated or modified layouts fail an assertion of Dear ImGui (imgui-bundle 1.93) at every start."""
    text = settings_text(start_state(), (800, 600), "[Docking][Data]\nDockNode ID=0x1 SizeRef=800,600\n")
    assert usable_settings(text).docking is not None
    (tmp_path / NAME).write_text(text.replace("SizeRef=800,600", "SizeRef=0,0"))
    file = SettingsFile(tmp_path)
    assert file.known.docking is None
    assert file.known.window == (800, 600)
    assert file.fault is not None
    assert "docking: does not match docking_checksum" in file.fault
