"""Fonts of the system: looked up only for characters that the shipped fonts lack, and reported if there is none."""

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
import ziafont

from gjkscope.app.base import system_fonts
from gjkscope.app.base.resources import resource
from gjkscope.app.base.system_fonts import (
    FontFace,
    MissingCharacter,
    faces_for,
    has_glyph,
    missing_characters,
    needs_shaping,
    runs_right_to_left,
)
from gjkscope.app.teach.demos.file import parse_demo

ARABIC, CHINESE = "المسافة", "距离"


@pytest.fixture
def one_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[FontFace]:
    """A system whose only font is DejaVu Sans, which has Arabic and Hebrew, but neither Chinese nor Korean."""
    face = FontFace(str(Path(ziafont.__file__).with_name("fonts") / "DejaVuSans.ttf"))
    monkeypatch.setattr(system_fonts, "system_faces", lambda _: iter((face,)))
    caches = (system_fonts.system_face, system_fonts._faces_for)
    for cached in caches:
        cached.cache_clear()
    yield face
    for cached in caches:
        cached.cache_clear()


def test_usual_characters_are_in_the_shipped_fonts() -> None:
    """So no font is opened for them."""
    usual = [chr(code) for code in range(0x2300) if system_fonts._USUAL.fullmatch(chr(code))]
    drawn = [character for character in usual if unicodedata.category(character)[0] not in "ZC"]
    assert len(drawn) > 450
    assert not [letter for letter in drawn if not any(has_glyph(face, letter) for face in system_fonts._shipped())]


def test_texts_of_the_application_need_no_font_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system_fonts, "system_faces", lambda _: pytest.fail("a font was looked up"))
    paths = [*resource("assets", "demos").glob("*.json"), *resource("assets", "lessons").glob("*.md")]
    assert len(paths) > 40
    for path in paths:
        assert faces_for(path.read_text(encoding="utf-8")) == ()


def test_a_font_is_found_only_for_what_it_has(one_font: FontFace) -> None:
    assert faces_for(f"Distance, {ARABIC}") == (one_font,)
    assert faces_for(CHINESE) == ()
    assert missing_characters([ARABIC, "A − B", CHINESE, "球"]) == [MissingCharacter("距", "Chinese")]


def test_a_demo_warns_of_characters_that_no_font_has(one_font: FontFace) -> None:
    steps = [
        {"do": "caption", "text": ARABIC},
        {"do": "together", "steps": [{"do": "card", "text": f"{CHINESE} and 거리"}]},
    ]
    text = json.dumps({"gjkdemo": 1, "name": "n", "scene": "boxes-edge-edge", "steps": steps}, indent=1)
    chinese, korean = (warning for warning in parse_demo(text).warnings if "no font" in warning)
    assert "steps[1].steps[0].text: no font has 距 (Chinese)" in chinese
    assert "거 (Korean)" in korean
    assert chinese.startswith(f"line {next(i for i, line in enumerate(text.split(chr(10)), 1) if 'card' in line) + 1}:")


@pytest.mark.parametrize(
    ("text", "shaped", "backwards"),
    [
        ("A − B λ", False, False),
        (ARABIC, True, True),
        ("שלום", True, True),
        ("2 متر", True, True),
        (f"A {ARABIC}", True, False),
        ("नमस्ते", True, False),
        (CHINESE, False, False),
    ],
)
def test_scripts_that_join_or_run_backwards(text: str, shaped: bool, backwards: bool) -> None:
    assert (needs_shaping(text), runs_right_to_left(text)) == (shaped, backwards)


def test_fontconfig_is_asked_for_a_font_with_the_character(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "fc-match"
    program.write_text('#!/bin/sh\nprintf "/fonts/%s.ttc\\n65538" "$3"\n', encoding="utf-8")
    program.chmod(0o755)
    assert list(system_fonts._matched(str(program), "距")) == [FontFace("/fonts/sans-serif:charset=8ddd.ttc", 2)]
    assert list(system_fonts._matched(str(tmp_path / "none"), "距")) == []


def test_windows_and_macos_have_fonts_at_known_places(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "Fonts").mkdir()
    (tmp_path / "Fonts" / "msyh.ttc").touch()
    monkeypatch.setenv("WINDIR", str(tmp_path))
    monkeypatch.setattr("sys.platform", "win32")
    assert list(system_fonts.system_faces("距")) == [FontFace(str(tmp_path / "Fonts" / "msyh.ttc"))]
    (tmp_path / "PingFang.ttc").touch()
    monkeypatch.setattr(system_fonts, "MACOS_FOLDER", tmp_path)
    monkeypatch.setattr("sys.platform", "darwin")
    assert list(system_fonts.system_faces("距")) == [FontFace(str(tmp_path / "PingFang.ttc"))]
