r"""Formulas in texts: LaTeX between dollars, such as `$s_A(d) = \max_{a \in A} d \cdot a$`, typeset as outlines.

ziamath typesets with the font STIX Two Math, without a LaTeX installation.  The outlines are those of letters and bars;
pages and SVG pictures embed them as paths, and the window and films rasterise them (`app/view/panels/toolkit`).  A
dollar opens a formula if no space follows it, and closes it if no space precedes and no digit follows it, so amounts of
money stay text.  Code has no formulas.  Readers of demos and lessons report a formula that cannot be typeset
(`check_formulas`); in a text that is typed live, it stays as it is written.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # imported for texts with formulas
    from xml.etree.ElementTree import Element

DRAWN = ("svg", "g", "path", "rect")  # the elements that letters and bars are drawn with
EM = 1000  # units of outlines in an em
SPAN = r"(?<![\\$])\$(?=[^\s$])(?P<formula>[^$\n`]*?[^\s$\\])\$(?![\d$])"

FORMULA = re.compile(SPAN)
_VERBATIM = re.compile(rf"(?P<code>```.*?```|`[^`\n]+`)|{SPAN}", re.DOTALL)
_MARGIN = 1.0  # that ziamath adds around a formula, in its units
_SPACES = re.compile(r"\s+|\N{NO-BREAK SPACE}")
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")

Point = tuple[float, float]


class FormulaError(ValueError):
    """A formula that cannot be typeset; `start` is its position in the text, in characters from 0."""

    def __init__(self, message: str, start: int = 0) -> None:
        super().__init__(message)
        self.start = start


class Formula(NamedTuple):
    """A typeset formula: lengths in ems, from the left end of its baseline, with y downwards."""

    source: str
    is_display: bool  # on a line of its own
    left: float
    top: float
    width: float
    height: float
    glyphs: tuple[str, ...]
    """The outlines as SVG paths of M, L, Q and Z, in thousandths of an em; filled where they wind around a point."""

    @property
    def depth(self) -> float:
        """How far it reaches below the baseline, ems."""
        return self.top + self.height

    @property
    def path(self) -> str:
        """All outlines as one SVG path."""
        return " ".join(self.glyphs)


def has_formulas(text: str) -> bool:
    return bool(formulas_in(text))


def check_formulas(text: str) -> None:
    """Typesets the formulas of the text.  Raises `FormulaError` for the first that cannot be."""
    for match in _VERBATIM.finditer(text) if "$" in text else ():
        if match["formula"] and (reason := _fault(match["formula"])):
            raise FormulaError(f"{match[0]}: {reason}", match.start())


def is_valid(source: str) -> bool:
    """Whether the formula can be typeset."""
    return not _fault(source)


@lru_cache(maxsize=256)
def _fault(source: str) -> str:
    """Why the formula cannot be typeset; empty if it can be."""
    try:
        typeset(source)
    except FormulaError as fault:
        return str(fault)
    return ""


def _formulas(text: str) -> Iterator[re.Match[str]]:
    """The formulas of the text that can be typeset."""
    matches = _VERBATIM.finditer(text) if "$" in text else ()
    return (match for match in matches if match["formula"] and is_valid(match["formula"]))


def formulas_in(text: str) -> list[str]:
    """The sources of the formulas in the text, in order.

    >>> from gjkscope.app.base.formulas import formulas_in
    >>> formulas_in("From $A - B$ follows $d$; `$HOME` costs $5, not $6.")
    ['A - B', 'd']
    """
    return [match["formula"] for match in _formulas(text)]


def split_formulas(text: str) -> Iterator[str | tuple[str, bool]]:
    """The parts of a text: what is text, and for each formula its source and whether it is alone in its paragraph.

    >>> from gjkscope.app.base.formulas import split_formulas
    >>> list(split_formulas("From $A - B$:\n\n$d$\n"))
    ['From ', ('A - B', False), ':\n\n', ('d', True), '\n']
    """
    end = 0
    for match in _formulas(text):
        if text[end : match.start()]:
            yield text[end : match.start()]
        yield match["formula"], is_alone(text, match)
        end = match.end()
    if text[end:]:
        yield text[end:]


def is_alone(text: str, match: re.Match[str]) -> bool:
    """Whether the matched formula is alone in its paragraph, which may be a quotation."""
    before, after = text[: match.start()].rpartition("\n\n")[2], text[match.end() :].partition("\n\n")[0]
    return not before.strip(" >\n") and not after.strip()


def with_plain_formulas(text: str) -> str:
    """The text with each formula in Unicode, for subtitles, labels and speech.

    >>> from gjkscope.app.base.formulas import with_plain_formulas
    >>> with_plain_formulas(r"So $\\sum_i \\lambda_i = 1$.")
    'So ∑_i λ_i=1.'
    """
    return "".join(part if isinstance(part, str) else plain_formula(part[0]) for part in split_formulas(text))


def outside_verbatim(text: str, change: Callable[[str], str]) -> str:
    """Markdown with `change` applied to all that is neither code nor a formula."""
    parts, end = [], 0
    for match in _VERBATIM.finditer(text):
        parts += [change(text[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, change(text[end:])])


@lru_cache(maxsize=256)
def typeset(source: str, display: bool = False) -> Formula:
    """Typesets LaTeX; `display` puts limits above and below sums, as in a formula on a line of its own.

    Raises `FormulaError`.
    """
    source = _normalised(source)
    _check(source)
    from ziamath.config import config  # with a font: only texts with formulas need it
    from ziamath.zmath import Latex

    config.svg2 = False  # outlines in place, not symbols whose names could clash in a page
    config.precision = 1
    try:
        drawn = Latex(source, size=EM, inline=not display, margin=_MARGIN).svgxml()
    except Exception as fault:  # it documents none, and raises those of its parser, and assertions
        raise FormulaError(_reason(fault)) from None
    left, top, width, height = (float(number) for number in drawn.attrib["viewBox"].split())
    return Formula(
        source,
        display,
        left=(left + _MARGIN) / EM,
        top=(top + _MARGIN) / EM,
        width=(width - 2 * _MARGIN) / EM,
        height=(height - 2 * _MARGIN) / EM,
        glyphs=tuple(_outlines(drawn)),
    )


@lru_cache(maxsize=256)
def plain_formula(source: str) -> str:
    """The formula as text in Unicode.  Raises `FormulaError`."""
    return " ".join(_plain(_parsed(_normalised(source))).split())


def contours(outline: str) -> Iterator[list[Point]]:
    """The closed lines of an outline as polygons, in thousandths of an em; curves become a few chords."""
    points: list[Point] = []
    for command, numbers in re.findall(r"([MLQZ])([^MLQZ]*)", outline):
        ends = _pairs(numbers)
        if command == "M":
            points = ends
        elif command == "L":
            points += ends
        elif command == "Q":
            points += _chords(points[-1], *ends)
        else:
            yield points


CHORDS = 6  # of a curve: at 200 pixels per em, they are off by less than a tenth of a pixel


def _chords(start: Point, bend: Point, end: Point) -> list[Point]:
    parts = [i / CHORDS for i in range(1, CHORDS + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t**2 * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t**2 * end[1],
        )
        for t in parts
    ]


def _pairs(numbers: str) -> list[Point]:
    values = [float(number) for number in numbers.replace(",", " ").split()]
    return list(zip(values[::2], values[1::2], strict=True))


def _normalised(source: str) -> str:
    return _SPACES.sub(" ", source)


def _check(source: str) -> None:
    """Finds what the parser accepts by drawing the source itself.  Raises `FormulaError`."""
    depth = 0
    for brace in re.findall(r"[{}]", _ESCAPED.sub("", source)):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            raise FormulaError("there is a } without a {")
    if depth:
        raise FormulaError("there is a { without a }")
    for part in _parsed(source).iter():
        if part.text and part.text.startswith("\\"):
            raise FormulaError(f"there is no command {part.text.strip()}")


def _parsed(source: str) -> "Element":
    from xml.etree.ElementTree import fromstring

    from latex2mathml.converter import convert

    try:
        return fromstring(convert(source))
    except Exception as fault:  # exceptions of its own without a common base, and others
        raise FormulaError(_reason(fault)) from None


def _reason(fault: Exception) -> str:
    """Exceptions of the parser have no message, but telling names."""
    words = _CAMEL.sub(" ", type(fault).__name__.removesuffix("Error")).lower()
    known = {"extra left or missing right": r"\left needs a \right", "no available tokens": "something is missing"}
    return known.get(words, words if type(fault).__module__.startswith("latex2mathml") else "cannot be typeset")


def _outlines(drawn: "Element") -> Iterator[str]:
    """The outlines of letters and bars.  Raises `FormulaError` for anything else."""
    for part in drawn.iter():
        look = part.attrib
        if look.get("fill", "black") != "black" or {"stroke", "transform"} & look.keys() or part.tag not in DRAWN:
            raise FormulaError("colours, boxes and struck-out parts are not supported")
        if part.tag in ("path", "rect"):
            yield look["d"].strip() if part.tag == "path" else _rectangle(look)


def _rectangle(look: dict[str, str]) -> str:
    x, y, width, height = (float(look[name]) for name in ("x", "y", "width", "height"))
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return f"M {' L '.join(f'{across:g} {down:g}' for across, down in corners)} Z"


# The text between, before and after the children of elements of MathML that place them in two dimensions.
_LAYOUTS = {
    "msub": "{}_{}",
    "msup": "{}^{}",
    "munder": "{}_{}",
    "mover": "{}{}",
    "msubsup": "{}_{}^{}",
    "munderover": "{}_{}^{}",
    "mfrac": "({})/({})",
    "msqrt": "√({})",
    "mroot": "({})^(1/{})",
}


def _plain(part: "Element") -> str:
    """MathML as text: subscripts after an underscore, in parentheses if they are long."""
    children = [_plain(child) for child in part]
    name = part.tag.rpartition("}")[2]
    if name in _LAYOUTS and _LAYOUTS[name].count("{}") == len(children):
        first, *others = children
        if name.startswith(("msu", "mu")):
            others = [other if len(other) == 1 else f"({other})" for other in others]
        return _LAYOUTS[name].format(first, *others)
    if name == "mspace":
        return " "
    return (part.text or "") + "".join(children)
