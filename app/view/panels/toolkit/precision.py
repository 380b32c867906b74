"""The decimals of numbers on the screen: a page of a lesson may show fewer, and all in the tool tip."""

from imgui_bundle import imgui

from gjkscope.app.view.words.rounding import round_numbers

# The decimals last set by `set_precision`: global, like Dear ImGui's style.
_decimals: list[int | None] = [None]


def set_precision(decimals: int | None) -> None:
    """Sets the number of decimals shown from now on; None shows all."""
    _decimals[0] = decimals


def in_page(text: str) -> str:
    """The text as the page shows it; unchanged outside of lessons."""
    return text if _decimals[0] is None else round_numbers(text, _decimals[0])


def tip_in_full(text: str) -> None:
    """Shows the text with all its digits while the last item is hovered, if the page shows fewer."""
    if in_page(text) != text and imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(text)
