"""The kinds of films: which codecs a file has, and what it can hold besides pictures."""

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.share.export.encoding.writer import EncodingError, Size

GIF_RATE = 50  # most frames per second: delays are in 1/100 s, and browsers slow down below two of them


class VideoCodec(NamedTuple):
    """A video codec with its options."""

    name: str
    options: dict[str, str]
    pixels: str  # FFmpeg's name of the pixel format
    needs_even_sides: bool = True


class AudioCodec(NamedTuple):
    """An audio codec, the format of its samples, and bits per second."""

    name: str
    samples: str
    rate: int


class CoverPlace(StrEnum):
    """Where a file keeps the picture that represents it."""

    STREAM = "stream"
    ATTACHMENT = "attachment"


class FilmFormat(NamedTuple):
    """A kind of file with video, by its suffix."""

    video: VideoCodec
    alpha: VideoCodec | None  # with an alpha channel; None: without
    audio: AudioCodec
    subtitles: str  # codec
    cover: CoverPlace | None
    options: dict[str, str]


# 4:2:0 plays everywhere, but requires even sides.  The quality is close to visually lossless.
H264 = VideoCodec("libx264", {"crf": "17", "preset": "veryfast", "tune": "animation"}, "yuv420p")
_VP9_OPTIONS = {"crf": "28", "b": "0", "deadline": "good", "cpu-used": "5", "row-mt": "1"}
VP9 = VideoCodec("libvpx-vp9", _VP9_OPTIONS, "yuv420p")
# The encoder rejects pictures with an alpha channel as references that are made up of several others.
VP9_ALPHA = VideoCodec("libvpx-vp9", {**_VP9_OPTIONS, "auto-alt-ref": "0"}, "yuva420p")
# Profile 4 is 4444; without the vendor's tag, editors from Apple warn that the file may be damaged.
PRORES_4444 = VideoCodec("prores_ks", {"profile": "4444", "vendor": "apl0", "alpha_bits": "16"}, "yuva444p10le", False)
AAC, OPUS = AudioCodec("aac", "fltp", 192_000), AudioCodec("libopus", "flt", 160_000)
AT_START = {"movflags": "+faststart"}  # playback can start before the download is complete

MOV_TEXT = "mov_text"

FORMATS = {
    ".mp4": FilmFormat(H264, None, AAC, MOV_TEXT, CoverPlace.STREAM, AT_START),
    ".mov": FilmFormat(H264, PRORES_4444, AAC, MOV_TEXT, None, AT_START),
    ".webm": FilmFormat(VP9, VP9_ALPHA, OPUS, "webvtt", None, {}),
    ".mkv": FilmFormat(H264, None, AAC, "subrip", CoverPlace.ATTACHMENT, {}),
}
GIF = ".gif"
SUFFIXES = (*FORMATS, GIF)


def check_format(path: Path, size: Size, fps: int, transparent: bool = False) -> None:
    """Raises `EncodingError` if such a film cannot be written."""
    suffix = path.suffix.lower()
    if suffix in FORMATS:
        _check_codec(suffix, size, transparent)
    if suffix == GIF and transparent:
        raise EncodingError(f"GIF has no alpha channel, only on and off; {WITH_ALPHA}")
    if suffix == GIF and fps > GIF_RATE:
        raise EncodingError(f"a GIF supports at most {GIF_RATE} frames per second, got {fps}")
    if suffix not in SUFFIXES and not _takes_pictures(path):
        raise EncodingError(
            "must end with .mp4, .webm, .mov, .mkv or .gif, "
            "or be a folder for pictures that is empty or new and has no suffix"
        )
    if suffix in SUFFIXES and path.is_dir():
        raise EncodingError("is a folder")


def codec_of(kind: FilmFormat, transparent: bool) -> VideoCodec | None:
    """The codec of the film's pictures; None if they cannot be transparent."""
    return kind.alpha if transparent else kind.video


def _check_codec(suffix: str, size: Size, transparent: bool) -> None:
    codec, name = codec_of(FORMATS[suffix], transparent), suffix[1:].upper()
    if codec is None:
        raise EncodingError(f"{name} has no alpha channel; {WITH_ALPHA}")
    if codec.needs_even_sides and (size[0] % 2 or size[1] % 2):
        raise EncodingError(f"{name} needs even sides, got {size[0]}x{size[1]}")


WITH_ALPHA = "a transparent film must end with .webm or .mov, or be a folder for pictures"


def _takes_pictures(path: Path) -> bool:
    """Whether the path can be a folder of pictures; film.avi is not one, but a film of unknown type."""
    if path.is_dir():
        return not any(path.iterdir())
    return not path.exists() and not path.suffix
