"""What a film contains besides its pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from gjkscope.app.teach.demos.sounds import Samples

SoundReader = Callable[[int], Samples]
"""Returns the next samples, `count` of them."""


class Subtitle(NamedTuple):
    """Text shown from one tick up to, but not including, another."""

    start: int
    end: int
    text: str


class Chapter(NamedTuple):
    """A part of the film that players can jump to."""

    start: int  # tick
    name: str


@dataclass(frozen=True)
class FilmExtras:
    """The title, sound, subtitles, chapters and cover of a film; a format without room for one of them omits it."""

    title: str = ""
    sound: SoundReader | None = None
    subtitles: tuple[Subtitle, ...] = ()
    subtitles_on: bool = False  # whether players show them unless the viewer turns them off
    chapters: tuple[Chapter, ...] = ()
    cover: bytes | None = None  # a PNG
