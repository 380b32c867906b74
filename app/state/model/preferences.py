"""The user's preferences, kept between sessions."""

from enum import StrEnum

from msgspec import Struct

from gjkscope.app.scenes.cameras.rotations import WORLD_XYZ, RotationFormat
from gjkscope.app.state.model.appearance import Theme

PICTURE_SIZE = (1280, 800)  # of an exported picture at scale 1, pixels


class Picture(Struct, frozen=True):
    """How a picture is exported."""

    scale: int = 2  # multiple of `PICTURE_SIZE`
    transparent: bool = False
    words: bool = False  # includes the verdict at the top and the step's description below


PREVIEW_RATE = 10  # pictures per second of the preview of a film


class FilmKind(StrEnum):
    """The kind of file; its value is the suffix without the dot."""

    MP4 = "mp4"
    WEBM = "webm"
    GIF = "gif"


class Film(Struct, frozen=True):
    """How a film of a demo is exported."""

    format: FilmKind = FilmKind.MP4
    size: tuple[int, int] = (1280, 720)  # pixels
    rate: int = 30  # pictures per second
    theme: Theme | None = None  # None: that of the demo
    captions: bool = True  # in the pictures; False: only as subtitles in the file
    subtitles: bool = False  # also as a file, .srt
    voice: str = ""  # the program that reads the captions aloud, as for `gjkscope record --speak`


class Preferences(Struct, frozen=True):
    """The user's choices, kept from session to session."""

    ui_scale: float = 1.0  # of the user interface, relative to the screen's own scale
    rotation_format: RotationFormat = RotationFormat.EULER  # how rotations are shown
    euler_order: str = WORLD_XYZ  # one of `EULER_ORDERS`
    recent: tuple[str, ...] = ()  # paths of the commands last run from the palette, newest first
    recent_files: tuple[str, ...] = ()  # scenes last opened or saved, newest first
    picture: Picture = Picture()
    film: Film = Film()
    asks_engines: bool = False  # Compare asks installed engines about the pair
    pauses_to_type: bool = True  # a recording is paused while a caption is typed
    raw_takes: bool = False  # recordings are saved as every single input rather than as readable steps
    learned: tuple[str, ...] = ()  # pages read, tasks solved and questions answered in lessons: see lesson.key_of
