"""Writes video files with sound, subtitles, chapters and a cover."""

from pathlib import Path

import av
from av.video.reformatter import ColorRange, Colorspace, VideoReformatter

from gjkscope.app.share.export.encoding.container import FilmContainer
from gjkscope.app.share.export.encoding.extras import FilmExtras
from gjkscope.app.share.export.encoding.formats import MOV_TEXT, CoverPlace, FilmFormat, codec_of
from gjkscope.app.share.export.encoding.pixel_frames import as_frame
from gjkscope.app.share.export.encoding.sound import SoundTrack, samples_until
from gjkscope.app.share.export.encoding.subtitles import SubtitleTrack, turn_off_subtitles
from gjkscope.app.share.export.encoding.writer import FilmWriter, Pixels, Size
from gjkscope.app.state.model.demo import TICKS


class VideoWriter(FilmWriter):
    def __init__(
        self, path: Path, size: Size, fps: int, kind: FilmFormat, extras: FilmExtras, transparent: bool
    ) -> None:
        codec = codec_of(kind, transparent)
        assert codec is not None, "check_format accepts only what has a codec"
        self._path, self._fps, self._extras = path, fps, extras
        self._pixel_format = codec.pixels
        self._needs_turning_off = kind.subtitles == MOV_TEXT and not extras.subtitles_on
        self._container = FilmContainer(path, kind.options, extras.title)
        self._stream = self._container.add_video(codec, size, fps)
        _tag_hd(self._stream.codec_context)
        self._sound = SoundTrack(self._container, kind.audio, extras.sound) if extras.sound else None
        self._subtitles = SubtitleTrack(self._container, kind.subtitles, extras) if extras.subtitles else None
        self._add_cover(kind.cover, size)
        self._reformatter = VideoReformatter()
        self.count = 0
        self._last: tuple[Pixels, av.VideoFrame] | None = None

    def _add_cover(self, cover_place: CoverPlace | None, size: Size) -> None:
        if self._extras.cover is None:
            return
        if cover_place is CoverPlace.STREAM:
            self._container.write(self._container.add_cover_stream(size), self._extras.cover)
        elif cover_place is CoverPlace.ATTACHMENT:
            self._container.attach_cover(self._extras.cover)

    def add(self, pixels: Pixels) -> None:
        if self._last is None or self._last[0] is not pixels:  # conversion takes nearly as long as encoding
            self._last = (pixels, self._hd(pixels))
        frame = self._last[1]
        frame.pts = self.count
        self._container.encode(self._stream, frame)
        self.count += 1
        self._accompany()

    def _accompany(self) -> None:
        """Writes what belongs to the pictures so far."""
        if self._sound is not None:
            self._sound.extend(samples_until(self.count, self._fps))
        if self._subtitles is not None:
            self._subtitles.extend(self._ticks)

    @property
    def _ticks(self) -> int:
        """The length of the pictures so far."""
        return self.count * TICKS // self._fps

    def close(self) -> None:
        self._container.set_chapters(
            tuple(chapter for chapter in self._extras.chapters if chapter.start < self._ticks), self._ticks
        )
        self._container.finish()
        if self.count and self._subtitles is not None and self._needs_turning_off:  # else there is no file
            turn_off_subtitles(self._path)

    def _hd(self, pixels: Pixels) -> av.VideoFrame:
        """The picture in the colour space of HD video (ITU-R BT.709)."""
        return self._reformatter.reformat(
            as_frame(pixels),
            format=self._pixel_format,
            dst_colorspace=int(Colorspace.ITU709),
            dst_color_range=int(ColorRange.MPEG),
        )


def _tag_hd(context: av.VideoCodecContext) -> None:
    """Tags the colours as BT.709: players would otherwise guess from the size of the picture."""
    context.color_primaries = context.color_trc = context.colorspace = int(Colorspace.ITU709)
    context.color_range = int(ColorRange.MPEG)
