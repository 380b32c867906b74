"""What films contain besides pictures: sound at the exact sample, subtitles, chapters, a cover, an alpha channel."""

import stat
import sys
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from gjkscope.app.base.png import png
from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.export.delivery import Delivery
from gjkscope.app.share.export.encoding.film_file import open_film
from gjkscope.app.share.export.encoding.formats import check_format
from gjkscope.app.share.export.encoding.writer import EncodingError
from gjkscope.app.share.export.sound import SoundMix
from gjkscope.app.share.export.speech import SpeechError, speaking, spoken
from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE, SoundError
from tests.app.teach.demos.sound_demo import demo_with, write_sound

SIZE, FPS = (64, 64), 20
CLICK = 1.5  # seconds
VIDEO = (".mp4", ".mov", ".webm", ".mkv")


@pytest.fixture
def demo(tmp_path: Path) -> Demo:
    """Two seconds with a click at 1.5 s."""
    write_sound(tmp_path / "click.wav", 0.2, level=0.9)
    return demo_with(
        tmp_path,
        {"do": "chapter", "name": "Start"},
        {"do": "caption", "text": "# First\n**A** < B", "seconds": 1},
        {"do": "chapter", "name": "End"},
        {"do": "wait", "seconds": 0.5},
        {"do": "caption", "text": "Now", "say": "click.wav", "seconds": 0.5},
        poster=1.5,
    )


def write(path: Path, demo: Demo, subtitles_on: bool = False) -> None:
    """Writes a film that turns white at the click."""
    dark, bright = (np.full((*SIZE, 3), level, np.uint8) for level in (0, 255))
    extras = Delivery(demo).extras(subtitles_on, png(bright))
    with open_film(path, SIZE, FPS, list, extras) as film:
        for number in range(2 * FPS):
            film.add(bright if number >= CLICK * FPS else dark)


@pytest.mark.parametrize("suffix", VIDEO)
def test_picture_and_sound_are_in_time(demo: Demo, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"film{suffix}"
    write(path, demo)
    with av.open(str(path)) as file:
        parts = list(file.decode(audio=0))
        heard = np.concatenate([part.to_ndarray().T for part in parts])
    assert (parts[0].pts, parts[0].sample_rate) == (0, SAMPLE_RATE)
    assert np.abs(heard).max(axis=1).argmax() == CLICK * SAMPLE_RATE
    assert 2 * SAMPLE_RATE <= len(heard) < 2 * SAMPLE_RATE + 1024
    with av.open(str(path)) as file:
        bright = next(frame.time for frame in file.decode(video=0) if frame.to_ndarray(format="gray").mean() > 128)
    assert bright == pytest.approx(CLICK, abs=0.002)  # Matroska counts milliseconds


@pytest.mark.parametrize("suffix", VIDEO)
def test_a_film_contains_its_title_chapters_and_subtitles(demo: Demo, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"film{suffix}"
    write(path, demo)
    with av.open(str(path)) as file:
        assert file.metadata["title"] == "d"
        chapters = [(part["metadata"]["title"], part["start"] * part["time_base"]) for part in file.chapters()]
        (stream,) = file.streams.subtitles
        assert stream.language == "eng"
        assert not stream.disposition & stream.disposition.default  # the captions are in the pictures
        shown = [packet for packet in file.demux(stream) if packet.size > 2 and packet.duration]
    assert chapters == [("Start", 0), ("End", 1)]
    times = [(round(packet.pts * packet.time_base, 2), bytes(packet)[-3:]) for packet in shown]
    assert times == [(0, b"< B"), (1.5, b"Now")]
    write(path, demo, subtitles_on=True)
    with av.open(str(path)) as file:
        (stream,) = file.streams.subtitles
        assert stream.disposition & stream.disposition.default


@pytest.mark.parametrize("suffix", [".mp4", ".mkv"])
def test_a_cover_is_inside(demo: Demo, tmp_path: Path, suffix: str) -> None:
    assert demo.poster_tick == 90
    write(tmp_path / f"film{suffix}", demo)
    with av.open(str(tmp_path / f"film{suffix}")) as file:
        film, cover = file.streams.video
        assert film.disposition & film.disposition.default
        assert cover.disposition & cover.disposition.attached_pic
        assert cover.codec_context.name == "png"


def test_two_runs_write_the_same_bytes(demo: Demo, tmp_path: Path) -> None:
    for suffix in VIDEO:
        for name in "ab":
            write(tmp_path / f"{name}{suffix}", demo)
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_the_sound_of_pictures_is_beside_them_and_unchanged(demo: Demo, tmp_path: Path) -> None:
    write(tmp_path / "pictures", demo)
    with av.open(str(tmp_path / "pictures.wav")) as file:
        heard = np.concatenate([part.to_ndarray().reshape(-1, 2) for part in file.decode(audio=0)])
    assert heard.shape == (2 * SAMPLE_RATE, 2)
    assert np.array_equal(np.nonzero(heard), ([72_000, 72_000], [0, 1]))
    assert heard[72_000] == pytest.approx([0.9, 0.9], abs=1e-4)  # a mono file is as loud on either side


def test_sounds_are_added_up_and_what_is_too_loud_is_a_warning(demo: Demo, tmp_path: Path) -> None:
    write_sound(tmp_path / "loud.wav", 0.5, level=0.9)
    step = {"do": "say", "file": "loud.wav", "seconds": 0.5}
    twice = demo_with(
        tmp_path, {"do": "wait", "seconds": 1}, {"do": "together", "steps": [step, step]}, sound="click.wav"
    )
    mix = SoundMix(twice)
    whole = np.concatenate([mix.read(count) for count in (1, 47_999, 5, 23_995)])  # in parts of any length
    assert {int(i): round(float(whole[i, 0]), 2) for i in np.nonzero(whole[:, 0])[0]} == {0: 0.9, 48_000: 1.8}
    assert mix.excess is not None
    assert mix.excess.startswith("the sounds together exceed full scale, by 5.1 dB at 0:01: ")
    later = SoundMix(twice, 30)
    assert np.array_equal(later.read(48_000), whole[24_000:])
    quiet = SoundMix(demo)
    assert quiet.read(96_000).max() > 0.8
    assert quiet.excess is None


def test_part_of_a_demo_has_its_own_chapters_and_subtitles(demo: Demo) -> None:
    part = Delivery(demo, 30, 105).extras(subtitles_on=False)
    assert [tuple(chapter) for chapter in part.chapters] == [(0, "Start"), (30, "End")]
    assert [tuple(subtitle) for subtitle in part.subtitles] == [(0, 60, "First\nA < B"), (60, 75, "Now")]


WARNINGS = [
    ("film.mp4", ["words.wav is cut off 0.5 s before its end, as the demo ends at 0:01"]),
    ("film.gif", ["GIFs have no sound", "GIFs have no chapters"]),
    ("frames", ["pictures have no sound: it will be written to frames.wav", "pictures have no chapters"]),
]


@pytest.mark.parametrize(("name", "words"), WARNINGS)
def test_what_a_film_will_lack_is_a_warning(tmp_path: Path, name: str, words: list[str]) -> None:
    write_sound(tmp_path / "words.wav", 1.5)
    chapter = {"do": "chapter", "name": "One"}
    demo = demo_with(tmp_path, chapter, {"do": "say", "file": "words.wav", "seconds": 1}, sound="words.wav")
    assert list(Delivery(demo).warnings(Path(name)))[: len(words)] == words


def test_a_sound_that_is_deleted_before_it_is_heard(demo: Demo, tmp_path: Path) -> None:
    mix = SoundMix(demo)
    mix.read(1000)
    (tmp_path / "click.wav").unlink()
    with pytest.raises(SoundError, match=r"click\.wav: cannot be read"):
        mix.read(96_000)


@pytest.mark.parametrize(("suffix", "decoder"), [(".webm", "libvpx-vp9"), (".mov", "prores")])
def test_films_have_an_alpha_channel(tmp_path: Path, suffix: str, decoder: str) -> None:
    picture = np.zeros((*SIZE, 4), np.uint8)
    picture[:, :32] = (230, 159, 0, 255)
    picture[:, 32:48] = (86, 180, 233, 128)
    path = tmp_path / f"film{suffix}"
    with open_film(path, SIZE, FPS, list, transparent=True) as film:
        for _ in range(3):
            film.add(picture)
    codec: Any = av.CodecContext.create(decoder, "r")  # FFmpeg's own decoder of VP9 drops the alpha channel
    with av.open(str(path)) as file:
        codec.extradata = file.streams.video[0].codec_context.extradata
        codec.codec_tag = file.streams.video[0].codec_context.codec_tag
        frames = [frame for packet in file.demux(video=0) if packet.size for frame in codec.decode(packet)]
    pixels = frames[0].reformat(format="rgba", src_colorspace=1).to_ndarray().astype(int)
    for column in (16, 40, 56):
        assert np.abs(pixels[32, column] - picture[32, column])[3] <= 3
    assert np.abs(pixels[32, 16] - picture[32, 16]).max() <= 6


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv", "a.gif"])
def test_other_formats_refuse_transparency(tmp_path: Path, name: str) -> None:
    with pytest.raises(EncodingError, match=r"has no alpha channel.*must end with \.webm or \.mov, or be a folder"):
        check_format(tmp_path / name, SIZE, FPS, transparent=True)


FAKE_VOICE = """#!{python}
import sys, wave
text = sys.stdin.read()
if "fail" in text:
    print("loading", "no such voice", sep="\\n", file=sys.stderr)
    sys.exit(3)
if "nothing" not in text:
    with wave.open(sys.argv[sys.argv.index("-w") + 1], "wb") as file:
        file.setparams((1, 2, 16000, 0, "NONE", ""))
        file.writeframes(bytes(3200 * len(text)))
"""


@pytest.fixture
def voice_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "bin" / "espeak-ng"
    program.parent.mkdir()
    program.write_text(FAKE_VOICE.format(python=sys.executable), encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(program.parent))


@pytest.mark.usefixtures("voice_on_path")
def test_a_program_reads_captions_aloud(tmp_path: Path) -> None:
    with speaking("espeak-ng") as voice:
        demo = demo_with(tmp_path, {"do": "caption", "text": "**Hey**"}, {"do": "caption", "text": None}, voice=voice)
        assert demo.length == 4 * 6  # "Hey.", a tenth of a second per letter
        assert len(SoundMix(demo).read(100)) == 100
        assert voice is not None
        for text, message in (("fail", "espeak-ng failed: no such voice"), ("nothing", "espeak-ng wrote no sound")):
            with pytest.raises(SoundError, match=message):
                voice(text)


@pytest.mark.usefixtures("voice_on_path")
@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("festival", "must be one of espeak-ng, piper, got 'festival'"),
        ("piper", "piper needs a voice: piper:MODEL"),
        ("piper:a.onnx", "piper is not installed, or not on the PATH"),
    ],
)
def test_a_program_that_cannot_speak(program: str, message: str) -> None:
    with pytest.raises(SpeechError, match=message), speaking(program):
        pass


def test_captions_are_read_aloud_as_sentences() -> None:
    assert spoken("# GJK\nHow **far** is it?\n\n`A`") == "GJK. How far is it? A."


REFUSED = [
    (["--transparent"], "out.mp4: MP4 has no alpha channel"),
    (["--transparent", "--panels"], "argument --transparent: not allowed with --panels"),
    (["--poster", "-1"], "argument --poster: must be a time such as 1:05, 65 or 65.5 s, got '-1'"),
    (["--poster", "9"], "--poster: the demo ends at 0:02, got 0:09"),
    (["--speak", "hal"], "--speak: must be one of espeak-ng, piper, got 'hal'"),
]


@pytest.mark.usefixtures("demo")
@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_requests_that_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], message: str
) -> None:
    assert run_command(["record", str(tmp_path / "d.gjkdemo.json"), "-o", str(tmp_path / "out.mp4"), *options]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("out*"))
