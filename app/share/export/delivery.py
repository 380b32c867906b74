"""What a film of a demo contains besides its pictures, and what its format cannot hold."""

from collections.abc import Iterator
from pathlib import Path

from gjkscope.app.share.export.encoding.extras import Chapter, FilmExtras
from gjkscope.app.share.export.encoding.formats import FORMATS, GIF
from gjkscope.app.share.export.sound import SoundMix, truncated_sounds
from gjkscope.app.share.export.subtitles import caption_subtitles, srt_text
from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import MarkKind


class Delivery:
    """The sound, subtitles and chapters of the film of a demo, or of the part between two ticks."""

    def __init__(self, demo: Demo, first: int = 0, last: int | None = None) -> None:
        self._demo, self._first = demo, first
        self._last = demo.length if last is None else last
        self._subtitles = caption_subtitles(demo, self._first, self._last)
        self.sound = SoundMix(demo, first) if demo.marks_of(MarkKind.SOUND) else None

    def extras(self, subtitles_on: bool, cover: bytes | None = None) -> FilmExtras:
        """What goes into the film's file; the sound can be read once."""
        return FilmExtras(
            title=self._demo.name,
            sound=self.sound.read if self.sound is not None else None,
            subtitles=self._subtitles,
            subtitles_on=subtitles_on,
            chapters=tuple(self._chapters()),
            cover=cover,
        )

    @property
    def srt(self) -> str:
        """The captions as SubRip text, with their times."""
        return srt_text(self._subtitles)

    def _chapters(self) -> Iterator[Chapter]:
        """The chapters; the first begins with the film, as players expect, even if it began before."""
        marks = self._demo.marks_of(MarkKind.CHAPTER)
        before = [mark for mark in marks if mark.tick <= self._first]
        inside = [mark for mark in marks if self._first < mark.tick < self._last]
        if before:
            yield Chapter(0, before[-1].text)
        elif inside:
            yield Chapter(0, self._demo.name)
        yield from (Chapter(mark.tick - self._first, mark.text) for mark in inside)

    def warnings(self, path: Path) -> Iterator[str]:
        """What the film at `path` will lack."""
        suffix = path.suffix.lower()
        if suffix == GIF and self.sound is not None:
            yield "GIFs have no sound"
        elif suffix not in FORMATS and self.sound is not None:
            yield f"pictures have no sound: it will be written to {path.with_suffix('.wav')}"
        if suffix not in FORMATS and self._demo.marks_of(MarkKind.CHAPTER):
            yield f"{'GIFs' if suffix == GIF else 'pictures'} have no chapters"
        if self._last == self._demo.length:
            yield from truncated_sounds(self._demo)
