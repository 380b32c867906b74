"""Writes animated GIFs: 256 colours for the entire film, chosen from samples of it, with dithering."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import av.filter

from gjkscope.app.share.export.encoding.container import FilmContainer
from gjkscope.app.share.export.encoding.formats import VideoCodec
from gjkscope.app.share.export.encoding.pixel_frames import numbered_frame
from gjkscope.app.share.export.encoding.writer import EncodingError, FilmWriter, Pixels, Size

CODEC = VideoCodec("gif", {}, "pal8", needs_even_sides=False)


class GifWriter(FilmWriter):
    def __init__(self, path: Path, size: Size, fps: int, samples: Iterable[Pixels]) -> None:
        self._container = FilmContainer(path, {})
        self._stream = self._container.add_video(CODEC, size, fps)
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
        self._pictures.push(numbered_frame(pixels, self.count))
        self.count += 1
        self._drain()

    def close(self) -> None:
        self._pictures.push(None)
        self._drain()
        self._container.finish()

    def _drain(self) -> None:
        while True:
            try:
                frame = self._mixed.pull()
            except (av.BlockingIOError, av.EOFError):
                return
            if isinstance(frame, av.VideoFrame):
                self._container.encode(self._stream, frame)


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
        pictures.push(numbered_frame(pixels, number))
    pictures.push(None)
    palette = chosen.pull()
    if not isinstance(palette, av.VideoFrame):
        raise EncodingError("no colour palette could be computed")
    palette.pts = 0
    return palette
