"""Pictures as frames for FFmpeg."""

import av
import numpy as np

from gjkscope.app.share.export.encoding.writer import Pixels


def as_frame(pixels: Pixels) -> av.VideoFrame:
    """Wraps the picture, with or without opacity, without copying it."""
    kind = "rgb24" if pixels.shape[2] == 3 else "rgba"
    return av.VideoFrame.from_numpy_buffer(np.ascontiguousarray(pixels), kind)


def numbered_frame(pixels: Pixels, number: int) -> av.VideoFrame:
    frame = as_frame(pixels)
    frame.pts = number
    return frame
