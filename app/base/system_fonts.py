"""Fonts of the system for scripts that the fonts shipped with the application lack, such as Chinese or Arabic.

The shipped fonts have Latin, Greek, Cyrillic and mathematical symbols.  A text with other characters needs a font of
the system: fontconfig chooses it on Linux; on Windows and macOS, the fonts that come with the system are tried in turn.
Nothing is looked up for a text without such a character.  Characters that no font has are reported with their script,
rather than replaced silently.
"""

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

SHIPPED = (
    "Roboto/Roboto-Regular.ttf",
    "Inconsolata-Medium.ttf",
    "latex/latinmodern-math.otf",
    "Font_Awesome_6_Free-Solid-900.otf",
)
# What the shipped fonts are known to have, so that no font is opened for it: letters of Latin, Greek and Cyrillic, and
# the symbols of our own texts.  A test compares it with the fonts.
_USUAL = re.compile("[\x00-\x7e\xa0-\u017fΑ-ΡΣ-Ωα-ωА-яёЁ–—‘’“”…′‖₀-₉⁰¹²³⁻→←↔−·×÷±≤≥≠≈∈∩∪√∞∑λ]*")
CHECKED_AT = 24  # pixels: large enough that no glyph looks like that of a missing character
ABSENT = "\U0010fffe"  # a code point that is no character, so no font has it
TIME_LIMIT = 5.0  # seconds for fontconfig, which may have to build its cache
SCRIPTS = {"CJK": "Chinese", "HANGUL": "Korean", "HIRAGANA": "Japanese", "KATAKANA": "Japanese"}
# Scripts whose letters join, stack or are reordered; those that run from right to left besides.
SHAPED = ("DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "GUJARATI", "THAI", "KHMER", "MYANMAR")

# Fonts that come with Windows and macOS: for Hebrew and Arabic, then Chinese, Japanese, Korean, Indian scripts.
WINDOWS = (
    "segoeui.ttf",
    "msyh.ttc",
    "YuGothM.ttc",
    "malgun.ttf",
    "Nirmala.ttc",
    "Nirmala.ttf",
    "seguisym.ttf",
)
MACOS = (
    "Supplemental/Arial Unicode.ttf",
    "GeezaPro.ttc",
    "ArialHB.ttc",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "AppleSDGothicNeo.ttc",
    "Kohinoor.ttc",
    "Apple Symbols.ttf",
)
MACOS_FOLDER = Path("/System/Library/Fonts")


class FontFace(NamedTuple):
    """A font in a file, which may hold several."""

    path: str
    number: int = 0  # of the font in the file


class MissingCharacter(NamedTuple):
    """A character that no font has, and its script."""

    character: str
    script: str

    def __str__(self) -> str:
        return f"no font has {self.character} ({self.script}): install one that has, such as Noto Sans"


def faces_for(text: str) -> tuple[FontFace, ...]:
    """The fonts of the system that the text needs, each once; none for most texts."""
    return () if _USUAL.fullmatch(text) else _faces_for(text)


def missing_characters(texts: Iterable[str]) -> list[MissingCharacter]:
    """What no font has: one character of each script."""
    found: dict[str, MissingCharacter] = {}
    for text in texts:
        for character in _foreign(text):
            if system_face(character) is None:
                found.setdefault(script_name(character), MissingCharacter(character, script_name(character)))
    return list(found.values())


@cache
def system_face(character: str) -> FontFace | None:
    """A font of the system that has the character; None if there is none."""
    return next((face for face in system_faces(character) if has_glyph(face, character)), None)


def script_name(character: str) -> str:
    """The script of a letter; "symbol" for what is no letter.

    >>> from gjkscope.app.base.system_fonts import script_name
    >>> [script_name(character) for character in "中あعд😀"]
    ['Chinese', 'Japanese', 'Arabic', 'Cyrillic', 'symbol']
    """
    if unicodedata.category(character)[0] not in "LM":
        return "symbol"
    return SCRIPTS.get(_block(character), _block(character).capitalize())


def needs_shaping(text: str) -> bool:
    """Whether letters of the text join, stack or run from right to left, so that they cannot be drawn one by one."""
    return not text.isascii() and any(_is_rightward(letter) or _block(letter) in SHAPED for letter in text)


def runs_right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    strong = (direction for letter in text if (direction := unicodedata.bidirectional(letter)) in ("L", "R", "AL"))
    return not text.isascii() and next(strong, "L") != "L"


def can_shape() -> bool:
    """Whether Pillow has the libraries that shape text."""
    from PIL import features

    return bool(features.check("raqm"))


def system_faces(character: str) -> Iterator[FontFace]:
    """Fonts of the system that may have the character, best first."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
        yield from (FontFace(str(folder / name)) for name in WINDOWS if (folder / name).exists())
    elif sys.platform == "darwin":
        yield from (FontFace(str(MACOS_FOLDER / name)) for name in MACOS if (MACOS_FOLDER / name).exists())
    else:
        yield from _matched("fc-match", character)


@lru_cache(maxsize=1024)
def has_glyph(face: FontFace, character: str) -> bool:
    """Whether the font has the character."""
    from PIL import ImageFont

    try:
        font = ImageFont.truetype(face.path, CHECKED_AT, face.number, layout_engine=ImageFont.Layout.BASIC)
    except OSError:  # one that Pillow cannot read, such as a bitmap font
        return False
    glyph, absent = (font.getmask(letter) for letter in (character, ABSENT))
    return (glyph.size, bytes(glyph)) != (absent.size, bytes(absent))


@lru_cache(maxsize=256)
def _faces_for(text: str) -> tuple[FontFace, ...]:
    faces = dict.fromkeys(map(system_face, _foreign(text)))
    return tuple(face for face in faces if face is not None)


@lru_cache(maxsize=256)
def _foreign(text: str) -> tuple[str, ...]:
    """The characters of the text that the shipped fonts lack, in order."""
    return () if _USUAL.fullmatch(text) else tuple(dict.fromkeys(filter(_is_foreign, text)))


@cache
def _is_foreign(character: str) -> bool:
    if _USUAL.fullmatch(character) or unicodedata.category(character)[0] in "ZC":  # spaces and controls are not drawn
        return False
    return not any(has_glyph(face, character) for face in _shipped())


@cache
def _shipped() -> tuple[FontFace, ...]:
    """The fonts that come with imgui-bundle, found without importing it."""
    found = find_spec("imgui_bundle")
    if found is None or found.origin is None:
        return ()
    folder = Path(found.origin).with_name("assets") / "fonts"
    return tuple(FontFace(str(folder / name)) for name in SHIPPED)


def _matched(program: str, character: str) -> Iterator[FontFace]:
    """What fontconfig prefers for the character: a sans-serif font that has it."""
    import subprocess  # which takes a while to load, and few texts need

    pattern = f"sans-serif:charset={ord(character):x}"
    command = [program, "--format", "%{file}\n%{index}", pattern]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, check=True)
    except (OSError, subprocess.SubprocessError):
        return  # without fontconfig, no font is known: the character is reported as missing
    path, _, index = done.stdout.partition("\n")
    if path:
        yield FontFace(path, int(index or 0) & 0xFFFF)  # the upper half is the instance of a variable font


def _is_rightward(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL")


@cache
def _block(character: str) -> str:
    """The first word of the character's name, which is that of its script."""
    return unicodedata.name(character, "UNKNOWN").split()[0].split("-")[0]
