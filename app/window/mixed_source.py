"""The mixed sounds of a demo as a source for pyglet's player, decoded while they are played."""

from typing import Any

import numpy as np
from pyglet.media import StreamingSource
from pyglet.media.codecs import AudioData, AudioFormat

from gjkscope.app.share.export.sound import SoundMix
from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE, Samples, SoundError

CHANNELS, BITS = 2, 16
FULL_SCALE = 32767


class MixedSource(StreamingSource):
    """The sound from a tick on, followed by endless silence: pyglet would try to rewind a source that ends."""

    audio_format: Any = AudioFormat(CHANNELS, BITS, SAMPLE_RATE)

    def __init__(self, demo: Demo, tick: int) -> None:
        self._mix: SoundMix | None = SoundMix(demo, tick)

    def get_audio_data(self, num_bytes: int, _compensation_time: float = 0.0) -> AudioData:
        """The next samples.  pyglet's threads call it."""
        count = num_bytes // self.audio_format.bytes_per_frame
        data = (np.clip(self._mix_samples(count), -1, 1) * FULL_SCALE).astype("<i2").tobytes()
        return AudioData(data, len(data))

    def _mix_samples(self, count: int) -> Samples:
        if self._mix is not None:
            try:
                return self._mix.read(count)
            except SoundError:  # the file was changed or deleted during playback: the rest is silent
                self._mix = None
        return np.zeros((count, CHANNELS), np.float32)
