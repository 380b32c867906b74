"""Sounds of demos: how long steps with a sound last, where they are heard, and errors with their line."""

import json
import wave
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from PIL import Image

from gjkscope.app.command_line.main import run_command
from gjkscope.app.share.export.sound import SoundMix
from gjkscope.app.state.model.demo import DemoMark, MarkKind
from gjkscope.app.teach.demos.file import DemoError, parse_demo
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE, SAMPLES_PER_TICK, SoundError, decode_sound, sound_file
from gjkscope.app.teach.demos.takes.cutting import cut
from tests.app.teach.demos.sound_demo import SCENE, demo_with, write_sound


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return write_sound(tmp_path / "words.wav", 1.01)


def test_a_step_lasts_as_long_as_its_sound_unless_it_has_seconds(words: Path, tmp_path: Path) -> None:
    demo = demo_with(
        tmp_path,
        {"do": "say", "file": "words.wav"},
        {"do": "caption", "text": "B **moves**.", "say": "words.wav"},
        {"do": "together", "steps": [{"do": "say", "file": "words.wav"}, {"do": "wait", "seconds": 1}]},
        {"do": "say", "file": "words.wav", "seconds": 0},
        {"do": "caption", "text": None, "say": "words.wav", "seconds": 2},
    )
    assert demo.length == 61 + 61 + 61 + 0 + 120
    heard = [(mark.tick, mark.text, mark.length) for mark in demo.marks_of(MarkKind.SOUND)]
    assert heard == [(tick, str(words), 61) for tick in (0, 61, 122, 183, 183)]
    assert demo.marks_of(MarkKind.CAPTION) == (DemoMark(61, "B **moves**."),)


def test_a_sound_for_the_entire_demo_and_a_poster(words: Path, tmp_path: Path) -> None:
    demo = demo_with(tmp_path, {"do": "wait", "seconds": 0.5}, sound="words.wav", poster=0.25)
    assert demo.marks_of(MarkKind.SOUND) == (DemoMark(0, str(words), MarkKind.SOUND, 30),)  # it ends with the demo
    assert [mark.tick for mark in demo.marks_of(MarkKind.POSTER)] == [15]
    with pytest.raises(DemoError, match=r"line \d+: poster: must be at most 0.5, the end of the demo"):
        demo_with(tmp_path, {"do": "wait", "seconds": 0.5}, poster=0.6)


BAD_FILES = [
    ("missing.wav", "missing.wav: cannot be read: No such file or directory"),
    ("text.wav", "text.wav: cannot be decoded: Invalid data found when processing input"),
    ("picture.gif", "picture.gif: contains no sound"),
    ("empty.wav", "empty.wav: contains no sound"),
    ("other.ffconcat", "other.ffconcat: cannot be "),
    ("../words.wav", "must be a relative path inside the demo's folder, got '../words.wav'"),
]


@pytest.mark.parametrize(("name", "message"), BAD_FILES)
def test_a_file_that_cannot_be_heard_is_an_error_with_its_line(
    words: Path, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "text.wav").write_text("not a sound", encoding="utf-8")
    Image.new("RGB", (64, 64)).save(tmp_path / "picture.gif")
    write_sound(tmp_path / "empty.wav", 0)
    # A playlist could play a file from elsewhere; a demo must not read other files.
    (tmp_path / "other.ffconcat").write_text(f"ffconcat version 1.0\nfile '{words}'\n", encoding="utf-8")
    for step, key in (({"do": "say", "file": name}, "file"), ({"do": "caption", "text": "", "say": name}, "say")):
        with pytest.raises(DemoError) as failure:
            demo_with(tmp_path, {"do": "wait"}, step)
        lines = (tmp_path / "d.gjkdemo.json").read_text().splitlines()
        number = next(i for i, line in enumerate(lines, 1) if f'"{key}": "{name}"' in line)
        assert f"line {number}: steps[1].{key}: {message}" in str(failure.value)
    with pytest.raises(DemoError, match="sound: "):
        demo_with(tmp_path, {"do": "wait"}, sound=name)


def test_a_demo_without_a_folder_has_no_sounds() -> None:
    text = json.dumps({"gjkdemo": 1, "name": "d", "scene": SCENE, "steps": [{"do": "say", "file": "words.wav"}]})
    with pytest.raises(DemoError, match="must be a relative path inside the demo's folder"):
        parse_demo(text)


@pytest.mark.parametrize(("suffix", "codec"), [("flac", "flac"), ("ogg", "libopus"), ("m4a", "aac"), ("mp3", "mp3")])
def test_every_usual_format_has_its_length(tmp_path: Path, suffix: str, codec: str) -> None:
    path = tmp_path / f"a.{suffix}"
    tone = np.sin(np.arange(24_000) * (2 * np.pi * 440 / SAMPLE_RATE)).astype(np.float32) / 2
    with av.open(str(path), "w") as file:
        stream: Any = file.add_stream(codec, rate=SAMPLE_RATE)
        stream.layout, stream.bit_rate = "mono", 192_000
        frame = av.AudioFrame.from_ndarray(tone[None], "flt", "mono")
        frame.sample_rate, frame.pts = SAMPLE_RATE, 0
        for part in (frame, None):
            file.mux(stream.encode(part))
    samples = np.concatenate(list(decode_sound(path)))
    assert sound_file(path).length == len(samples)
    assert 0 <= len(samples) - len(tone) <= 2 * 1152  # a codec may fill its last block
    assert np.array_equal(samples[:, 0], samples[:, 1])
    middle = slice(8_000, 16_000)
    assert np.abs(samples[middle, 0] - tone[middle]).max() < 0.02  # in time, and as loud


def test_a_sound_at_another_rate_is_in_time(tmp_path: Path) -> None:
    path = write_sound(tmp_path / "slow.wav", 0.5, rate=22_050, channels=2)
    assert sound_file(path).length == pytest.approx(24_000, abs=1)
    assert np.abs(np.concatenate(list(decode_sound(path)))[:, 1]).argmax() == 0


def test_a_caption_lasts_at_least_as_long_as_it_is_read_aloud(words: Path, tmp_path: Path) -> None:
    read_aloud: list[str] = []

    def voice(text: str) -> Path:
        read_aloud.append(text)
        return words

    first, turn = {"do": "caption", "text": "First"}, {"do": "orbit", "yaw": 10, "seconds": 0.5}
    second, spoken = {"do": "caption", "text": "Second"}, {"do": "caption", "text": "Third", "say": "words.wav"}
    steps = [first, turn, {"do": "together", "steps": [second, turn]}, spoken, {"do": "caption", "text": None}]
    assert demo_with(tmp_path, *steps).length == 30 + 30 + 61
    demo = demo_with(tmp_path, *steps, voice=voice)
    assert read_aloud == ["First", "Second"]
    assert [mark.tick for mark in demo.marks_of(MarkKind.SOUND)] == [0, 61, 122]
    assert [cue.start for cue in demo.cues] == [0, 0, 61, 61, 122, 183]
    assert demo.length == 183
    assert demo_with(tmp_path, first, voice=voice).length == 61  # it is heard to its end


def test_a_voice_that_fails_is_an_error_at_the_caption(tmp_path: Path) -> None:
    def voice(text: str) -> Path:
        raise SoundError("the program failed")

    with pytest.raises(DemoError, match=r"steps\[1\].text: cannot be read aloud: the program failed"):
        demo_with(tmp_path, {"do": "wait"}, {"do": "caption", "text": "Hello"}, voice=voice)


def test_what_is_cut_from_a_spoken_step_is_not_heard(tmp_path: Path) -> None:
    spoken = tmp_path / "ramp.wav"
    ramp = np.repeat(np.arange(120) * 100, SAMPLES_PER_TICK).astype("<i2")
    with wave.open(str(spoken), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(ramp.tobytes())
    demo = demo_with(tmp_path, {"do": "say", "file": "ramp.wav"}, {"do": "wait", "seconds": 1})
    twice = cut(cut(demo, 30, 60), 20, 40)
    (mark,) = twice.marks_of(MarkKind.SOUND)
    assert (twice.length, mark.tick, mark.length, mark.skips) == (130, 0, 70, ((20, 70),))
    levels = SoundMix(twice).read(75 * SAMPLES_PER_TICK)[::SAMPLES_PER_TICK, 0] * 32768 / 100
    assert levels.round().tolist() == [*range(20), *range(70, 120), *[0] * 5]
    before = cut(demo, 0, 30)
    (mark,) = before.marks_of(MarkKind.SOUND)
    assert (mark.tick, mark.length, mark.skips) == (0, 90, ((0, 30),))
    assert cut(demo, 0, 120).marks == ()


def test_a_page_says_that_the_sounds_are_left_out(
    words: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    demo_with(tmp_path, {"do": "say", "file": words.name})
    assert run_command(["export", str(tmp_path / "d.gjkdemo.json"), "-o", str(tmp_path / "page.html")]) == 0
    assert "warning: pages have no sound" in capsys.readouterr().err
