"""The preferences of the user, kept between sessions."""

from dataclasses import dataclass

PICTURE_SIZE = (1280, 800)  # of a picture at the scale 1, pixels


@dataclass(frozen=True)
class Picture:
    """How a picture is exported."""

    scale: int = 2  # times `PICTURE_SIZE`
    transparent: bool = False
    words: bool = False  # with the verdict on top and the step's sentence below


@dataclass(frozen=True)
class Preferences:
    ui_scale: float = 1.0  # of the user interface, relative to what the screen asks for
    recent: tuple[str, ...] = ()  # paths of the commands last run from the palette, newest first
    recent_files: tuple[str, ...] = ()  # scenes last opened or saved, newest first
    picture: Picture = Picture()
    learned: tuple[str, ...] = ()  # what was read, done and answered in lessons: see lesson.key_of
