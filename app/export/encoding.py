"""Writes pictures as a playable file: MP4, WebM, GIF, or a folder of numbered PNGs.

A file is written under a temporary name in the same folder and renamed when complete: an existing file stays intact
until then, and no partial file ever has the final name.

    with movie(path, size, fps, samples) as film:     # writes nothing if the block fails or adds no picture
        film.add(pixels)                              # (height, width, 3) bytes, top row first
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import av
import av.filter
import numpy as np
import numpy.typing as npt
from av.video.reformatter import ColorRange, Colorspace, VideoReformatter

from gjkscope.app.base.png import write_png

Pixels = npt.NDArray[np.uint8]
Size = tuple[int, int]

GIF_RATE = 50  # most frames per second: delays are in 1/100 s, and browsers slow down below two of them


class EncodingError(Exception):
    """A film that cannot be written; the message says why."""


class Codec(NamedTuple):
    """A video codec with its options."""

    name: str
    options: dict[str, str]
    container: dict[str, str]  # options of the container


# 4:2:0 plays everywhere, but requires even sides.  The quality is close to visually lossless.
CODECS = {
    ".mp4": Codec("libx264", {"crf": "17", "preset": "veryfast", "tune": "animation"}, {"movflags": "+faststart"}),
    ".webm": Codec("libvpx-vp9", {"crf": "28", "b": "0", "deadline": "good", "cpu-used": "5", "row-mt": "1"}, {}),
}
GIF = ".gif"
SUFFIXES = (*CODECS, GIF)


class FilmWriter(ABC):
    """A sink for pictures; `count` is their number so far."""

    count = 0

    @abstractmethod
    def add(self, pixels: Pixels) -> None:
        """Adds a picture; the same array object as last time is assumed to be unchanged.  Raises `OSError`."""

    @abstractmethod
    def close(self) -> None:
        """Flushes everything that was added.  Raises `OSError`."""


def check_format(path: Path, size: Size, fps: int) -> None:
    """Raises `EncodingError` if such a film cannot be written."""
    suffix = path.suffix.lower()
    if suffix in CODECS and (size[0] % 2 or size[1] % 2):
        raise EncodingError(f"{suffix[1:].upper()} needs even sides, got {size[0]}x{size[1]}")
    if suffix == GIF and fps > GIF_RATE:
        raise EncodingError(f"a GIF supports at most {GIF_RATE} frames per second, got {fps}")
    if suffix not in SUFFIXES and not _takes_pictures(path):
        raise EncodingError(
            "must end with .mp4, .webm or .gif, or be a folder for pictures that is empty or new and has no suffix"
        )
    if suffix in SUFFIXES and path.is_dir():
        raise EncodingError("is a folder")


def _takes_pictures(path: Path) -> bool:
    """Whether the path can be a folder of pictures; film.mov is not one, but a film of unknown type."""
    if path.is_dir():
        return not any(path.iterdir())
    return not path.exists() and not path.suffix


@contextmanager
def open_film(path: Path, size: Size, fps: int, samples: Callable[[], Iterable[Pixels]]) -> Iterator[FilmWriter]:
    """Opens a film for writing; `samples` gives some of its pictures in advance, to choose the palette if needed.

    The file is complete when the block ends; after an error or without pictures there is none.  Raises `EncodingError`.
    """
    check_format(path, size, fps)
    path = Path(os.path.realpath(path))  # writes through a link instead of replacing it
    draft = path.with_name(f".gjkscope-{os.getpid()}{path.suffix}")
    try:
        film = _begun(path, draft, size, fps, samples)
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


def _begun(path: Path, draft: Path, size: Size, fps: int, samples: Callable[[], Iterable[Pixels]]) -> FilmWriter:
    suffix = path.suffix.lower()
    if suffix == GIF:
        return _Gif(draft, size, fps, samples())
    if suffix in CODECS:
        return _Video(draft, size, fps, CODECS[suffix])
    path.mkdir(parents=True, exist_ok=True)
    return _Pictures(path)


def _take_place(draft: Path, path: Path) -> None:
    if draft.exists():  # a folder of pictures has none
        draft.replace(path)


class _Stream:
    """A file with one video stream."""

    def __init__(self, path: Path, size: Size, fps: int, codec: Codec, pixel_format: str) -> None:
        self._container = av.open(str(path), "w", options=codec.container)
        try:
            stream: Any = self._container.add_stream(codec.name, rate=fps, options=codec.options)
            stream.width, stream.height = size
            stream.pix_fmt = pixel_format
            stream.thread_type = "FRAME"  # encodes several pictures in parallel while the next one is drawn
            self._stream = stream
        except BaseException:
            self._container.close()
            raise

    def tag_hd(self) -> None:
        """Tags the colours as BT.709: players would otherwise guess from the size of the picture."""
        context = self._stream.codec_context
        context.color_primaries = context.color_trc = context.colorspace = int(Colorspace.ITU709)
        context.color_range = int(ColorRange.MPEG)

    def write(self, frame: av.VideoFrame | None) -> None:
        """Encodes a picture; None flushes the encoder."""
        for packet in self._stream.encode(frame):
            self._container.mux(packet)

    def close(self) -> None:
        try:
            self.write(None)
        finally:
            self._container.close()


class _Video(FilmWriter):
    def __init__(self, path: Path, size: Size, fps: int, codec: Codec) -> None:
        self._stream = _Stream(path, size, fps, codec, "yuv420p")
        self._stream.tag_hd()
        self._reformatter = VideoReformatter()
        self.count = 0
        self._last: tuple[Pixels, av.VideoFrame] | None = None

    def add(self, pixels: Pixels) -> None:
        if self._last is None or self._last[0] is not pixels:  # conversion takes nearly as long as encoding
            self._last = (pixels, self._hd(pixels))
        frame = self._last[1]
        frame.pts = self.count
        self._stream.write(frame)
        self.count += 1

    def close(self) -> None:
        self._stream.close()

    def _hd(self, pixels: Pixels) -> av.VideoFrame:
        """The picture in the colour space of HD video (ITU-R BT.709)."""
        return self._reformatter.reformat(
            _frame(pixels),
            format="yuv420p",
            dst_colorspace=int(Colorspace.ITU709),
            dst_color_range=int(ColorRange.MPEG),
        )


class _Gif(FilmWriter):
    """256 colours for the entire film, chosen from samples of it, with dithering."""

    def __init__(self, path: Path, size: Size, fps: int, samples: Iterable[Pixels]) -> None:
        self._stream = _Stream(path, size, fps, Codec("gif", {}, {}), "pal8")
        palette = _palette(samples, size, fps)
        graph = av.filter.Graph()
        clock = Fraction(1, fps)
        self._pictures = graph.add_buffer(
            width=size[0], height=size[1], format=av.VideoFormat("rgb24"), time_base=clock
        )
        colors = graph.add_buffer(width=palette.width, height=palette.height, format=palette.format, time_base=clock)
        mix = graph.add("paletteuse", "dither=sierra2_4a:diff_mode=rectangle")
        self._mixed = graph.add("buffersink")
        self._pictures.link_to(mix, 0, 0)
        colors.link_to(mix, 0, 1)
        mix.link_to(self._mixed)
        graph.configure()
        colors.push(palette)
        colors.push(None)
        self._graph = graph
        self.count = 0

    def add(self, pixels: Pixels) -> None:
        self._pictures.push(_numbered(pixels, self.count))
        self.count += 1
        self._drain()

    def close(self) -> None:
        self._pictures.push(None)
        self._drain()
        self._stream.close()

    def _drain(self) -> None:
        while True:
            try:
                frame = self._mixed.pull()
            except (av.BlockingIOError, av.EOFError):
                return
            if isinstance(frame, av.VideoFrame):
                self._stream.write(frame)


class _Pictures(FilmWriter):
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.count = 0

    def add(self, pixels: Pixels) -> None:
        self.count += 1
        write_png(pixels, self._folder / f"frame-{self.count:05d}.png")

    def close(self) -> None:
        pass


def _palette(samples: Iterable[Pixels], size: Size, fps: int) -> av.VideoFrame:
    graph = av.filter.Graph()
    pictures = graph.add_buffer(
        width=size[0], height=size[1], format=av.VideoFormat("rgb24"), time_base=Fraction(1, fps)
    )
    chooser, chosen = graph.add("palettegen", "stats_mode=full"), graph.add("buffersink")
    pictures.link_to(chooser)
    chooser.link_to(chosen)
    graph.configure()
    for number, pixels in enumerate(samples):
        pictures.push(_numbered(pixels, number))
    pictures.push(None)
    palette = chosen.pull()
    if not isinstance(palette, av.VideoFrame):
        raise EncodingError("no colour palette could be computed")
    palette.pts = 0
    return palette


def _numbered(pixels: Pixels, number: int) -> av.VideoFrame:
    frame = _frame(pixels)
    frame.pts = number
    return frame


def _frame(pixels: Pixels) -> av.VideoFrame:
    """Wraps the picture without copying it."""
    return av.VideoFrame.from_numpy_buffer(np.ascontiguousarray(pixels), "rgb24")
