"""Writes numbered PNGs into a folder, and the sound as a WAV file beside it."""

from pathlib import Path

from gjkscope.app.base.png import write_png
from gjkscope.app.share.export.encoding.extras import SoundReader
from gjkscope.app.share.export.encoding.sound import samples_until, write_wave
from gjkscope.app.share.export.encoding.writer import FilmWriter, Pixels


class PictureWriter(FilmWriter):
    def __init__(self, folder: Path, fps: int, sound: SoundReader | None) -> None:
        self._folder, self._fps, self._sound = folder, fps, sound
        self.count = 0

    def add(self, pixels: Pixels) -> None:
        self.count += 1
        write_png(pixels, self._folder / f"frame-{self.count:05d}.png")

    def close(self) -> None:
        if self._sound is not None and self.count:
            write_wave(self._folder.with_suffix(".wav"), self._sound, samples_until(self.count, self._fps))
