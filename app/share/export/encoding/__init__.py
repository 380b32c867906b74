"""Writes pictures as a playable file: MP4, WebM, MOV, Matroska, GIF, or a folder of numbered PNGs.

    from gjkscope.app.share.export.encoding.film_file import open_film

    with open_film(path, size, fps, samples) as film:     # writes nothing if the block fails or adds no picture
        film.add(pixels)                                  # (height, width, 3) bytes, top row first

`formats` lists what each kind of file can hold, `film_file` opens one, and the other modules write its parts.  Only
`formats`, `writer` and `extras` can be imported without FFmpeg's codecs.
"""
