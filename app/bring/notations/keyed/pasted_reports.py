"""Parses a report of an engine from pasted text: JSON as in scene files, or words and numbers.

parse_reports('{"by": "FCL 0.7", "signed_distance": -0.12, "normal": [0, 1, 0]}', ("A", "B"))
parse_reports("FCL 0.7: depth 0.12 normal (0, 1, 0)", ("A", "B"))
parse_reports("penetrating; depth = 0.12f; pointA: {0, 1, 0}; pointB: {0, 0.88, 0}", ("A", "B"))

    text  := (name end)? item*            end is ":", or the end of the first line; items are separated by spaces,
                                          line breaks, "," or ";"
    item  := verdict | crash | key sep? value     sep is ":" or "="
           | ("by" | "engine" | "crashed" | "note") sep? text, up to the end of the line or a ";"
    crash := the name of a signal, "aborted", "timed out" …
    key   := one word, or several: "penetration depth", "point on A", "nearest_points[0]", "mPenetrationDepth"
    value := number | true | false | three numbers, bare, in brackets, or labelled x, y and z
             a number may be nan or inf, as C and Python print them

Each token is either used or rejected with its position; nothing is guessed.  A depth is positive inside, so it becomes
a negative signed distance.
"""

import re
from itertools import takewhile
from math import isnan
from typing import Any

from gjkscope.app.base.json_document import FieldError, read_document
from gjkscope.app.base.numbers import with_one_nan
from gjkscope.app.base.tokens import Kind, Token, quoted, tokenize
from gjkscope.app.bring.notations.keyed.scanning import Cursor
from gjkscope.app.bring.notations.keyed.trees import CLOSING
from gjkscope.app.scenes.reports import check_report
from gjkscope.app.scenes.scene import Pair, Reported, ReportedPoint
from gjkscope.app.scenes.scene_file import VERSION, scene_of
from gjkscope.engine.text import counted, number, vector
from gjkscope.engine.vectors import Vec3

NAMELESS = "pasted report"
LONGEST = 1_000_000  # characters: a report has a few hundred
LONGEST_NAME = 200  # characters of an engine's name before ":"

_NO_HITS = "nocollision nointersection nocontact nooverlap notcolliding notintersecting notincollision notoverlapping"
VERDICTS = {
    **dict.fromkeys(f"separated separate disjoint {_NO_HITS}".split(), "separated"),
    **dict.fromkeys("touching contact".split(), "touching"),
    **dict.fromkeys("penetrating overlapping intersecting colliding".split(), "penetrating"),
    "undecided": "undecided",
}
# The subject of a number or a vector, by the key in lower case without spaces, "_", "-" and ".".
_DISTANCES = "distance dist signeddistance separation separationdistance gap mindistance minimumdistance sd".split()
_DEPTHS = "depth penetration penetrationdepth pendepth overlap".split()
_NORMALS = "normal n contactnormal axis direction penetrationaxis".split()
_POINTS = "witness point position closest closestpoint nearestpoint contactpoint witnesspoint".split()
_CONTACTS = "position pos point contactpoint contactposition".split()


def _witnesses(letter: str, number: str) -> dict[str, str]:
    """The keys of the witness point on a body, which is called by a letter or a number."""
    others = f"p{letter} p{number} point{number} nearestpoint{number} on{letter} contacton{letter}".split()
    ends = (letter, f"on{letter}", f"on{number}")
    return dict.fromkeys([*others, *(f"{point}{end}" for point in _POINTS for end in ends)], f"witness_{letter}")


FIELDS = {
    **dict.fromkeys(_DISTANCES, "signed_distance"),
    **dict.fromkeys(_DEPTHS, "depth"),
    **dict.fromkeys(_NORMALS, "normal"),
    **_witnesses("a", "1"),
    **_witnesses("b", "2"),
    **dict.fromkeys(_CONTACTS, "position"),
    "verdict": "verdict",
}
HITS = frozenset(
    "collision collide collides colliding incollision iscollision iscolliding intersects intersecting isintersecting"
    " intersection hit overlaps overlapping penetrating".split()
)
CRASHES = frozenset(
    "sigabrt sigsegv sigfpe sigill sigbus sigtrap sigkill"
    " aborted aborts segfault segmentationfault hangs timedout timeout".split()
)
FLAGS = {"true": True, "false": False, "yes": True, "no": False, "1": True, "0": False}
EXAMPLES = ("depth", "distance", "normal", "pointA", "pointB", "position", "penetrating", "by", "crashed")
MOST_WORDS = 4  # of a key: "closest point on A"
_METRES = ("m", "meters", "metres")

# Items whose value is free text, up to the end of the line or a ";".
_TEXTS = re.compile(
    r"(?P<start>^|;)[^\S\n]*(?P<key>by|engine|crashed|note)\b[^\S\n]*[:=]?(?P<value>[^\n;]*)",
    re.IGNORECASE | re.MULTILINE,
)
_MEMBER = re.compile(r"^m_?(?=[A-Z])")  # Jolt's mPenetrationDepth
_NAME = re.compile(r"\s*(?P<name>[^\W\d][^:=;,\n]*)(?::|\n(?=.*\S))")
_BRACKETS = {**CLOSING, "<": ">"}
_SEPARATORS = str.maketrans("", "", "_- ")


def parse_reports(text: str, pair: Pair, dimension: int = 3) -> tuple[Reported, ...]:
    """The reports in a text, at least one; `pair` is used for reports that do not name one.

    About bodies of a 2D scene, points and directions have two numbers.  Raises `ValueError`; its message starts with
    the position if the error is at a token.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the text is too long: must be at most {LONGEST:,} characters, got {len(text):,}")
    if text.lstrip()[:1] in ("{", "["):
        return _from_json(text, pair, dimension)
    return (_ReportReader(text, pair, dimension).report(),)


def claims_of(report: Reported) -> str:
    """The contents of a report, for a message: "penetrating, signed distance −0.12 m, normal (0, 1, 0)"."""
    distance = report.signed_distance
    vectors = {name: getattr(report, name) for name in ("normal", "witness_a", "witness_b")}
    parts = (
        report.verdict,
        None if distance is None else f"signed distance {number(distance)} m",
        *(f"{name.replace('_', ' ')} {vector(value)}" for name, value in vectors.items() if value is not None),
        counted(len(report.points), "contact point") if report.points else None,
        report.crashed,
    )
    return ", ".join(part for part in parts if part) or "nothing about the pair"


# --- JSON ---


def _from_json(text: str, pair: Pair, dimension: int) -> tuple[Reported, ...]:
    """Reads one report, a list, or the `reported` of an object, by the rules of scene files."""
    try:
        value: Any = read_document(text)
    except FieldError as fault:
        raise ValueError(f"{fault.place}: {fault.message}" if fault.place else fault.message) from None
    if isinstance(value, dict) and "reported" in value:
        value = value["reported"]
    entries = value if isinstance(value, list) else [value]
    if not entries:
        raise ValueError("must contain a report, got an empty list")
    usual = {"pair": list(pair), "by": NAMELESS}
    scene = {
        "gjkscope": VERSION,
        "dimension": dimension,
        "name": NAMELESS,
        "shapes": [{"name": name, "type": "point"} for name in pair],
        "reported": [usual | entry if isinstance(entry, dict) else entry for entry in entries],
    }
    return scene_of(scene, "JSON").reported


# --- words and numbers ---


class _ReportReader:
    """Reads the items of a text one after the other."""

    def __init__(self, text: str, pair: Pair, dimension: int) -> None:
        self._dimension = dimension
        self._fields: dict[str, Any] = {"pair": pair, "by": NAMELESS}
        self._positions: list[Vec3] = []
        self._depths: list[float] = []
        text = self._without_name(_TEXTS.sub(self._text_item, text))
        self._cursor = Cursor(tokenize(text, any_number=True))

    def report(self) -> Reported:
        while (token := self._cursor.take()).kind is not Kind.END:
            if token.kind is Kind.NEWLINE or token.is_mark(",", ";"):
                continue
            if token.kind is not Kind.NAME:
                raise token.fault(f"{quoted(token.text)} is not expected here: must be a key such as depth or normal")
            self._read_item(token)
        report = Reported(**self._fields, points=self._points())
        if claims_of(report) == claims_of(Reported(report.pair, report.by)):
            raise ValueError('must contain a verdict or a value, such as "depth 0.12 normal (0, 1, 0)"')
        check_report(report)
        return report

    def _points(self) -> tuple[ReportedPoint, ...]:
        """The contact points; the depth of a single one is that of the pair."""
        if len(self._positions) == 1 and len(self._depths) == 1:
            return (ReportedPoint(self._positions[0], self._depths[0]),)
        return tuple(ReportedPoint(position) for position in self._positions)

    def _text_item(self, match: re.Match[str]) -> str:
        """Takes an item whose value is free text; blanks keep the positions of the other tokens."""
        value, key = match["value"].strip().strip("\"'"), match["key"].lower()
        if value or key == "crashed":
            self._fields[{"engine": "by"}.get(key, key)] = value or key
        return match["start"] + " " * (len(match[0]) - len(match["start"]))

    def _without_name(self, text: str) -> str:
        """Takes the engine's name: the part of the first line before ":", or the whole line, unless it contains a
        key.
        """
        match = _NAME.match(text)
        if match is None or len(match["name"]) > LONGEST_NAME or _contains_key(match["name"]):
            return text
        self._fields["by"] = match["name"].strip()
        return " " * (match.end() - 1) + text[match.end() - 1].replace(":", " ") + text[match.end() :]

    def _read_item(self, token: Token) -> None:
        key, words = self._whole_key(token)
        field = FIELDS.get(key)
        if key in HITS and (flag := self._flag()) is not None:
            self._set(token, "verdict", "penetrating" if flag else "separated")
        elif field == "signed_distance":
            self._set(token, field, self._number(token))
        elif field == "depth":
            self._depths.append(self._number(token))
            self._set(token, "signed_distance", -self._depths[-1])
        elif field == "position":
            self._positions.append(self._vector(token))
        elif field == "verdict":
            self._read_verdict(token)
        elif field is not None:
            self._set(token, field, self._vector(token))
        elif key in VERDICTS:
            self._set(token, "verdict", VERDICTS[key])
        elif key in CRASHES:
            self._set(token, "crashed", words)
        else:
            raise token.fault(f"unknown key {quoted(token.text)}: must be one such as {', '.join(EXAMPLES)}")

    def _whole_key(self, first: Token) -> tuple[str, str]:
        """The longest known key that starts with this word, with its words; skips its other words."""
        following = takewhile(lambda token: token.kind is Kind.NAME, map(self._cursor.peek, range(MOST_WORDS - 1)))
        words = [first.text, *(token.text for token in following)]
        count = max((n for n in range(1, len(words) + 1) if _is_key(" ".join(words[:n]))), default=0)
        if not count:
            return self._indexed_key(first), first.text
        self._cursor.place += count - 1
        return _key(" ".join(words[:count])), " ".join(words[:count])

    def _indexed_key(self, token: Token) -> str:
        """The key of an element of an array of witness points: "nearest_points[0]" is that on A."""
        index = "".join(self._cursor.peek(ahead).text for ahead in range(3))
        key = _key(token.text).removesuffix("s") + {"[0]": "a", "[1]": "b"}.get(index, "")
        if index not in ("[0]", "[1]") or key not in FIELDS:
            return _key(token.text)
        self._cursor.place += 3
        return key

    def _read_verdict(self, token: Token) -> None:
        value = self._value_token()
        if _key(value.text) not in VERDICTS:
            known = ", ".join(dict.fromkeys(VERDICTS.values()))
            raise value.fault(f"{quoted(token.text)} must be one of {known}, got {quoted(value.text)}")
        self._set(token, "verdict", VERDICTS[_key(value.text)])

    def _set(self, token: Token, field: str, value: Any) -> None:
        value = with_one_nan(value)
        if field in self._fields and (self._fields[field],) != (value,):  # in a tuple, NaN equals itself
            raise token.fault(f"{quoted(token.text)} contradicts an earlier {field.replace('_', ' ')}")
        self._fields[field] = value

    def _number(self, key: Token) -> float:
        token = self._value_token()
        if token.kind is not Kind.NUMBER:
            raise key.fault(f"{quoted(key.text)} must be followed by a number, got {quoted(token.text)}")
        self._skip_payload(token)
        self._skip_unit()
        return token.value

    def _vector(self, key: Token) -> Vec3:
        """Three numbers, in 2D two: bare, in brackets after an optional type, or labelled x, y and z."""
        self._skip_to_value()
        if self._cursor.peek().kind is Kind.NAME and self._cursor.peek(1).is_mark(*_BRACKETS):  # a type such as Vec3
            self._cursor.take()
        opening = self._cursor.accept(*_BRACKETS)
        count = self._dimension
        numbers = [self._component(axis, key) for axis in "xyz"[:count]]
        if opening is not None:
            self._skip_lines()
        last = self._cursor.peek()
        if last.kind is Kind.NUMBER if opening is None else not last.is_mark(_BRACKETS[opening.text]):
            raise last.fault(f"{quoted(last.text)} is not expected here: {quoted(key.text)} must have {count} numbers")
        self._cursor.place += opening is not None
        self._skip_unit()
        return (numbers[0], numbers[1], numbers[2] if count == 3 else 0.0)

    def _component(self, axis: str, key: Token) -> float:
        self._skip_lines()
        self._cursor.accept(",")
        self._skip_lines()
        if self._cursor.peek().kind is Kind.NAME and self._cursor.peek().text.lower().lstrip(".") == axis:
            self._cursor.take()
            self._cursor.accept(":", "=")
        token = self._cursor.take()
        self._skip_payload(token)
        if token.kind is not Kind.NUMBER:
            count = self._dimension
            raise token.fault(f"{quoted(token.text or 'the end')}: {quoted(key.text)} must have {count} numbers")
        return token.value

    def _skip_payload(self, number: Token) -> None:
        """Skips what C prints after a NaN: nan(ind), nan(0x8000000000000)."""
        opening, closing = self._cursor.peek(), self._cursor.peek(2)
        if number.kind is Kind.NUMBER and isnan(number.value) and opening.is_mark("(") and closing.is_mark(")"):
            self._cursor.place += 3

    def _skip_unit(self) -> None:
        self._cursor.place += self._cursor.peek().kind is Kind.NAME and self._cursor.peek().text in _METRES

    def _value_token(self) -> Token:
        self._skip_to_value()
        return self._cursor.take()

    def _skip_to_value(self) -> None:
        self._cursor.accept(":", "=")
        self._skip_lines()

    def _skip_lines(self) -> None:
        while self._cursor.peek().kind is Kind.NEWLINE:
            self._cursor.take()

    def _flag(self) -> bool | None:
        """The flag that follows, perhaps behind a mark; None if something else does."""
        ahead = int(self._cursor.peek().is_mark(":", "="))
        flag = FLAGS.get(self._cursor.peek(ahead).text.lower())
        self._cursor.place += 0 if flag is None else ahead + 1
        return flag


def _key(text: str) -> str:
    """A key without case, separators and the objects that it belongs to: "result.penetration_depth"."""
    return _MEMBER.sub("", text.rsplit(".", 1)[-1]).lower().translate(_SEPARATORS)


def _contains_key(text: str) -> bool:
    words = re.findall(r"[\w.]+", text)
    ends = [(first, last) for first in range(len(words)) for last in range(first, first + MOST_WORDS)]
    return any(_is_key(" ".join(words[first : last + 1])) for first, last in ends)


def _is_key(word: str) -> bool:
    return any(_key(word) in names for names in (FIELDS, HITS, VERDICTS, CRASHES))
