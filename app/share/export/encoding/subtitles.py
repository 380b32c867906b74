"""Writes subtitles into a film, and turns them off in MP4."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from gjkscope.app.share.export.encoding.container import FilmContainer
from gjkscope.app.share.export.encoding.extras import FilmExtras
from gjkscope.app.share.export.encoding.formats import MOV_TEXT

LENGTH_BYTES = 2  # before the text of a subtitle in MP4
ENABLED = 1  # bit in the flags of a track's header
HEADER = 8  # bytes before the contents of a box: its size and its kind
IS_LONG = 1  # as the size of a box: the size follows in 8 bytes
SUBTITLE_HANDLERS = (b"sbtl", b"text")  # MP4, MOV


class SubtitleTrack:
    """The subtitles in a file, each written when the film reaches it."""

    def __init__(self, container: FilmContainer, codec: str, extras: FilmExtras) -> None:
        self._container, self._codec = container, codec
        self._stream = container.add_subtitles(codec, extras.subtitles_on)
        self._waiting = list(reversed(extras.subtitles))

    def extend(self, until: int) -> None:
        """Writes the subtitles that begin before this tick."""
        while self._waiting and self._waiting[-1].start < until:
            start, end, text = self._waiting.pop()
            self._container.write(self._stream, self._encode(text), start, end - start)

    def _encode(self, text: str) -> bytes:
        data = text.encode()
        return len(data).to_bytes(LENGTH_BYTES, "big") + data if self._codec == MOV_TEXT else data


class _Box(NamedTuple):
    """A box of an MP4 file: its kind, and where its contents begin and end."""

    kind: bytes
    start: int
    end: int


def turn_off_subtitles(path: Path) -> None:
    """Clears the flag that makes players of an MP4 or MOV file show its subtitles at once.  Raises `OSError`.

    FFmpeg sets it for the first track of each kind, whatever the track's disposition.
    """
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        for movie in _boxes(file, b"moov", 0, size):
            for track in _boxes(file, b"trak", movie.start, movie.end):
                if _is_subtitles(file, track):
                    _disable(file, track)


def _is_subtitles(file: BinaryIO, track: _Box) -> bool:
    for media in _boxes(file, b"mdia", track.start, track.end):
        for handler in _boxes(file, b"hdlr", media.start, media.end):
            file.seek(handler.start + 8)  # after version, flags and a reserved word
            return file.read(4) in SUBTITLE_HANDLERS
    return False


def _disable(file: BinaryIO, track: _Box) -> None:
    for header in _boxes(file, b"tkhd", track.start, track.end):
        last = header.start + 3  # of four bytes: version and flags
        file.seek(last)
        flags = file.read(1)[0]
        file.seek(last)
        file.write(bytes([flags & ~ENABLED]))


def _boxes(file: BinaryIO, kind: bytes, start: int, end: int) -> Iterator[_Box]:
    """The boxes of one kind between two positions in the file."""
    while start + HEADER <= end:
        file.seek(start)
        size, box_kind, head = int.from_bytes(file.read(4), "big"), file.read(4), HEADER
        if size == IS_LONG:
            size, head = int.from_bytes(file.read(8), "big"), 2 * HEADER
        if size < head:  # up to the end of the file
            size = end - start
        if box_kind == kind:
            yield _Box(box_kind, start + head, start + size)
        start += size
