"""The simplex of a GJK step, solved by every sub-distance method in every precision; wrong signs are red."""

from collections.abc import Sequence
from itertools import chain
from math import isfinite

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import collapsing_section, tool_tip
from gjkscope.app.view.words.subdistances import sign_lines, solved_details, solved_words
from gjkscope.engine.analysis.subdistances import ROUNDOFFS, SolvedSimplex, SubdistanceFault, compare_subdistances
from gjkscope.engine.gjk.subdistance.wording import method_heading
from gjkscope.engine.vectors import Vec3

FIRST = next(iter(ROUNDOFFS))


def draw_subdistances(points: tuple[Vec3, ...], names: Sequence[str], method: str, single: bool, ui: Ui) -> None:
    """Draws all methods, and the signs that `method` used; both are collapsed at first.

    `single` is whether the step was computed in single precision.
    """
    if not all(map(isfinite, chain.from_iterable(points))):
        return
    if collapsing_section("Sub-distance methods compared"):
        _draw_methods(compare_subdistances(points), names, ui)
    precision = "float32" if single else "float64"
    if collapsing_section("Signs that the method used"):
        rows = compare_subdistances(points)
        _draw_signs(next(row for row in rows if (row.method, row.precision) == (method, precision)), names, ui)


def _draw_methods(rows: Sequence[SolvedSimplex], names: Sequence[str], ui: Ui) -> None:
    """Draws each method with a row for each precision: the panel is too narrow for columns."""
    for row in rows:
        if row.precision == FIRST:
            imgui.text(method_heading(row.method))
        with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE), imgui_ctx.begin_group():
            imgui.text(f"  {row.precision:8}")
            imgui.same_line()
            imgui.text_colored(theme.rgba(_tone(row)), _row_words(row, names))
        tool_tip(solved_details(row, names))


def _row_words(row: SolvedSimplex, names: Sequence[str]) -> str:
    wrong = f" ({row.wrong_signs} ×)" if row.wrong_signs else ""
    return f"{solved_words(row, names)}{wrong}"


def _tone(row: SolvedSimplex) -> tones.Tone:
    if row.fault is not SubdistanceFault.NONE:
        return tones.BAD
    return tones.WARNING if row.wrong_signs else tones.TEXT


def _draw_signs(row: SolvedSimplex, names: Sequence[str], ui: Ui) -> None:
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):
        for line, is_wrong in sign_lines(row, names):
            imgui.text_colored(theme.rgba(tones.BAD if is_wrong else tones.TEXT), line)
