"""Writes pictures as a playable file: MP4, WebM, MOV, Matroska, GIF, or a folder of numbered PNGs.

    with open_film(path, size, fps, samples) as film:     # writes nothing if the block fails or adds no picture
        film.add(pixels)                                  # (height, width, 3) bytes, top row first

`formats` lists what each kind of file can hold, `film_file` opens one, and the other modules write its parts.
"""

from gjkscope.app.export.encoding.extras import Chapter, FilmExtras, SoundReader, Subtitle
from gjkscope.app.export.encoding.film_file import open_film
from gjkscope.app.export.encoding.formats import FORMATS, GIF, check_format
from gjkscope.app.export.encoding.writer import EncodingError, FilmWriter, Pixels, Size

__all__ = [
    "FORMATS",
    "GIF",
    "Chapter",
    "EncodingError",
    "FilmExtras",
    "FilmWriter",
    "Pixels",
    "Size",
    "SoundReader",
    "Subtitle",
    "check_format",
    "open_film",
]
