"""A file with several streams: pictures, sound, subtitles, a cover."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import av
from av.stream import Disposition

from gjkscope.app.share.export.encoding.extras import Chapter
from gjkscope.app.share.export.encoding.formats import AudioCodec, VideoCodec
from gjkscope.app.share.export.encoding.writer import Size
from gjkscope.app.state.model.demo import TICKS

BIT_EXACT = {"fflags": "+bitexact"}  # no random identifiers: two runs give the same bytes
CLOCK = Fraction(1, TICKS)
TEXT_CLOCK = Fraction(1, 1000)  # of the subtitles in the file


class FilmContainer:
    """A file that packets are written to.  Add all streams before the first packet."""

    def __init__(self, path: Path, options: dict[str, str], title: str = "") -> None:
        self._file: Any = av.open(str(path), "w", options=options | BIT_EXACT)
        if title:
            self._file.metadata["title"] = title
        self._encoded: list[Any] = []

    def add_video(self, codec: VideoCodec, size: Size, fps: int) -> Any:
        stream = self._add(codec.name, fps, codec.options)
        stream.width, stream.height = size
        stream.pix_fmt = codec.pixels
        stream.thread_type = "FRAME"  # encodes several pictures in parallel while the next one is drawn
        return stream

    def add_audio(self, codec: AudioCodec, rate: int) -> Any:
        stream = self._add(codec.name, rate, {})
        stream.layout, stream.format = "stereo", codec.samples
        if codec.rate:
            stream.bit_rate = codec.rate
        return stream

    def _add(self, codec: str, rate: int, options: dict[str, str]) -> Any:
        try:
            stream: Any = self._file.add_stream(codec, rate=rate, options=options)
        except BaseException:
            self._file.close()
            raise
        stream.disposition = Disposition.default
        self._encoded.append(stream)
        return stream

    def add_subtitles(self, codec: str, shown: bool) -> Any:
        stream: Any = self._file.add_mux_stream(codec, time_base=TEXT_CLOCK)
        stream.disposition = Disposition.default if shown else Disposition(0)
        stream.metadata.update(language="eng", title="Captions")
        return stream

    def add_cover_stream(self, size: Size) -> Any:
        stream: Any = self._file.add_mux_stream("png", width=size[0], height=size[1])
        stream.disposition = Disposition.attached_pic
        return stream

    def attach_cover(self, picture: bytes) -> None:
        self._file.add_attachment("cover.png", "image/png", picture)

    def encode(self, stream: Any, frame: av.VideoFrame | av.AudioFrame | None) -> None:
        """Encodes a picture or a piece of sound; None flushes the encoder."""
        for packet in stream.encode(frame):
            self._file.mux(packet)

    def write(self, stream: Any, data: bytes, start: int = 0, length: int = 0) -> None:
        """Writes a packet that needs no encoding; times are in ticks."""
        packet: Any = av.Packet(data)
        packet.stream, packet.time_base = stream, CLOCK
        packet.pts = packet.dts = start
        packet.duration = length
        packet.is_keyframe = True
        self._file.mux(packet)

    def set_chapters(self, chapters: tuple[Chapter, ...], end: int) -> None:
        """Sets the chapters of a film of `end` ticks; until `finish`, as only then its length is known."""
        starts = [*(chapter.start for chapter in chapters), end]
        self._file.set_chapters(
            [
                {
                    "id": number,
                    "start": chapter.start,
                    "end": starts[number],
                    "time_base": CLOCK,
                    "metadata": {"title": chapter.name},
                }
                for number, chapter in enumerate(chapters, start=1)
            ]
        )

    def finish(self) -> None:
        """Flushes the encoders and completes the file."""
        try:
            for stream in self._encoded:
                self.encode(stream, None)
        finally:
            self._file.close()
