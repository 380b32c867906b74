"""Transformations that change the meaning of a text: its numbers, its identities and its lines.

Unless the importer refuses the text or lists the number as not read, the pair must change with a number, and by little
if the number changes by little: a value that is read only if it is not zero, or a matrix that is understood in another
way, makes it jump.
"""

import re
from collections.abc import Iterator, Sequence
from math import cos, sin

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.accounting import number_spans
from gjkscope.app.bring.notations.reading import Span
from tests.fuzz.texts.collecting import Sample
from tests.fuzz.texts.layouts import defined_names
from tests.fuzz.texts.transforming import Family, Must, Variant, family, lines_of, rewrite, transformation

STEP = 2.0**-10  # by which a number is perturbed, relative to itself if it is larger than 1
TINY = 2.0**-30  # what a vanishing number is compared with
TURN = 0.3  # rad

_VALUE = re.compile(r"(?P<number>[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?P<suffix>(?:_?f(?:32|64)|[fFdD])?)")


def used_numbers(sample: Sample) -> list[Token]:
    """The numbers that bodies were read from, in order."""
    return sorted(sample.imported.context.numbers.values(), key=lambda token: token.start)


def _match_number(text: str, span: Span) -> re.Match[str] | None:
    return _VALUE.fullmatch(text, span.start, span.end)


def _with_values(text: str, span: Span, values: Sequence[float]) -> tuple[str, ...]:
    """The texts with other numbers; none is negative after a sign."""
    is_signed = text[: span.start].rstrip()[-1:] in {"-", "+", "−"}
    return tuple(_with_value(text, span, value) for value in values if value >= 0.0 or not is_signed)


def _with_value(text: str, span: Span, value: float) -> str:
    """The text with another number; one that has a point or a suffix keeps it."""
    match = _match_number(text, span)
    suffix = match["suffix"] if match is not None else ""
    was_integer = match is not None and match["number"].lstrip("+-").isdecimal()
    number = f"{value:g}" if was_integer and value == int(value) else _plain(value)
    return rewrite(text, [(span, number + suffix)])


def _plain(value: float) -> str:
    """A number without an exponent, exactly."""
    written = f"{value:.30f}".rstrip("0")
    return f"{written}0" if written.endswith(".") else written


def _value(text: str, span: Span) -> float | None:
    match = _match_number(text, span)
    return float(match["number"].replace("_", "")) if match is not None else None


# --- numbers ---


@transformation(Must.CHANGE)
def perturbed_numbers(sample: Sample) -> Iterator[Variant]:
    """Each number of the text, by a little, by more, and negated."""
    for span in _all_spans(sample):
        value = _value(sample.text, span)
        if value is None:
            continue
        step = STEP * max(1.0, abs(value))
        others = (value + step, value + 1.0, -value or -0.5, 0.5 * value + 0.25)
        texts = _with_values(sample.text, span, others)
        yield _change(sample, span, texts, "perturbed")


def _all_spans(sample: Sample) -> list[Span]:
    """All numbers of the text, those that were used with their signs."""
    used = [Span(token.start, token.end) for token in used_numbers(sample)]
    inside = {index for span in used for index in range(span.start, span.end)}
    rest = [span for span in number_spans(sample.imported.context) if span.start not in inside]
    return sorted([*used, *rest])


@transformation(Must.CHANGE)
def other_zeros(sample: Sample) -> Iterator[Variant]:
    yield from _others(sample, 0.0, (0.375, -0.25, 2.0, 1.0))


@transformation(Must.CHANGE)
def other_ones(sample: Sample) -> Iterator[Variant]:
    yield from _others(sample, 1.0, (1.5, 0.0, -1.0, 2.0))


def _others(sample: Sample, value: float, others: Sequence[float]) -> Iterator[Variant]:
    for token in used_numbers(sample):
        span = Span(token.start, token.end)
        if _value(sample.text, span) == value:
            texts = _with_values(sample.text, span, others)
            yield _change(sample, span, texts, "replaced")


def _change(sample: Sample, span: Span, texts: tuple[str, ...], how: str) -> Variant:
    words = f"{sample.text[span.start : span.end]} {how}"
    return Variant(words, texts, span, _names_at(sample, span), elsewhere=_elsewhere(sample, span))


# Parts of XML without an effect at first, as an assumption of that name says.
_NAMED = {"joints": re.compile(r"<joint\b[^<>]*$"), "margin": re.compile(r"\bmargin=\"[^\"]*$")}


def _names_at(sample: Sample, span: Span) -> frozenset[str]:
    before = sample.text[: span.start]
    return frozenset(name for name, pattern in _NAMED.items() if pattern.search(before))


def _elsewhere(sample: Sample, span: Span) -> tuple[str, ...]:
    """The text with the other zeros of the line replaced, and the same with the number perturbed.

    A point on the axis of a rotation may be moved along it; if the axis is another one, that has an effect.
    """
    text, value = sample.text, _value(sample.text, span)
    start, end = text.rfind("\n", 0, span.start), text.find("\n", span.end)
    line = [token for token in used_numbers(sample) if start < token.start and (token.start < end or end < 0)]
    zeros = [Span(token.start, token.end) for token in line if token.value == 0.0 and token.start != span.start]
    if not zeros or value is None:
        return ()
    others = [(zero, _plain(0.125 * (i + 1))) for i, zero in enumerate(zeros)]
    return rewrite(text, others), rewrite(text, [*others, (span, _plain(value + 0.5))])


# Numbers that the text itself makes no use of, in the group.
_NO_USE = (
    re.compile(r"Bodies\.polygon\((0, 0), 4, 2\);\nBody\.setPosition\(b, "),  # replaced
    re.compile(r"\{(0, 1)\}\};\nb2PolygonShape a;\na\.Set\(v, 3\)"),  # the fourth of three points
    re.compile(r"proxyA = b2MakeProxy\( square, (4, 0\.0f) \)"),  # all points, which are a polygon without it, too
)


def has_no_use(sample: Sample, variant: Variant) -> bool:
    """Whether a variant changes a number that the text itself makes no use of."""
    matches = (pattern.search(sample.text) for pattern in _NO_USE)
    spans = [match.span(1) for match in matches if match is not None]
    return variant.span is not None and any(
        start < variant.span.end and variant.span.start < end for start, end in spans
    )


# --- what vanishes ---

_BETWEEN = re.compile(r"[\s,;|]+")


def runs(sample: Sample) -> list[list[Token]]:
    """The used numbers that only separators stand between."""
    rows: list[list[Token]] = []
    for token in used_numbers(sample):
        if rows and _BETWEEN.fullmatch(sample.text, rows[-1][-1].end, token.start):
            rows[-1].append(token)
        else:
            rows.append([token])
    return rows


@transformation(Must.VANISH)
def vanishing_vectors(sample: Sample) -> Iterator[Variant]:
    """Two or three numbers, all zero in one text and tiny in the other."""
    for run in runs(sample):
        if len(run) in (2, 3):
            yield from _vanishing(sample, run)


@transformation(Must.VANISH)
def vanishing_numbers(sample: Sample) -> Iterator[Variant]:
    for run in runs(sample):
        if len(run) == 1:
            yield from _vanishing(sample, run)


@transformation(Must.VANISH)
def vanishing_translations(sample: Sample) -> Iterator[Variant]:
    """The last column of a matrix of three or four rows, or the last row."""
    for run in matrices(sample):
        if len(run) in (12, 16):
            yield from _vanishing(sample, [run[3], run[7], run[11]])
        if len(run) == 16:
            yield from _vanishing(sample, run[12:15])


def _vanishing(sample: Sample, tokens: Sequence[Token]) -> Iterator[Variant]:
    texts = []
    for unit in (0.0, TINY):
        changes = [(Span(token.start, token.end), _plain(unit * (i + 1))) for i, token in enumerate(tokens)]
        texts.append(rewrite(sample.text, changes))
    words = " ".join(token.text for token in tokens)
    yield Variant(f"{words} to zero", tuple(texts), Span(tokens[0].start, tokens[-1].end))


# --- identities ---

_LOOSELY = re.compile(r"[\s,;|(){}\[\]]+")


def matrices(sample: Sample) -> list[list[Token]]:
    """The used numbers, 9, 12 or 16, between which there are only separators and brackets."""
    blocks: list[list[Token]] = []
    for token in used_numbers(sample):
        if blocks and _LOOSELY.fullmatch(sample.text, blocks[-1][-1].end, token.start):
            blocks[-1].append(token)
        else:
            blocks.append([token])
    return [run for run in blocks if len(run) in (9, 12, 16)]


@transformation(Must.CHANGE)
def other_identities(sample: Sample) -> Iterator[Variant]:
    """The numbers of an identity matrix or quaternion replaced by those of a rotation about z."""
    for run in [*matrices(sample), *(run for run in runs(sample) if len(run) == 4)]:
        turned = _turn([token.value for token in run])
        if turned is not None:
            spans = [Span(token.start, token.end) for token in run]
            text = rewrite(sample.text, [(span, _plain(new)) for span, new in zip(spans, turned, strict=True)])
            yield Variant(f"identity of {len(run)} numbers turned", (text,), Span(spans[0].start, spans[-1].end))


def _turn(values: list[float], angle: float = TURN) -> list[float] | None:
    """The numbers with a rotation in the place of the identity; None if there is none."""
    if len(values) == 4:
        s, c = sin(angle / 2), cos(angle / 2)
        return {(0, 0, 0, 1): [0.0, 0.0, s, c], (1, 0, 0, 0): [c, 0.0, 0.0, s]}.get(tuple(values))
    width = 3 if len(values) == 9 else 4
    rows = [values[at : at + 3] for at in (0, width, 2 * width)]
    if rows != [[1, 0, 0], [0, 1, 0], [0, 0, 1]]:
        return None
    turned = list(values)
    turned[0:2], turned[width : width + 2] = [cos(angle), -sin(angle)], [sin(angle), cos(angle)]
    return turned


_IDENTITIES = {
    r"np\.eye\(3\)": "np.diag([1.0, -1.0, -1.0])",
    r"np\.eye\(4\)": "np.diag([1.0, -1.0, -1.0, 1.0])",
    r"Quaterniond::Identity\(\)": "Quaterniond(0.8, 0, 0, 0.6)",
    r"\bQuat::sIdentity\(\)": "Quat(0.0f, 0.0f, 0.6f, 0.8f)",
    r"(?:wp\.)?quat_identity\(\)": "wp.quat(0.0, 0.0, 0.6, 0.8)",
    r"Quaternion\.identity\b": "new Quaternion(0f, 0f, 0.6f, 0.8f)",
    r"Vec3::sZero\(\)": "Vec3(1.0f, 2.0f, 3.0f)",
    r"Vector3\.zero\b": "new Vector3(1f, 2f, 3f)",
    r"Matrix3d::Identity\(\)": "AngleAxisd(0.3, Eigen::Vector3d::UnitZ()).toRotationMatrix()",
    r"Vector3d::Zero\(\)": "Vector3d(1, 2, 3)",
}


@transformation(Must.CHANGE)
def other_named_identities(sample: Sample) -> Iterator[Variant]:
    """The name of an identity or of zero in a library replaced by another value."""
    for pattern, other in _IDENTITIES.items():
        for match in re.finditer(pattern, sample.text):
            span = Span(*match.span())
            yield Variant(f"{match[0]} replaced", (rewrite(sample.text, [(span, other)]),), span)


@transformation(Must.VANISH)
def vanishing_rotations(sample: Sample) -> Iterator[Variant]:
    """The rotation of a matrix or a quaternion: none in one text, and a tiny one about z in the other."""
    for run in [*matrices(sample), *(run for run in runs(sample) if len(run) == 4)]:
        values = [token.value for token in run]
        for start in _identities_like(values):
            small = _turn(start, TINY)
            assert small is not None
            spans = [Span(token.start, token.end) for token in run]
            texts = tuple(
                rewrite(sample.text, [(span, _plain(new)) for span, new in zip(spans, numbers, strict=True)])
                for numbers in (start, small)
            )
            what = f"{' '.join(map(str, values))[:40]} to {' '.join(f'{number:g}' for number in start)[:40]}"
            yield Variant(what, texts, Span(spans[0].start, spans[-1].end))


def _identities_like(values: list[float]) -> Iterator[list[float]]:
    """The numbers with the identity in the place of a rotation, if they contain one."""
    if len(values) == 4:
        if abs(sum(value * value for value in values) - 1.0) < 1e-3:
            yield from ([0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0])
        return
    width = 3 if len(values) == 9 else 4
    columns = [values[i : 3 * width : width] for i in range(3)]
    if all(abs(sum(value * value for value in column) - 1.0) < 1e-3 for column in columns):
        changed = list(values)
        for row in range(3):
            changed[width * row : width * row + 3] = [float(row == column) for column in range(3)]
        yield changed


# --- what is added ---

_SPARE = {
    "python": "n7q = [7.5, 8.5, 9.5]\n",
    "godot": "var n7q = Vector3(7.5, 8.5, 9.5)\n",
    "rust": "let n7q = [7.5, 8.5, 9.5];\n",
    "avian": "let n7q = [7.5, 8.5, 9.5];\n",
    "javascript": "const n7q = [7.5, 8.5, 9.5];\n",
    "threejs": "const n7q = [7.5, 8.5, 9.5];\n",
    "java": "float[] n7q = {7.5f, 8.5f, 9.5f};\n",
    "csharp": "float[] n7q = {7.5f, 8.5f, 9.5f};\n",
    "unity": "Vector3 n7q = new Vector3(7.5f, 8.5f, 9.5f);\n",
    "yaml": "n7q: [7.5, 8.5, 9.5]\n",
    "watch": "n7q = {x = 7.5, y = 8.5, z = 9.5}\n",
    "table": "n7q = 7.5 8.5 9.5\n",
    "json": "",
}


@transformation(Must.TELL)
def spare_numbers(sample: Sample) -> Iterator[Variant]:
    """Three numbers that belong to nothing, in a line at the start, at the end, or in an element or object."""
    kind, text = family(sample), sample.text
    if text.startswith("@@"):
        return  # a difference of two versions, of which one is not read
    if kind is Family.XML:
        for match in re.finditer(r"<(?:geom|body|collision|geometry|link|visual|box|sphere|origin)\b", text):
            span = Span(match.end(), match.end())
            yield Variant(f"in {match[0]}", (rewrite(text, [(span, ' n7q="7.5 8.5 9.5"')]),), span, is_added=True)
    elif kind is Family.JSON:
        for match in re.finditer(r"\{(?=\s*\")", text):
            span = Span(match.end(), match.end())
            yield Variant("in an object", (rewrite(text, [(span, '"n7q": [7.5, 8.5, 9.5], ')]),), span, is_added=True)
    elif sample.notation not in ("plane", "unity-yaml"):
        line = _SPARE.get(sample.notation, "double n7q[3] = {7.5, 8.5, 9.5};\n")
        indent = re.match(r"\s*?(?=[^\S\n]*\S)([^\S\n]*)", text)
        spaces = indent[1] if indent is not None and kind is Family.LINES else ""
        yield Variant("at the start", (spaces + line + text.lstrip("\n"),), is_added=True)
        yield Variant("at the end", (text.rstrip() + "\n" + spaces + line,), is_added=True)


# --- lines ---


@transformation(Must.MISS)
def dropped_lines(sample: Sample) -> Iterator[Variant]:
    lines = list(lines_of(sample.text))
    for span in lines if len(lines) > 1 else ():
        if sample.text[span.start : span.end].strip():
            yield _without(sample, span)


@transformation(Must.MISS)
def dropped_statements(sample: Sample) -> Iterator[Variant]:
    """What ends with a semicolon and shares its line with others."""
    for match in re.finditer(r"[^;{}()\n]*(?:\([^;{}\n]*\)[^;{}()\n]*)?;", sample.text):
        line = sample.text[sample.text.rfind("\n", 0, match.start()) + 1 :].split("\n")[0]
        if match[0].strip() != line.strip():
            yield _without(sample, Span(*match.span()))


@transformation(Must.MISS)
def dropped_attributes(sample: Sample) -> Iterator[Variant]:
    """An attribute of an XML element, with numbers."""
    if sample.text.lstrip().startswith("<"):
        for match in re.finditer(r"""\s[a-z]\w*="[-+.\d][^"<>]*\"""", sample.text):
            yield _without(sample, Span(*match.span()))


def has_default_pose(sample: Sample, variant: Variant) -> bool:
    """Whether the text without a part says, by the rules of its notation, that a body is at the origin.

    So say elements of XML and scene files without a position, and objects of code that are made without one.  It does
    not if code uses a name that is not defined any more, or if a table or a printed text just has no pose.
    """
    kind = family(sample)
    if kind in (Family.XML, Family.JSON):
        return True
    if kind not in (Family.BRACES, Family.LINES) and sample.notation != "plane":
        return False
    undefined = defined_names(sample) - defined_names(sample._replace(text=variant.texts[0]))
    return not any(re.search(rf"\b{name}\b", variant.texts[0]) for name in undefined)


def _without(sample: Sample, span: Span) -> Variant:
    dropped = sample.text[span.start : span.end].strip()
    text = rewrite(sample.text, [(span, "")])
    return Variant(f"dropped: {dropped[:80]}", (text,), span, _names_at(sample, Span(span.end - 1, span.end)))
