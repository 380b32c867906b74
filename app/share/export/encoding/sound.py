"""Encodes sound: 48 kHz, stereo, loudness unchanged."""

from pathlib import Path
from typing import Any

import av
import numpy as np

from gjkscope.app.share.export.encoding.container import FilmContainer
from gjkscope.app.share.export.encoding.extras import SoundReader
from gjkscope.app.share.export.encoding.formats import AudioCodec
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE, Samples

BLOCK = SAMPLE_RATE // 4  # samples that are encoded at a time
# Samples beyond full scale keep their values in floating point; whole numbers would clip them.
WAVE = AudioCodec("pcm_f32le", "flt", 0)


def samples_until(pictures: int, fps: int) -> int:
    """Number of samples that last as long as these pictures."""
    return round(pictures * SAMPLE_RATE / fps)


class SoundTrack:
    """The sound in a file."""

    def __init__(self, container: FilmContainer, codec: AudioCodec, read: SoundReader) -> None:
        self._container, self._codec, self._read = container, codec, read
        self._stream: Any = container.add_audio(codec, SAMPLE_RATE)
        self._done = 0

    def extend(self, until: int) -> None:
        """Encodes the samples up to this one."""
        while self._done < until:
            count = min(until - self._done, BLOCK)
            self._container.encode(self._stream, self._frame(self._read(count)))
            self._done += count

    def _frame(self, samples: Samples) -> av.AudioFrame:
        planar = self._codec.samples.endswith("p")
        data = samples.T if planar else samples.reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(data), self._codec.samples, layout="stereo")
        frame.sample_rate, frame.pts = SAMPLE_RATE, self._done
        return frame


def write_wave(path: Path, read: SoundReader, count: int) -> None:
    """Writes the next `count` samples as a WAV file, as floating-point numbers.  Raises `OSError`."""
    container = FilmContainer(path, {})
    try:
        SoundTrack(container, WAVE, read).extend(count)
    finally:
        container.finish()
