"""Formulas on pages: their outlines as SVG, in the colour of the text, named by their source for screen readers."""

from collections.abc import Iterable
from html import escape

from gjkscope.app.base.formulas import EM, formulas_in, typeset

GROWTH = (
    1.06  # of an em of formulas relative to the text's: their small letters are as high as those of sans-serif fonts
)


def formula_markup(source: str, display: bool = False) -> str:
    """The formula as an SVG element.  Raises `FormulaError`."""
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in formula_attributes(source, display).items())
    return f'<svg {attributes}><path d="{typeset(source, display).path}"/></svg>'


def formula_attributes(source: str, display: bool = False) -> dict[str, str]:
    """The attributes of the SVG element of a formula: it stands on the baseline, and what is below lies outside it."""
    formula = typeset(source, display)
    depth = formula.depth if display else 0.0
    box = (formula.left, formula.top, formula.width, depth - formula.top)
    return {
        "class": "formula",
        "role": "img",
        "aria-label": source,
        "viewBox": " ".join(f"{length * EM:g}" for length in map(_rounded, box)),
        "width": f"{GROWTH * formula.width:.3f}em",
        "height": f"{GROWTH * box[3]:.3f}em",
        "overflow": "visible",
        "fill": "currentColor",
    }


def formulas_of(texts: Iterable[str]) -> dict[str, dict[str, str]]:
    """What the player needs to draw the formulas of these texts: by their sources, the attributes and the path."""
    sources = dict.fromkeys(source for text in texts for source in formulas_in(text))
    return {source: {**formula_attributes(source), "d": typeset(source).path} for source in sources}


def _rounded(length: float) -> float:
    return round(length, 4)
