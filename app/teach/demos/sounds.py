"""Sound files of demos: their length, and their samples as 48 kHz stereo.

FFmpeg decodes them, so every common format works, including the sound of a video.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.app.base.json_document import Keys, ValueMismatch
from gjkscope.app.scenes.scene_file import path_inside
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.runtime.extras import extra_remedy, is_installed

if TYPE_CHECKING:
    import av

Samples = npt.NDArray[np.float32]
"""Shape (count, 2), left and right; full scale is 1."""

SAMPLE_RATE = 48_000  # per second
SAMPLES_PER_TICK = SAMPLE_RATE // TICKS
MOST_BYTES = 250_000_000
# FFmpeg also opens playlists.  A demo from elsewhere must not read other files through one, nor contact a server.
NO_OTHER_FILES = {"protocol_whitelist": "none"}


Voice = Callable[[str], Path]
"""Reads a caption aloud: returns the sound file.  Raises `SoundError`."""


class SoundError(Exception):
    """A sound file that cannot be used; the message says why, without the file's name."""


class SoundFile(NamedTuple):
    """A sound that can be played."""

    path: Path
    length: int  # samples

    @property
    def ticks(self) -> int:
        """The number of ticks that it takes, rounded up."""
        return -(-self.length // SAMPLES_PER_TICK)

    def mark(self, start: int) -> DemoMark:
        """The mark of the sound if it begins at tick `start`."""
        return DemoMark(start, str(self.path), MarkKind.SOUND, self.ticks)


def sound_file(path: Path) -> SoundFile:
    """Decodes the file to check it and to measure it: the length in a file's header may be an estimate.

    Raises `SoundError`.
    """
    try:
        status = path.stat()
    except (OSError, ValueError) as fault:
        raise SoundError(f"cannot be read: {getattr(fault, 'strerror', None) or fault}") from None
    return SoundFile(path, _length(path, status.st_mtime_ns, status.st_size))


def sound_beside(name: str, keys: Keys, folder: Path | None) -> SoundFile:
    """A sound file in the demo's folder; `keys` lead to its name in the demo.  Raises `ValueMismatch`."""
    path = path_inside(folder, name) if folder is not None else None
    if path is None:
        raise ValueMismatch(keys, f"must be a relative path inside the demo's folder, got {name!r}")
    try:
        return sound_file(path)
    except SoundError as fault:
        raise ValueMismatch(keys, f"{name}: {fault}") from None


@lru_cache(maxsize=256)  # live reload reads a demo again and again
def _length(path: Path, _changed: int, _size: int) -> int:
    length = sum(len(part) for part in decode_sound(path))
    if not length:
        raise SoundError("contains no sound")
    return length


def decode_sound(path: Path) -> Iterator[Samples]:
    """The samples of a file, in parts.  Raises `SoundError`."""
    if not is_installed("av"):
        raise SoundError(f"needs PyAV, which is not installed: {extra_remedy('films')}")
    import av  # slow to import, and needed for demos with sound only

    try:
        with av.open(BytesIO(read_input(path, MOST_BYTES)), "r", options=NO_OTHER_FILES) as container:
            if not container.streams.audio:
                raise SoundError("contains no sound")
            yield from _resample(container.decode(container.streams.audio[0]))
    except InputError as fault:
        raise SoundError(str(fault)) from None
    except av.FFmpegError as fault:
        raise SoundError(f"cannot be decoded: {fault.strerror or fault}") from None


def _resample(frames: "Iterator[av.AudioFrame]") -> Iterator[Samples]:
    import av

    first = next(frames, None)
    if first is None:
        return
    is_mono = first.layout.nb_channels == 1
    resampler = av.AudioResampler(format="flt", layout="mono" if is_mono else "stereo", rate=SAMPLE_RATE)
    for frame in chain([first], frames):
        checkpoint()
        yield from _stereo(resampler.resample(frame))
    yield from _stereo(resampler.resample(None))


def _stereo(frames: "list[av.AudioFrame]") -> Iterator[Samples]:
    """The samples of the frames; a single channel is played on both sides at the same loudness."""
    for frame in frames:
        samples: Any = frame.to_ndarray().reshape(-1, frame.layout.nb_channels)
        yield np.repeat(samples, 2, axis=1) if samples.shape[1] == 1 else samples
