"""Videos of demos from the command line: file contents, recovery after failures, and reproducible frames."""

import errno
import json
import signal
from collections.abc import Iterable
from concurrent.futures import Executor, Future
from operator import attrgetter
from pathlib import Path

import av
import numpy as np
import pytest
from av.video.reformatter import ColorRange, Colorspace
from PIL import Image

from gjkscope.app.base.records import replace
from gjkscope.app.command_line import filming
from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.export import encoding
from gjkscope.app.share.export.encoding.container import FilmContainer
from gjkscope.app.share.export.encoding.film_file import open_film
from gjkscope.app.share.export.encoding.writer import EncodingError, Pixels
from gjkscope.app.share.export.film import FilmRenderer, FilmStyle
from gjkscope.app.share.export.sheet import WIDTH, moments
from gjkscope.app.share.export.subtitles import caption_subtitles, srt_text
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.model import State, Theme
from gjkscope.app.state.model.demo import Caption
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.teach.demos.frames import frame_count, frames, whole_span
from gjkscope.app.view.panels.viewport.caption import PRESENTED, band_height
from gjkscope.app.view.panels.viewport.styled_text import styled_words
from gjkscope.app.view.words.markup import plain_text

DEMO = {
    "gjkdemo": 1,
    "name": "short",
    "scene": {
        "gjkscope": 1,
        "name": "two boxes",
        "shapes": [
            {"name": "A", "type": "box", "half_extents": [0.5, 0.5, 0.5]},
            {"name": "B", "type": "box", "half_extents": [0.5, 0.5, 0.5], "position": [1.4, 0.2, 0]},
        ],
    },
    "steps": [
        {"do": "caption", "text": "A **first** `word`", "seconds": 0.5},
        {"do": "move", "body": "B", "by": [-1, 0, 0], "seconds": 0.5},
        {"do": "caption", "text": "another"},
        {"do": "wait", "seconds": 0.5},
    ],
}
SIZE, RATE, COUNT = (192, 120), 8, 12


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    path = tmp_path / "short.gjkdemo.json"
    path.write_text(json.dumps(DEMO), encoding="utf-8")
    return path


def record(demo: Path, out: Path, *more: str) -> int:
    return run_command(["record", str(demo), "-o", str(out), "--size", "192x120", "--fps", str(RATE), *more])


@pytest.mark.parametrize(("name", "codec"), [("out.mp4", "h264"), ("out.webm", "vp9"), ("out.gif", "gif")])
def test_a_film_has_its_frames_size_and_duration(demo: Path, tmp_path: Path, name: str, codec: str) -> None:
    out = tmp_path / name
    assert record(demo, out) == 0
    with av.open(str(out)) as film:
        stream = film.streams.video[0]
        assert stream.codec_context.name == codec
        pictures = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
        assert film.duration == pytest.approx(COUNT / RATE * 1e6, rel=0.01)
    assert len(pictures) == COUNT
    assert pictures[0].shape == (SIZE[1], SIZE[0], 3)
    assert np.abs(pictures[4].astype(int) - pictures[-1]).mean() > 1  # B has moved
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["out.mp4", "out.webm"])
def test_colours_are_preserved(tmp_path: Path, name: str) -> None:
    colors = np.array([[86, 180, 233], [230, 159, 0], [0, 158, 115], [213, 94, 0]], np.uint8)
    picture = np.repeat(np.repeat(colors[None], SIZE[1], axis=0), SIZE[0] // 4, axis=1)
    with open_film(tmp_path / name, SIZE, RATE, list) as out:
        for _ in range(3):
            out.add(picture)
        out.add(np.ascontiguousarray(picture[:, ::-1]))
    with av.open(str(tmp_path / name)) as film:
        shown = list(film.decode(video=0))
    assert {(frame.colorspace, frame.color_range) for frame in shown} == {(Colorspace.ITU709, ColorRange.MPEG)}
    assert len(shown) == 4
    for frame, expected in zip(shown, (colors, colors, colors, colors[::-1]), strict=True):
        pixels = frame.reformat(format="rgb24", src_colorspace=Colorspace.ITU709).to_ndarray()
        middles = pixels[SIZE[1] // 2, SIZE[0] // 8 :: SIZE[0] // 4].astype(int)
        assert np.abs(middles - expected).max() <= 4


def test_mp4_is_widely_playable(demo: Path, tmp_path: Path) -> None:
    assert record(demo, tmp_path / "out.mp4") == 0
    with av.open(str(tmp_path / "out.mp4")) as film:
        assert film.streams.video[0].codec_context.pix_fmt == "yuv420p"
    data = (tmp_path / "out.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")  # playback can start before the download is complete


def test_two_runs_give_the_same_frames(demo: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert record(demo, tmp_path / f"{name}.mp4", "--hashes", "--srt") == 0
    a, b = ((tmp_path / f"{name}.hashes").read_text() for name in "ab")
    assert a == b
    lines = [line.split() for line in a.splitlines()]
    assert [int(number) for number, _ in lines] == list(range(COUNT))
    assert len({digest for _, digest in lines}) > 4


@pytest.mark.thorough
@pytest.mark.parametrize("panels", [False, True])
def test_a_picture_does_not_depend_on_those_before_it(panels: bool) -> None:
    """At any frame rate, pictures of the same time are the same."""
    demo = parse_demo(json.dumps(DEMO))
    states = [frame.state for frame in frames(demo, RATE, whole_span(demo))]
    shown = [states[i] for i in (0, 5, 6, -1)]  # the bodies move, and the caption changes
    forth, back = draw_in_turn(shown, panels), draw_in_turn(shown[::-1], panels)[::-1]
    for first, second in zip(forth, back, strict=True):
        assert np.array_equal(first, second)


def draw_in_turn(states: Iterable[State], panels: bool) -> list[Pixels]:
    with FilmRenderer(FilmStyle((320, 180), panels=panels)) as renderer:  # a size at which no text has a whole height
        return [renderer.render(state) for state in states]


def test_processes_draw_the_same_film(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert record(demo, tmp_path / "alone.mp4", "--hashes") == 0
    monkeypatch.setattr(filming, "LEAST_EACH", 1)
    monkeypatch.setattr(filming, "processors", lambda: 2)
    monkeypatch.setattr(filming, "ProcessPoolExecutor", Crew)
    monkeypatch.setattr(filming, "_painting", {})
    assert record(demo, tmp_path / "shared.mp4", "--hashes") == 0
    alone, shared = ((tmp_path / f"{name}.hashes").read_text() for name in ("alone", "shared"))
    assert alone == shared


def test_a_demo_that_changes_during_rendering_is_reported(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def change(jobs: int, context: object, begin: object, arguments: tuple[object, ...]) -> Crew:
        demo.write_text(demo.read_text() + " ")
        return Crew(jobs, context, begin, arguments)

    monkeypatch.setattr(filming, "LEAST_EACH", 1)
    monkeypatch.setattr(filming, "processors", lambda: 2)
    monkeypatch.setattr(filming, "ProcessPoolExecutor", change)
    monkeypatch.setattr(filming, "_painting", {})
    assert record(demo, tmp_path / "film.mp4") == 2
    assert "was changed while the film was rendered" in capsys.readouterr().err


class Crew(Executor):
    """A crew of this process, as starting others takes seconds."""

    def __init__(self, jobs: int, context: object, begin: object, arguments: tuple[object, ...]) -> None:
        memory, shelf, *others = arguments
        filming._painting.update(memory=memory, shelf=shelf, arguments=others)

    def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def]
        future: Future[object] = Future()
        future.set_result(function(*arguments))
        return future


def test_a_part_of_a_film_has_the_same_pictures_and_its_own_subtitles(demo: Path, tmp_path: Path) -> None:
    assert record(demo, tmp_path / "whole.mp4", "--hashes") == 0
    assert record(demo, tmp_path / "part.mp4", "--hashes", "--srt", "--from", "0:00.5", "--to", "1.25 s") == 0
    whole, part = (
        [line.split()[1] for line in (tmp_path / f"{name}.hashes").read_text().splitlines()]
        for name in ("whole", "part")
    )
    assert part[:-1] == whole[4:9]  # the last picture is the end of the part
    assert (tmp_path / "part.srt").read_text().startswith("1\n00:00:00,000 --> 00:00:00,500\n")


def test_a_still_and_a_contact_sheet(demo: Path, tmp_path: Path) -> None:
    assert record(demo, tmp_path / "still.png", "--still", "0:01", "--sheet", str(tmp_path / "all.png")) == 0
    with Image.open(tmp_path / "still.png") as still, Image.open(tmp_path / "all.png") as sheet:
        assert still.size == SIZE
        assert sheet.size[0] == WIDTH


@pytest.mark.parametrize(("count", "ticks"), [(1, [68]), (2, [45, 82]), (4, [15, 35, 55, 82])])
def test_a_contact_sheet_shows_each_caption_and_more_of_long_ones(count: int, ticks: list[int]) -> None:
    demo = parse_demo(json.dumps(DEMO))
    assert moments(demo, whole_span(demo), count) == ticks


def test_what_cannot_be_shown_is_said_before_rendering(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert record(demo, tmp_path / "out.gif", "--fps", "30") == 0
    said = capsys.readouterr().err
    assert "256 colours" in said
    assert "30 pictures per second are uneven in a GIF" in said
    assert "text is hard to read at 192x120" in said


HEADER_GROUND = (0x15, 0x17, 0x1A)


def test_films_show_both_runs_of_a_comparison_and_hide_the_header(tmp_path: Path) -> None:
    steps = [{"do": "views", "layout": "world", "header": "hidden"}, {"do": "wait", "seconds": 1}]
    alone = parse_demo(json.dumps(DEMO | {"steps": steps}))
    both = parse_demo(json.dumps(DEMO | {"steps": [{"do": "compare", "with": "sat"}, *steps]}))
    size = (480, 270)
    with FilmRenderer(FilmStyle(size)) as renderer:
        first, second = (renderer.render(playhead_at(shown, 30).state).copy() for shown in (alone, both))
    middle = size[0] // 2
    assert not np.array_equal(first[:, :middle], second[:, :middle])
    assert tuple(first[0, 0]) != HEADER_GROUND  # the view begins at the top
    assert blue(first[:, middle:]) < blue(first)  # the boxes are in the middle
    assert min(blue(second[:, :middle]), blue(second[:, middle:])) > 0.1 * blue(first)  # A is in both halves


def blue(picture: Pixels) -> int:
    red, _, blue = np.moveaxis(picture.astype(int), -1, 0)
    return int((blue - red > 60).sum())


def test_frames_are_numbered_and_a_folder_with_other_files_is_left_alone(demo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    assert record(demo, folder, "--supersample", "2", "--panels") == 0
    assert sorted(path.name for path in folder.iterdir()) == [f"frame-{i:05d}.png" for i in range(1, COUNT + 1)]
    assert record(demo, folder) == 2


def test_a_hidden_verdict_is_not_told_by_the_sentence_of_the_last_step() -> None:
    steps = [{"do": "go", "step": 0}, {"do": "wait", "seconds": 1}, {"do": "go", "step": "last"}]
    hide = {"do": "act", "action": {"is": "ShowVerdict", "shown": False}}
    told, hidden = (
        parse_demo(json.dumps(DEMO | {"steps": [*first, *steps, {"do": "wait", "seconds": 1}]}))
        for first in ([], [hide])
    )
    with FilmRenderer(FilmStyle((480, 270))) as renderer:
        lit = {
            (demo is told, at): int((renderer.render(playhead_at(demo, at).state)[-30:].max(axis=2) > 128).sum())
            for demo in (told, hidden)
            for at in (30, 90)
        }
    assert lit[True, 30] == lit[False, 30] > 0, "what an earlier step says is no answer"
    assert lit[True, 90] > 0
    assert lit[False, 90] == 0


def test_captions_can_be_left_out(demo: Path, tmp_path: Path) -> None:
    assert record(demo, tmp_path / "with", "--hashes") == 0
    assert record(demo, tmp_path / "without", "--hashes", "--no-captions") == 0
    there, gone = ((tmp_path / f"{name}.hashes").read_text().splitlines() for name in ("with", "without"))
    assert not set(there) & set(gone)  # without the caption, the step's sentence is there


def test_captions_become_subtitles() -> None:
    demo = parse_demo(json.dumps(DEMO))
    whole = whole_span(demo)
    assert frame_count(whole, RATE) == COUNT
    assert [frame.tick for frame in frames(demo, RATE, whole)][-2:] == [75, 90]
    assert srt_text(caption_subtitles(demo, 0, demo.length)) == (
        "1\n00:00:00,000 --> 00:00:01,000\nA first word\n\n2\n00:00:01,000 --> 00:00:01,500\nanother\n"
    )


def test_caption_markup() -> None:
    styles = [(word.text, word.style, word.glued) for word in styled_words("a**b** *c d* `e_f`, 2 * 3")]
    assert styles == [
        ("a", "plain", True),
        ("b", "strong", True),
        ("c", "emphasis", False),
        ("d", "emphasis", False),
        ("e_f", "code", False),
        (",", "plain", True),
        ("2", "plain", False),
        ("*", "plain", False),
        ("3", "plain", False),
    ]
    assert plain_text("# Title\n**B**\n*a* `x`") == "Title\nB\na x"


def test_a_caption_in_a_film_has_its_own_area() -> None:
    state = initial_state(parse_demo(json.dumps(DEMO)).first.document.scene)
    spoken_to = [
        replace(state, display=replace(state.display, caption=Caption(text, 1.0)))
        for text in ("short", "# Title\nshort", "long " * 90)
    ]
    size = (480, 270)
    with FilmRenderer(FilmStyle(size)) as renderer:
        silent, short, title, long = (renderer.render(shown).copy() for shown in (state, *spoken_to))
    band = size[1] - round(band_height(PRESENTED * size[1]))
    for picture in (short, title, long):
        assert np.array_equal(picture[:band], silent[:band])
        assert not np.array_equal(picture[band:], silent[band:])
    ground = short[band, 0]
    assert inked_rows(short[band:], ground) < inked_rows(title[band:], ground) / 2
    for edge in (long[band], long[-1], long[band:, 0], long[band:, -1]):  # it shrinks until it fits
        assert (edge == ground).all()


def inked_rows(picture: Pixels, ground: Pixels) -> int:
    return int((picture != ground).any(axis=(1, 2)).sum())


BAD = [
    (["--from", "2"], "out.mp4", "--from: the demo ends at 0:01.5, got 0:02"),
    (["--from", "1", "--to", "0:00.5"], "out.mp4", "--from: must be before --to 0:00.5, got 0:01"),
    (["--still", "1:5"], "out.png", "argument --still: must be a time such as 1:05, 65 or 65.5 s, got '1:5'"),
    (["--still", "1"], "out.mp4", "out.mp4: pictures are written as PNG"),
    (["--size", "191x120"], "out.mp4", "out.mp4: MP4 needs even sides, got 191x120"),
    (["--size", "4000x120"], "out.mp4", "argument --size: must be at most 3840x2160 pixels"),
    (["--fps", "0"], "out.mp4", "argument --fps: must be a whole number from 1 to 60"),
    (["--fps", "60"], "out.gif", "out.gif: a GIF supports at most 50 frames per second, got 60"),
    ([], "short.gjkdemo.json", "must end with .mp4, .webm, .mov, .mkv or .gif, or be a folder for pictures"),
    ([], "out.avi", "out.avi: must end with .mp4, .webm, .mov, .mkv or .gif"),
    ([], "no/folder/out.mp4", "no/folder/out.mp4: cannot be written: No such file or directory"),
]


@pytest.mark.parametrize(("more", "name", "words"), BAD)
def test_invalid_requests_are_rejected_in_one_line(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], name: str, words: str
) -> None:
    assert run_command(["record", str(demo), "-o", str(tmp_path / name), *more]) == 2
    complaint = capsys.readouterr().err
    assert words in complaint
    assert complaint.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["short.gjkdemo.json"]


def test_a_demo_that_diverges_is_recorded_anyway(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo.write_text(json.dumps(DEMO | {"hashes": [{"tick": 45, "trace": "0" * 16}]}), encoding="utf-8")
    assert record(demo, tmp_path / "out.gif") == 1
    assert "DIVERGED at 0:00" in capsys.readouterr().out
    assert (tmp_path / "out.gif").exists()


# Where Ctrl+C is pressed, how many frames exist then, and the exit status.
INTERRUPTED = [
    ("out.mp4", "video.VideoWriter.add", 5, 6, 130),
    ("out.mp4", "video.VideoWriter.close", 0, 12, 0),  # all frames are there: the film is complete
    ("out.mp4", "container.FilmContainer.finish", 0, 12, 0),
    ("out.webm", "video.VideoWriter.add", 0, 1, 130),
    ("out.gif", "gif.GifWriter.add", 2, 3, 130),
    ("out.gif", "gif.GifWriter.close", 0, 12, 0),
    ("out.gif", "gif.numbered_frame", 0, 0, 130),  # while its palette is computed
    ("out", "pictures.PictureWriter.add", 3, 4, 130),
]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "where", "after", "count", "status"), INTERRUPTED)
def test_ctrl_c_leaves_a_film_of_the_frames_so_far_or_nothing(
    demo: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    where: str,
    after: int,
    count: int,
    status: int,
) -> None:
    monkeypatch.setattr(f"gjkscope.app.share.export.encoding.{where}", interrupt(attrgetter(where)(encoding), after))
    out = tmp_path / name
    assert record(demo, out) == status
    said = capsys.readouterr().out
    if count in (0, COUNT):
        assert said == ("interrupted; nothing was written\n" if count == 0 else f"{out}: 0:01 min, 12 pictures\n")
    else:
        assert said.startswith(f"{out}: interrupted; first {count} of 12 pictures, ")
    assert pictures_in(out) == count
    assert {path.name for path in tmp_path.iterdir()} <= {name, demo.name}


def interrupt(function, after):  # type: ignore[no-untyped-def]
    """Wrap the function so that Ctrl+C is pressed at a given call, before and within it."""
    calls = iter(range(after + 1))

    def pressing(*arguments: object) -> object:
        if next(calls, None) == after:
            signal.raise_signal(signal.SIGINT)
            result = function(*arguments)
            signal.raise_signal(signal.SIGINT)
            return result
        return function(*arguments)

    return pressing


def pictures_in(out: Path) -> int:
    if not out.exists():
        return 0
    if out.is_dir():
        return len(list(out.iterdir()))
    with av.open(str(out)) as film:
        return sum(1 for _ in film.decode(video=0))


@pytest.mark.parametrize("name", ["out.mp4", "out.gif"])
def test_a_full_disk_leaves_no_partial_file_and_keeps_the_previous_one(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_bytes(b"an older film")
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)

    def samples() -> Iterable[Pixels]:
        return [picture]

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FilmContainer, "encode", full)
    refused = pytest.raises(EncodingError, match="cannot be written: No space left on device")
    with refused, open_film(path, SIZE, RATE, samples) as out:
        out.add(picture)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == b"an older film"


def test_a_theme_also_applies_to_the_views_that_fade_out() -> None:
    steps = [{"do": "wait", "seconds": 1}, {"do": "open", "scene": "boxes-overlap", "fade": 2}]
    demo = parse_demo(json.dumps({"gjkdemo": 1, "name": "fade", "scene": "boxes-vertex-face", "steps": steps}))
    with FilmRenderer(FilmStyle((160, 90), theme=Theme.LIGHT)) as renderer:
        before, early = (renderer.render(playhead_at(demo, tick).state).astype(float) for tick in (59, 62))
    assert abs(early[10:60].mean() - before[10:60].mean()) < 10  # a dark picture would be 150 darker
