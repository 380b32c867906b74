"""Films exported in the window: the settings, the preview, the command that renders them, and its end."""

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.app.interface import Bench  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.progress import CommandProgress
from gjkscope.app.state.actions import LeaveDemo, OpenDemo, SetFilm, ShowFilm
from gjkscope.app.state.model import Film, FilmCard, FilmKind, Purpose, Theme
from gjkscope.app.teach.demos.file import read_demo
from gjkscope.app.view.panels.requests import CancelTask, CopyFilmCommand, Export
from gjkscope.app.window.commands import CommandError, run_child_command
from gjkscope.app.window.films import film_command, film_words, preview_film

SMALL = Film(size=(128, 72), rate=10)
STEPS = [{"do": "caption", "text": "Here", "seconds": 0.1}, {"do": "wait", "seconds": 0.2}]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    demo = {"gjkdemo": 1, "name": "Short", "scene": "sphere-box", "steps": STEPS}
    path = tmp_path / "short.gjkdemo.json"
    path.write_text(json.dumps(demo))
    return path


@pytest.fixture
def bench(shared: Bench, path: Path) -> Bench:
    shared.perform(OpenDemo(read_demo(path), str(path)))
    return shared


def wait_for_preview(bench: Bench) -> None:
    assert bench.main.session.preview is not None
    assert bench.main.session.preview.job.wait(60)
    bench.person.run_frames(2)


def test_the_command_has_the_settings_that_differ_from_a_plain_film() -> None:
    film = Film(FilmKind.GIF, (640, 360), 20, Theme.LIGHT, captions=False, subtitles=True, voice="espeak-ng:en")
    plain = ["record", "a b", "-o", "out.mp4", "--size", "1280x720", "--fps", "30"]
    assert film_words(Film(), None, "a b", "out.mp4") == plain
    assert film_command(film, (30, 90), "x y/a.gjkdemo.json") == (
        "gjkscope record 'x y/a.gjkdemo.json' -o a.gif --size 640x360 --fps 20 --from 0.5 --to 1.5 --theme light "
        "--no-captions --srt --speak espeak-ng:en"
    )


def test_a_preview_has_the_shape_of_the_film_and_even_sides() -> None:
    assert preview_film(Film(size=(1920, 1080))).size == (360, 202)
    assert preview_film(Film(size=(720, 1280))).size == (202, 360)
    assert preview_film(SMALL).size == SMALL.size


@pytest.mark.thorough
def test_a_command_reports_its_progress_and_its_error(path: Path, tmp_path: Path) -> None:
    seen: list[CommandProgress] = []
    run_child_command(film_words(SMALL, None, path, tmp_path / "out.gif"), seen.append)
    assert [(step.done, step.total) for step in seen] == [(1, 3), (2, 3), (3, 3)]
    assert seen[-1].percent == 100
    with pytest.raises(CommandError, match=r"^.*none\.gjkdemo\.json: cannot be read: No such file or directory$"):
        run_child_command(film_words(SMALL, None, tmp_path / "none.gjkdemo.json", tmp_path / "out.gif"), seen.append)


@pytest.mark.thorough
def test_the_settings_show_a_preview_and_export_a_film(bench: Bench, tmp_path: Path) -> None:
    bench.perform(SetFilm(Film(FilmKind.GIF, (128, 72), 10)))
    bench.choose("File", "Export", "Film…")
    wait_for_preview(bench)
    card = bench.state.shell.overlay
    assert isinstance(card, FilmCard)
    assert card.previewed == bench.state.preferences.film
    assert len(card.pictures) == 3
    with Image.open(card.pictures[0]) as picture:
        assert picture.size == (128, 72)
    bench.press("Export…")
    assert bench.state.shell.dialog is not None
    assert bench.state.shell.dialog.name == "short.gif"
    assert bench.state.shell.dialog.folder == str(tmp_path.resolve())
    bench.enter("##name", str(tmp_path / "film"))
    assert bench.state.shell.overlay is None
    assert bench.state.shell.message is not None
    assert bench.state.shell.message.text == "Exported film.gif"
    with Image.open(tmp_path / "film.gif") as film:
        assert film.size == (128, 72)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["film.gif", "short.gjkdemo.json"]


def test_a_film_that_is_cancelled_leaves_nothing(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.main.session, "timeout", 0.0)
    bench.perform(SetFilm(SMALL))
    bench.main.session.perform([Export(Purpose.FILM, str(tmp_path / "film.mp4"))])
    exporting = bench.main.session.exports[0]
    bench.perform(CancelTask(), frames=2)
    assert exporting.wait(60)
    assert [file.name for file in tmp_path.iterdir()] == ["short.gjkdemo.json"]


def test_a_film_that_cannot_be_written_says_why(bench: Bench, tmp_path: Path) -> None:
    bench.main.session.perform([Export(Purpose.FILM, str(tmp_path / "no" / "film.mp4"))])
    message = bench.state.shell.message
    assert message is not None
    assert message.text.endswith("film.mp4: cannot be written: No such file or directory")
    bench.perform(LeaveDemo())
    bench.main.session.perform([Export(Purpose.FILM, str(tmp_path / "film.mp4"))])
    message = bench.state.shell.message
    assert message is not None
    assert message.text == "Not exported. a film shows a demo: open or record one first"


def test_the_preview_ends_when_the_settings_are_closed(bench: Bench) -> None:
    bench.perform(SetFilm(SMALL), ShowFilm(FilmCard()), frames=2)
    assert bench.main.session.preview is not None
    bench.press("Cancel")
    bench.person.run_frames(2)
    assert bench.main.session.preview is None


def test_the_command_is_copied(bench: Bench, path: Path) -> None:
    bench.perform(SetFilm(SMALL), ShowFilm(FilmCard((6, 18))))
    bench.main.session.perform([CopyFilmCommand()])
    copied = bench.main.session.clipboard.get_clipboard_text()
    assert copied == f"gjkscope record {path} -o short.mp4 --size 128x72 --fps 10 --from 0.1 --to 0.3"


def test_the_course_is_not_written_over_other_files(bench: Bench, tmp_path: Path) -> None:
    bench.main.session.perform([Export(Purpose.SITE, str(tmp_path))])
    message = bench.state.shell.message
    assert message is not None
    assert message.text.startswith(f"Not exported. {tmp_path}: ")
    assert [file.name for file in tmp_path.iterdir()] == ["short.gjkdemo.json"]
