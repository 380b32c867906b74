"""Opens a film for writing.

A file is written under a temporary name in the same folder and renamed when complete: an existing file stays intact
until then, and no partial file ever has the final name.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import av

from gjkscope.app.share.export.encoding.extras import FilmExtras
from gjkscope.app.share.export.encoding.formats import FORMATS, GIF, check_format
from gjkscope.app.share.export.encoding.gif import GifWriter
from gjkscope.app.share.export.encoding.pictures import PictureWriter
from gjkscope.app.share.export.encoding.video import VideoWriter
from gjkscope.app.share.export.encoding.writer import EncodingError, FilmWriter, Pixels, Size

Palette = Callable[[], Iterable[Pixels]]
"""Gives some of the film's pictures in advance, to choose the colours if needed."""


@contextmanager
def open_film(
    path: Path,
    size: Size,
    fps: int,
    samples: Palette,
    extras: FilmExtras | None = None,
    transparent: bool = False,
) -> Iterator[FilmWriter]:
    """Opens a film for writing; with `transparent`, its pictures have a fourth channel, opacity.

    The file is complete when the block ends; after an error or without pictures there is none.  Raises `EncodingError`.
    """
    check_format(path, size, fps, transparent)
    path = Path(os.path.realpath(path))  # writes through a link instead of replacing it
    draft = path.with_name(f".gjkscope-{os.getpid()}{path.suffix}")
    try:
        film = _begin(path, draft, size, fps, samples, extras or FilmExtras(), transparent)
        try:
            yield film
        finally:
            film.close()
        if film.count:
            _take_place(draft, path)
    except (OSError, av.FFmpegError) as fault:
        raise EncodingError(f"cannot be written: {getattr(fault, 'strerror', None) or fault}") from None
    finally:
        draft.unlink(missing_ok=True)


def _begin(
    path: Path, draft: Path, size: Size, fps: int, samples: Palette, extras: FilmExtras, transparent: bool
) -> FilmWriter:
    suffix = path.suffix.lower()
    if suffix == GIF:
        return GifWriter(draft, size, fps, samples())
    if suffix in FORMATS:
        return VideoWriter(draft, size, fps, FORMATS[suffix], extras, transparent)
    path.mkdir(parents=True, exist_ok=True)
    return PictureWriter(path, fps, extras.sound)


def _take_place(draft: Path, path: Path) -> None:
    if draft.exists():  # a folder of pictures has none
        draft.replace(path)
