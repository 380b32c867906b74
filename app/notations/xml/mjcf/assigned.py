"""Poses that code below an MJCF text assigns, in C++ or Python: `xpos[0] = 0.1;`, `data.geom_xpos[1] = [0, 0, 1]`, …

Understood are the arrays of `mjData` (`geom_xpos`, `geom_xmat`, `xpos`, `xmat`, `xquat`, `qpos`), with indices, slices,
names (`data.geom("a").xpos`), pointers and local arrays, and assignments of numbers or lists of numbers to them.
Other code is passed over, but an assignment to one of these arrays that cannot be read is an error: a pose would
be wrong without it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from gjkscope.app.base.tokens import Kind, TextError, Token, quoted, tokenize
from gjkscope.app.notations.context import ReadContext
from gjkscope.app.notations.placing import nearest_rotation, transform
from gjkscope.app.notations.reading import Span
from gjkscope.app.notations.xml.document import XmlDocument, XmlElement
from gjkscope.app.notations.xml.mjcf.geoms import geom_type
from gjkscope.app.notations.xml.mjcf.tree import WIDTHS, Geom, JointState, Link, Tree
from gjkscope.app.notations.xml.parts import Noted, warn_of_loose_text
from gjkscope.app.notations.xml.poses import Placement, orientation_of
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import Mat3, Vec3

WIDTH = {"xpos": 3, "xmat": 9, "xquat": 4, "qpos": 1}  # numbers for each body, geom or entry
FIELDS = {"geom_xpos", "geom_xmat", *WIDTH}
COPIES = ("mju_copy", "mju_copy3", "mju_copy4", "memcpy")


class DataArray(NamedTuple):
    """An array of `mjData`, or a part of it."""

    owner: str  # geom, body, or "" for qpos
    field: str
    start: int = 0  # of the part, in numbers
    is_row: bool = False  # the part is that of one geom or body


class Lexeme(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


class Assigned:
    """The numbers that code assigns, by array and index."""

    def __init__(self, tree: Tree, context: ReadContext) -> None:
        self.tree, self.context = tree, context
        self.numbers: dict[tuple[str, str], dict[int, Token]] = {}
        self._rows = {link: index for index, link in enumerate(tree.links)}
        self._index = {id(geom): index for index, (_, geom) in enumerate(tree.geoms())}

    def moves(self, geom: Geom) -> bool:
        """Whether code places the geom itself."""
        return any(self._tokens("geom", field, self._index[id(geom)]) for field in ("xpos", "xmat"))

    def placement(self, geom: Geom, otherwise: Placement) -> Placement:
        """Where code places the geom; what it does not assign is as in the model.  Raises `TextError`."""
        return self._placed("geom", self._index[id(geom)], otherwise)

    def link_placement(self, link: Link, otherwise: Placement) -> Placement:
        """Where code places a body, which moves its own geoms."""
        return self._placed("body", self._rows[link], otherwise)

    @property
    def moves_links(self) -> bool:
        return any(owner == "body" for owner, _ in self.numbers)

    @property
    def qpos(self) -> dict[int, Token]:
        return self.numbers.get(("", "qpos"), {})

    def fault(self, geom: Geom, message: str) -> ValueError:
        index = self._index[id(geom)]
        tokens = self._tokens("geom", "xpos", index) or self._tokens("geom", "xmat", index)
        return tokens[0].fault(message)

    def notes(self, geom: Geom) -> tuple[Noted, ...]:
        index = self._index[id(geom)]
        named = {"position": "xpos", "orientation": "xmat"}
        return tuple(
            Noted(field, " ".join(token.text for token in tokens), Span(tokens[0].start, tokens[-1].end))
            for field, array in named.items()
            if (tokens := self._tokens("geom", array, index))
        )

    def apply_to(self, state: JointState) -> JointState:
        """Adds the assigned entries of `qpos` to the values of the joints.  Raises `TextError`."""
        at, qpos = 0, self.qpos
        for link, index in self.tree.joints:
            joint = link.joints[index]
            entries = range(at, at + WIDTHS[joint.kind])
            at = entries.stop
            given = [qpos.get(entry) for entry in entries]
            if not any(given):
                continue
            before = _entries(state.values.get((link, index)), link, index)
            values = [before[i] if token is None else self.context.number(token) for i, token in enumerate(given)]
            if joint.kind == "free":
                x, y, z, *turn = values
                state.values[link, index] = PositionOrientation((x, y, z), _xyzw(turn))
            else:
                state.values[link, index] = _xyzw(values) if joint.kind == "ball" else tuple(values)
        for entry, token in qpos.items():
            if entry >= at:
                raise token.fault(f"qpos[{entry}]: the joints of the model have {at} values")
        return state

    def _placed(self, owner: str, index: int, otherwise: Placement) -> Placement:
        position, matrix = self._tokens(owner, "xpos", index), self._tokens(owner, "xmat", index)
        quaternion = self._tokens(owner, "xquat", index)
        placement = otherwise
        if matrix:
            a, b, c, d, e, f, g, h, i = map(self.context.number, matrix)
            rows: Mat3 = ((a, b, c), (d, e, f), (g, h, i))
            rotation = nearest_rotation(rows, matrix, self.context, f"xmat of {owner} {index}")
            placement = transform(rotation, placement.pose.position)
        elif quaternion:
            turn = _xyzw([self.context.number(token) for token in quaternion])
            if not any(turn):
                raise quaternion[0].fault("the quaternion is zero, which is not a rotation")
            placement = PositionOrientation(placement.pose.position, turn)
        if position:
            x, y, z = map(self.context.number, position)
            placement = placement.moved((x, y, z))
        return placement

    def _tokens(self, owner: str, field: str, index: int) -> list[Token]:
        """The tokens of one row; empty if nothing is assigned to it.  Raises `TextError` if some are missing."""
        numbers, width = self.numbers.get((owner, field), {}), WIDTH[field]
        row = [numbers.get(index * width + i) for i in range(width)]
        found = [token for token in row if token is not None]
        if found and len(found) < width:
            raise found[0].fault(f"{field} of {owner} {index}: {len(found)} of {width} numbers are assigned")
        return found

    def add(self, array: DataArray, at: int, token: Token) -> None:
        counts = {"geom": len(self._index), "body": len(self._rows)}
        row, width = at // WIDTH[array.field], WIDTH[array.field]
        if array.owner and row >= counts[array.owner]:
            raise token.fault(f"{array.field}[{at}]: the model has {counts[array.owner] * width} of these numbers")
        self.numbers.setdefault((array.owner, array.field), {})[at] = token


def assigned_poses(document: XmlDocument, tree: Tree, context: ReadContext) -> Assigned:
    """What the code around the XML assigns.  Raises `TextError`."""
    assigned = Assigned(tree, context)
    spans = sorted([*document.loose, *(span for root in document.roots for span in _loose(root))])
    if any(_ARRAY_NAME.search(document.text, *span) for span in spans):  # lexing a long log would take long
        lexemes = [lexeme for span in spans for lexeme in _lexemes(document.text, *span)]
        _Statements(document, lexemes, assigned).read()
    if not assigned.numbers:
        warn_of_loose_text(document, context)
        _ask_about_poses(document, context)
    return assigned


def _ask_about_poses(document: XmlDocument, context: ReadContext) -> None:
    """Asks if text outside of the XML looks like a pose that is not read."""
    for start, end in document.loose:
        if found := _POSE.search(document.text, start, end):
            line, _ = document.position(found.start())
            why = f"line {line}: {quoted(found[0].split(maxsplit=1)[0])} may place a geom, but is not read"
            context.ask("poses", "model", why)
            return


# A position or rotation with a value of numbers: pos2 = wp.vec3(0.1, …), quat: [1, 0, 0, 0], mat1 = np.array([[…
_POSE = re.compile(
    r"\b(?:x?pos|x?mat|x?quat|rot|position|rotation|orientation|translation|frame|pose)(?:_?\w{1,3})?\s*[=:]\s*"
    r"(?:[\w.]{1,20}\(\s*)?[\[({]{0,3}\s*-?\d*\.\d"
)


class _Statements:
    """Reads assignments, and remembers pointers, integers and local arrays."""

    def __init__(self, document: XmlDocument, lexemes: list[Lexeme], assigned: Assigned) -> None:
        self.document, self.assigned, self.tree = document, assigned, assigned.tree
        end = lexemes[-1].end
        self.lexemes = [*lexemes, *[Lexeme("end", "", end, end)] * 6]
        self.pointers: dict[str, DataArray] = {}
        self.integers: dict[str, int] = {}
        self.lists: dict[str, list[Token]] = {}
        self.framed: tuple[int, list[int]] = (0, [])  # the last frame of a geom: its offset, and the geoms it may be of

    def read(self) -> None:
        at = 0
        while self.lexemes[at].kind != "end":
            checkpoint()
            at = max(self._statement(at), at + 1)

    def _is(self, at: int, *texts: str) -> bool:
        return self.lexemes[at].text in texts and self.lexemes[at].kind == "mark"

    def _fault(self, at: int, message: str) -> ValueError:
        return self.document.fault(self.lexemes[at].start, message)

    def _statement(self, at: int) -> int:
        """Reads the statement that starts here, if it is one; returns where to go on."""
        lexeme = self.lexemes[at]
        if lexeme.kind != "name":
            return at
        if lexeme.text in COPIES and self._is(at + 1, "("):
            return self._copy(at + 2)
        if (found := _KEYWORD.fullmatch(lexeme.text)) and self._is(at - 1, ",", "(") and self._is(at + 1, "="):
            return self._keyword(found, at)
        path, place = self._path(at)
        if len(path) == 1 and self._is(place, "=") and (end := self._point(path[0], place + 1)):
            return end
        array = self._array(path, at)
        is_frame = len(path) == 1 and path[0] in _FRAME and path[0] not in self.lists and self._sets_number(place)
        if is_frame:
            array = self._frame(path[0], at)
        if array is None or (self._declares(at, place) and not is_frame):
            return self._local(path, place)
        indices, place = self._indices(place)
        if self._is(place, "=") and not self._is(place + 1, "="):
            return self._assign(array, indices, place + 1)
        if self._is(place, ":") and not indices and (self._is(place + 1, "[", "{") or self._starts_number(place + 1)):
            return self._assign_list(array, self._start(array, indices, True), self._list(place + 1))
        if self._is(place, "+", "-", "*", "/") and self._is(place + 1, "="):
            raise self._fault(place, f"{path[-1]} {self.lexemes[place].text}=: must be assigned numbers with =")
        return place

    def _keyword(self, found: re.Match[str], at: int) -> int:
        """Reads the pose of a geom as an argument: `geom_dist(m, d, 0, 1, pos2=…, mat2=…)`."""
        if not (self._is_array_call(at + 2) or self._is(at + 2, "[", "(") or self.lexemes[at + 2].text in self.lists):
            return at
        field = "xpos" if found[1] == "pos" else "xmat"
        geom = self._geoms_before(at)[int(found[2]) - 1]
        return self._assign_list(DataArray("geom", field), geom * WIDTH[field], self._list(at + 2))

    def _geoms_before(self, at: int) -> tuple[int, int]:
        """The two geoms that a call is about: the last two positional integers in a row, or the first two geoms."""
        depth = 0
        while at > 1:
            depth += self._is(at, ")", "]") - self._is(at, "(", "[")
            if depth < 0:
                break
            a, b = self.lexemes[at - 2].text, self.lexemes[at].text
            if not depth and self._is(at - 1, ",") and a.isdecimal() and b.isdecimal():
                return int(a[:9]), int(b[:9])
            at -= 1
        return 0, 1

    def _declares(self, at: int, place: int) -> bool:
        """Whether `mjtNum qpos[7] = {…}` declares a local array."""
        return at > 0 and self.lexemes[at - 1].kind == "name" and place == at + 1 and self._is(place, "[")

    def _path(self, at: int) -> tuple[list[str], int]:
        """The names of `data.geom("a").xpos`: a call contributes its argument."""
        path = [self.lexemes[at].text]
        at += 1
        while True:
            if self._is(at, ".", "->") and self.lexemes[at + 1].kind == "name":
                path.append(self.lexemes[at + 1].text)
                at += 2
            elif self._is(at, "(") and self.lexemes[at + 1].kind in ("string", "number") and self._is(at + 2, ")"):
                path.append(self.lexemes[at + 1].text)
                at += 3
            else:
                return path, at

    def _array(self, path: list[str], at: int) -> DataArray | None:
        if len(path) == 1 and path[0] in self.pointers:
            return self.pointers[path[0]]
        if len(path) == 1 and path[0] in self.lists:
            return None
        field = path[-1]
        if field not in FIELDS:
            return None
        if len(path) > 3 and path[-3] in ("geom", "body", "joint"):
            return self._named(path[-3], path[-2].strip("\"'"), field, at)
        if field.startswith("geom_"):
            return DataArray("geom", field.removeprefix("geom_"))
        if field == "qpos":
            return DataArray("", field)
        if len(path) > 1:
            return DataArray("body", field)
        why = f"{field} has no owner in the text"
        return DataArray(self.tree.model.context.assume("poses", "geom", why, "body"), field)

    def _sets_number(self, at: int) -> bool:
        """Whether `[2] = 0.5` follows."""
        is_index = self._is(at, "[") and self.lexemes[at + 1].text.isdecimal() and self._is(at + 2, "]")
        return is_index and self._is(at + 3, "=") and self._starts_number(at + 4)

    def _frame(self, name: str, at: int) -> DataArray:
        """A part of the frame of a geom that the line above names: "Cylinder frame: pos[0] = …"."""
        geoms = [geom for _, geom in self.tree.geoms()]
        before = self.document.text[: self.lexemes[at].start]
        words = re.findall(r"\w+", before[max(before.rfind(">"), self.framed[0], len(before) - NEAR) :].lower())
        found = [
            i for i, geom in enumerate(geoms) if {geom.element.text_of("name"), geom_type(geom.attributes)} & {*words}
        ]
        found = found or self.framed[1]
        self.framed = (len(before), found)
        labels = [f"geom {i}" for i in range(len(geoms))]
        chosen = labels[found[0] if found else -1]
        others = (label for label in labels if label != chosen)
        choose = self.tree.model.context.assume if len(found) == 1 else self.tree.model.context.ask
        why = "the text names it" if len(found) == 1 else f"the text does not say whose {name} it gives"
        geom = labels.index(choose("pose of", chosen, why, *others))
        field = _FRAME[name]
        return DataArray("geom", field, geom * WIDTH[field], True)

    def _named(self, owner: str, name: str, field: str, at: int) -> DataArray:
        if owner == "joint":
            address = 0
            for link, index in self.tree.joints:
                if link.joints[index].name == name:
                    return DataArray("", "qpos", address, True)
                address += WIDTHS[link.joints[index].kind]
        names = {
            "geom": [geom.element.text_of("name") + geom.suffix for _, geom in self.tree.geoms()],
            "body": ["world", *(link.name for link in self.tree.links[1:])],
        }.get(owner, [])
        index = int(name) if name.isdecimal() else names.index(name) if name in names else -1
        if index < 0:
            raise self._fault(at, f"{owner} {quoted(name)} is not in the model")
        return DataArray(owner, field, index * WIDTH[field], True)

    def _local(self, path: list[str], place: int) -> int:
        """A variable: a pointer, an integer, or a list of numbers."""
        if len(path) != 1:
            return place
        _, after = self._indices(place) if self._is(place, "[") else ([], place)
        if not self._is(after, "=") or self._is(after + 1, "="):
            return place
        if self._is(after + 1, "{", "[") or self._is_array_call(after + 1):
            try:
                self.lists[path[0]], end = self._list(after + 1)
            except ValueError:  # other code
                return after
            return end
        if self.lexemes[after + 1].text.isdecimal():
            self.integers[path[0]] = int(self.lexemes[after + 1].text[:9])
        return after

    def _point(self, name: str, at: int) -> int:
        """Reads `data->geom_xpos + 3` as the target of a pointer; returns its end, or 0 if it is none."""
        takes_address = self._is(at, "&")
        at += takes_address or self._is(at, "*")
        if self.lexemes[at].kind != "name":
            return 0
        path, place = self._path(at)
        array = self._array(path, at)
        if array is None or path == [name]:
            return 0
        indices, place = self._indices(place)
        start = self._start(array, indices, not takes_address)
        is_row = array.is_row or (bool(indices) and not takes_address)
        if self._is(place, "+"):
            offset, place = self._sum(place + 1)
            start, is_row = start + offset, False
        self.pointers[name] = array._replace(start=start, is_row=is_row)
        return place

    def _indices(self, at: int) -> tuple[list[int | None], int]:
        """The indices in brackets; None for a whole axis (`:`).  A slice counts by its first index."""
        indices: list[int | None] = []
        while self._is(at, "["):
            at += 1
            while not self._is(at, "]"):
                if self._is(at, ":"):
                    indices.append(None)
                else:
                    first, at = self._sum(at)
                    indices.append(first)
                if self._is(at, ":"):
                    at += 1
                    if not self._is(at, "]", ","):
                        _, at = self._sum(at)
                if self._is(at, ","):
                    at += 1
                elif not self._is(at, "]"):
                    raise self._fault(at, f"the index must be a whole number, got {quoted(self.lexemes[at].text)}")
            at += 1
        return indices, at

    def _sum(self, at: int) -> tuple[int, int]:
        """An integer, or a sum or product of integers, such as `3*i + 1`."""
        total, factor = 0, 1
        while True:
            text = self.lexemes[at].text
            if text.isdecimal():
                factor *= int(text[:9])
            elif text in self.integers:
                factor *= self.integers[text]
            else:
                raise self._fault(at, f"the index must be a whole number, got {quoted(text)}")
            at += 1
            if not self._is(at, "*"):
                total, factor = total + factor, 1
                if not self._is(at, "+"):
                    return total, at
            at += 1

    def _start(self, array: DataArray, indices: list[int | None], takes_row: bool) -> int:
        """The first number that the indices select; `takes_row`: a single index selects a row, as in Python."""
        width, rest = WIDTH[array.field], [index or 0 for index in indices]
        if len(rest) > 1 and not array.is_row:
            return array.start + rest[0] * width + rest[1]
        single = rest[0] if rest else 0
        return array.start + single * (width if takes_row and not array.is_row else 1)

    def _assign(self, array: DataArray, indices: list[int | None], at: int) -> int:
        if self._starts_number(at):
            token, end = self._number(at)
            if self._is(end, "+", "-", "*", "/") and self.lexemes[end].text:
                raise self._fault(end, f"{array.field}: must be a number, not an expression")
            self.assigned.add(array, self._start(array, indices, False), token)
            return end
        return self._assign_list(array, self._start(array, indices, True), self._list(at))

    def _assign_list(self, array: DataArray, start: int, given: tuple[list[Token], int]) -> int:
        for offset, token in enumerate(given[0]):
            self.assigned.add(array, start + offset, token)
        return given[1]

    def _copy(self, at: int) -> int:
        """`mju_copy3(to, from)`: copies a local array."""
        at += self._is(at, "&")
        if self.lexemes[at].kind != "name":
            return at
        path, place = self._path(at)
        array = self._array(path, at)
        if array is None:
            return at
        indices, place = self._indices(place)
        start = self._start(array, indices, False)
        if self._is(place, "+"):
            offset, place = self._sum(place + 1)
            start += offset
        if not self._is(place, ","):
            return place
        while self._is(place + 1, "(") and not self._starts_number(place + 2):  # a cast: (const mjtNum[3]){…}
            while not self._is(place + 1, ")"):
                place += 1
                if self.lexemes[place].kind == "end":
                    return place
        place += 1 if not self._is(place + 1, ")") else 2
        return self._assign_list(array, start, self._list(place))

    def _is_array_call(self, at: int) -> bool:
        return self.lexemes[at].text in _ARRAY_CALLS and self.lexemes[at].kind == "name"

    def _list(self, at: int) -> tuple[list[Token], int]:
        """Numbers in brackets, in a call of `np.array`, or those of a local array."""
        if self.lexemes[at].text in self.lists:
            return self.lists[self.lexemes[at].text], at + 1
        if self._is_array_call(at):
            _, at = self._path(at)
        tokens, depth = [], 0
        if not self._is(at, "[", "{", "("):
            if self._starts_number(at):  # a watch: geom_xpos: 0.1 0.2 0.3
                while self._starts_number(at):
                    token, at = self._number(at)
                    tokens.append(token)
                return tokens, at
            raise self._fault(at, f"must be a number or a list of numbers, got {quoted(self.lexemes[at].text)}")
        while True:
            if self._is(at, "[", "{", "("):
                depth += 1
                at += 1
            elif self._is(at, "]", "}", ")"):
                depth -= 1
                at += 1
                if depth == 0:
                    return tokens, at
            elif self._is(at, ","):
                at += 1
                if self.lexemes[at].text == "dtype":
                    while not self._is(at, ")") and self.lexemes[at].kind != "end":
                        at += 1
            elif self._starts_number(at):
                token, at = self._number(at)
                tokens.append(token)
            else:
                raise self._fault(at, f"must be a list of numbers, got {quoted(self.lexemes[at].text)}")

    def _starts_number(self, at: int) -> bool:
        signed = self._is(at, "-", "+")
        return self.lexemes[at + signed].kind == "number" or self.lexemes[at].text.lower() in ("nan", "inf")

    def _number(self, at: int) -> tuple[Token, int]:
        sign = self.lexemes[at] if self._is(at, "-", "+") else None
        digits = self.lexemes[at + 1] if sign else self.lexemes[at]
        start = (sign or digits).start
        text = (sign.text if sign else "") + digits.text
        try:
            token = tokenize(text)[0]
        except TextError as fault:
            raise self.document.fault(start, fault.message) from None
        if token.kind is not Kind.NUMBER:
            raise self.document.fault(start, f"{quoted(text)} is not a number")
        line, column = self.document.position(start)
        return token._replace(line=line, column=column, start=start, end=digits.end), at + (2 if sign else 1)


NEAR = 200  # characters before a frame that may name its geom
_FRAME = {"pos": "xpos", "position": "xpos", "rot": "xmat", "mat": "xmat", "rotation": "xmat"}
_ARRAY_NAME = re.compile(rf"\b(?:{'|'.join(sorted(FIELDS))}|(?:pos|mat|rot)[12]|(?:{'|'.join(_FRAME)})(?=\[))\b")
_ARRAY_CALLS = frozenset({"np", "numpy", "array", "wp", "warp", "jp", "jnp", "vec3", "mat33"})
_KEYWORD = re.compile(r"(pos|mat|rot)([12])")  # of functions that take the poses of two geoms
_LEXEME = re.compile(
    r"""(?P<space>\s+)
    | (?P<comment>//[^\n]*|/\*.*?\*/|\#[^\n]*)
    | (?P<string>"[^"\n]*"|'[^'\n]*')
    | (?P<number>(?:\d|\.\d)(?:[eEpP][-+]\d|[\w.])*)
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>->|.)
    """,
    re.VERBOSE | re.DOTALL,
)


def _lexemes(text: str, start: int, end: int) -> Iterator[Lexeme]:
    for found in _LEXEME.finditer(text, start, end):
        checkpoint()
        kind = found.lastgroup or ""
        if kind not in ("space", "comment"):
            yield Lexeme(kind, found[0], *found.span())


def _loose(element: XmlElement) -> Iterator[Span]:
    """The text inside an element and its children."""
    pending = [element]
    while pending:
        one = pending.pop()
        yield from one.loose
        pending.extend(one.children)


def _xyzw(parts: list[float]) -> Quaternion:
    w, x, y, z = parts
    return (x, y, z, w)


def _entries(value: object, link: Link, index: int) -> list[float]:
    """The values of a joint in `qpos` before the assignment."""
    joint = link.joints[index]
    if joint.kind in ("hinge", "slide"):
        return [*value] if isinstance(value, tuple) else [joint.reference]
    turn: Quaternion = (0.0, 0.0, 0.0, 1.0)
    position: Vec3 = (0.0, 0.0, 0.0)
    if joint.kind == "ball":
        if isinstance(value, tuple):
            x, y, z, w = value
            turn = (x, y, z, w)
        return [turn[3], *turn[:3]]
    placement = value if isinstance(value, PositionOrientation) else link.placement
    position = placement.pose.position
    turn = orientation_of(placement)
    return [*position, turn[3], *turn[:3]]
