"""Adds fonts of the system to those of a Dear ImGui context when a text first needs them.

`cover` is called with the texts of users: captions, names, notes.  Most texts need nothing, so start-up and drawing are
as fast as without it.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from imgui_bundle import imgui, rich_md

from gjkscope.app.base.system_fonts import FontFace, faces_for
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.view.panels.toolkit.theme import TEXT_SIZE, Fonts


class FallbackFonts:
    """What has been added to the fonts of one context, which `ImGuiContext` makes current with it."""

    def __init__(self) -> None:
        self._added: set[tuple[int, FontFace]] = set()

    def add(self, face: FontFace, font: imgui.ImFont) -> None:
        """Adds the face after the font's own sources, once."""
        if (font.font_id, face) in self._added:
            return
        self._added.add((font.font_id, face))
        config = imgui.ImFontConfig()
        config.merge_mode, config.dst_font, config.font_no = True, font, face.number
        imgui.get_io().fonts.add_font_from_file_ttf(face.path, TEXT_SIZE, config)


_current = [FallbackFonts()]


def use_fallback_fonts(fallbacks: FallbackFonts) -> None:
    _current[0] = fallbacks


def cover(text: str, fonts: Fonts) -> None:
    """Adds to `fonts`, those of the current context, what the text needs."""
    _add(faces_for(text), fonts)


def cover_names(scene: Scene, fonts: Fonts) -> None:
    """Adds to `fonts` what the names of the scene and its bodies need."""
    _add(_faces_for_all((scene.name, *scene.names)), fonts)


@lru_cache(maxsize=4)
def _faces_for_all(texts: tuple[str, ...]) -> tuple[FontFace, ...]:
    return faces_for(" ".join(texts))


def _add(faces: Iterable[FontFace], fonts: Fonts) -> None:
    for face in faces:
        for typeface in (fonts.regular, fonts.bold, fonts.italic, fonts.mono):
            _current[0].add(face, typeface.font)


def cover_markdown(text: str) -> None:
    """Adds to the fonts of the current Markdown context what the text needs."""
    for face in faces_for(text):
        _current[0].add(face, rich_md.get_code_font().font)
        for italic, bold in product((False, True), repeat=2):
            _current[0].add(face, rich_md.get_font(rich_md.MarkdownFontSpec(italic, bold)).font)
