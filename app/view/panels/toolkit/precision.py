"""Texts as the screen shows them: subscripts, and the decimals of a page of a lesson, with all in the tool tip."""

from imgui_bundle import imgui

from gjkscope.app.view.words.rounding import round_numbers
from gjkscope.app.view.words.subscripts import with_subscripts

# The decimals last set by `set_precision`: global, like Dear ImGui's style.
_decimals: list[int | None] = [None]


def set_precision(decimals: int | None) -> None:
    """Sets the number of decimals shown from now on; None shows all."""
    _decimals[0] = decimals


def in_page(text: str) -> str:
    """The text as the screen shows it: with the decimals of the page, and with subscripts."""
    return with_subscripts(rounded_in_page(text))


def rounded_in_page(text: str) -> str:
    """The text with the decimals of the page; unchanged outside of lessons."""
    return text if _decimals[0] is None else round_numbers(text, _decimals[0])


def tip_in_full(text: str) -> None:
    """Shows the text with all its digits while the last item is hovered, if the page shows fewer."""
    if rounded_in_page(text) != text and imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(with_subscripts(text))
