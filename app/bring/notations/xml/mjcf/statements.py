"""Reads the statements of code around an MJCF text that assign poses, and the poses that a debugger prints."""

import re
from collections.abc import Iterator

from gjkscope.app.base.tokens import quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.bring.notations.xml.document import XmlDocument, XmlElement
from gjkscope.app.bring.notations.xml.mjcf.arrays import ArrayReader
from gjkscope.app.bring.notations.xml.mjcf.assigned import ARRAYS, WIDTH, Assigned, DataArray
from gjkscope.app.bring.notations.xml.mjcf.geoms import geom_type
from gjkscope.app.bring.notations.xml.mjcf.terms import Lexeme, Term, lexemes_of
from gjkscope.app.bring.notations.xml.mjcf.tree import Tree
from gjkscope.app.bring.notations.xml.parts import warn_of_loose_text

SHAPE_ARRAYS = ("geom_size", "geom_type", "mesh_vert", "mesh_scale")  # to be changed in the XML instead
PASSED = {"pos1": "xpos", "pos2": "xpos", "mat1": "xmat", "mat2": "xmat"}  # arguments that place geoms
LONGEST_CHAIN = 50  # p[0] = p[1] = …
COPIES = ("mju_copy", "mju_copy3", "mju_copy4", "memcpy")
HARMLESS = ("mju_normalize4", "mju_normalize")  # MuJoCo normalises quaternions anyway


def assigned_poses(document: XmlDocument, tree: Tree, context: ReadContext) -> Assigned:
    """The assignments in the code around the XML. Raises `TextError`."""
    assigned = Assigned(tree, context)
    spans = sorted([*document.loose, *(span for root in document.roots for span in _loose(root))])
    if any(_ARRAY_NAME.search(document.text, *span) for span in spans):  # lexing a long log would take long
        lexemes = [lexeme for span in spans for lexeme in lexemes_of(document.text, *span)]
        _Statements(document, lexemes, assigned).read()
    if not assigned.numbers:
        warn_of_loose_text(document, context)
        _ask_about_poses(document, context)
    return assigned


def _ask_about_poses(document: XmlDocument, context: ReadContext) -> None:
    """Asks if text outside of the XML looks like a pose that is not read."""
    for start, end in document.loose:
        if pose := _POSE.search(document.text, start, end):
            line, _ = document.position(pose.start())
            why = f"line {line}: {quoted(pose[0].split(maxsplit=1)[0])} may place a geom, but is not read"
            context.ask("poses", "model", why)
            return


class _Statements(ArrayReader):
    """Reads assignments, and remembers pointers, integers and local arrays."""

    def __init__(self, document: XmlDocument, lexemes: list[Lexeme], assigned: Assigned) -> None:
        super().__init__(document, lexemes, assigned.tree)
        self.assigned = assigned
        self.chained = 0  # assignments in the statement
        self.unused: dict[str, int] = {}  # local arrays and where they start
        self.framed: tuple[int, list[int]] = (0, [])  # the last frame of a geom: its offset, and the geoms it may be of
        self.printed: list[tuple[DataArray, int, int]] = []  # that code prints: start and count of their numbers

    def read(self) -> None:
        at = 0
        while self.lexemes[at].kind != "end":
            spend()
            at = max(self._statement(at), at + 1)
        self._warn_of_unused()

    def _statement(self, at: int) -> int:
        """Reads the statement that starts here, if it is one; returns where to continue."""
        lexeme = self.lexemes[at]
        if self.printed and self._is_on_new_line(at) and (self._starts_list(at) or self._starts_number(at)):
            return self._output(at)
        if lexeme.kind != "name":
            return at
        if lexeme.text == "for":
            return self._loop(at + 1)
        if lexeme.text.startswith("mju_") or lexeme.text in COPIES:
            return self._call(lexeme.text, at + 1)
        path, after = self._path(at)
        if lexeme.text in PASSED and self._is(after, "=") and self._is_passed(after + 1):
            return self._pass(lexeme.text, at)
        if len(path) == 1 and self._is(after, "=") and (end := self._point(path[0], after + 1)):
            return end
        if len(path) == 1 and path[0] in _FRAME and path[0] not in self.lists and self._sets_number(after):
            array: DataArray | None = self._frame(path[0], at)
        else:
            array = None if self._declares(at, after) else self._array(path, at)
        if array is None:
            self._check_shape(path, after)
            return self._local(path, after)
        return self._array_statement(array, lexeme.text, path[-1], after)

    def _array_statement(self, array: DataArray, first: str, last: str, at: int) -> int:
        """Reads the use of an array of the model in a statement: it assigns to it, moves a pointer, or prints it."""
        indices, at = self._indices(at, array)
        if self._is(at, "=") and not self._is(at + 1, "="):
            return self._assign(array, indices, at + 1)
        if first in self.pointers and not indices and self._is(at, "+") and self._is(at + 1, "="):
            return self._advance(first, at + 2)
        if self._is(at, "+", "-", "*", "/") and self._is(at + 1, "="):
            raise self._fault(at, f"{last} {self.lexemes[at].text}=: must be assigned numbers with =")
        if self._is(at, ":") and not indices and (self._is(at + 1, "[", "{") or self._starts_number(at + 1)):
            return self._assign_list(array, self._start(array, indices, True), self._list(at + 1))
        return self._print(array, indices, at)

    def _print(self, array: DataArray, indices: list[int | None], at: int) -> int:
        """Notes an array that is printed: at a prompt, by gdb's `p *d->geom_xpos@6`, or by `print(data.geom_xpos)`."""
        at = self._after_views(at)
        start = self._start(array, indices, True)
        if self._is(at, ",") and self.lexemes[at + 1].text.isdecimal() and self._is(at + 2, "{"):
            return self._assign_list(array, start, self._list(at + 2))  # Visual Studio: d->geom_xpos,6  {…}
        count = WIDTH[array.field] if array.is_row or indices else self.assigned.count(array)
        if self._is(at, "@") and self.lexemes[at + 1].text.isdecimal():
            count, at = int(self.lexemes[at + 1].text[:9]), at + 2
        at += self._is(at, ")")
        if self._is_on_new_line(at):
            self.printed.append((array, start, count))
            after = self._after_cast(at)
            if self._is(after, "$") and self._is(after + 2, "="):  # gdb: $1 = {…}; lldb: (double *) $1 = 0x16f {…}
                at = after + 3 + self.lexemes[after + 3].text.startswith("0x")
                return self._output(at) if self._starts_list(at) else at
        return at

    def _output(self, at: int) -> int:
        """Numbers at the start of a line: those of the first array printed before, if their count fits."""
        array, start, count = self.printed[0]
        try:
            terms, end = super()._list(at, count)
        except ValueError:
            if self._is_array_call(at) or len(self.printed) == 1:
                raise
            return at
        if len(terms) != count or (self._starts_number(end) and not self._is_on_new_line(end)):
            return at
        del self.printed[0]
        return self._assign_list(array, start, (terms, end))

    def _loop(self, at: int) -> int:
        """Notes the variables of `for z in …`, `for (mjtNum z : …)` and `for (int i = 0; …)`."""
        names = []
        while self.lexemes[at].kind == "name" or self._is(at, "(", ",", "*", "&"):
            if self.lexemes[at].text == "in":
                break
            if self.lexemes[at].kind == "name":
                names.append(self.lexemes[at].text)
            at += 1
        self.counters |= set(names if self.lexemes[at].text == "in" else names[-1:])
        return at

    def _declares(self, at: int, after: int) -> bool:
        """Whether `mjtNum qpos[7] = {…}` declares a local array."""
        return at > 0 and self.lexemes[at - 1].kind == "name" and after == at + 1 and self._is(after, "[")

    def _check_shape(self, path: list[str], at: int) -> None:
        """Refuses assignments to the sizes and vertices of the model."""
        if path[-1] not in SHAPE_ARRAYS or len(path) < 2:
            return
        start = at - 1
        while self._is(at, "[") and not self._is_on_new_line(at):
            while not self._is(at, "]") and self.lexemes[at].kind != "end":
                at += 1
            at += 1
        if self._is(at, "=") and not self._is(at + 1, "="):
            raise self._fault(start, f"{path[-1]} is assigned in code: not read; change it in the XML instead")

    def _pass(self, name: str, at: int) -> int:
        """MuJoCo Warp's tests pass poses: `_geom_dist(m, d, 0, 1, pos2=at, mat2=turn)` is about geoms 0 and 1."""
        geom = self._geoms_before(at)[int(name[-1]) - 1]
        array = DataArray("geom", PASSED[name])
        return self._assign_list(array, geom * WIDTH[array.field], self._list(at + 2))

    def _is_passed(self, at: int) -> bool:
        """Whether a list of numbers is here, or a variable with one."""
        return self.lexemes[at].text in self.lists or self._is_array_call(at) or self._is(at, "[", "(")

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

    def _sets_number(self, at: int) -> bool:
        """Whether `[2] = 0.5` follows."""
        is_index = self._is(at, "[") and self.lexemes[at + 1].text.isdecimal() and self._is(at + 2, "]")
        return is_index and self._is(at + 3, "=") and self._starts_number(at + 4)

    def _frame(self, name: str, at: int) -> DataArray:
        """A part of the frame of a geom that the line above names: "Cylinder frame: pos[0] = …"."""
        geoms = [geom for _, geom in self.tree.geoms()]
        before = self.document.text[: self.lexemes[at].start]
        words = re.findall(r"\w+", before[max(before.rfind(">"), self.framed[0], len(before) - NEAR) :].lower())
        named = [
            i for i, geom in enumerate(geoms) if {geom.element.text_of("name"), geom_type(geom.attributes)} & {*words}
        ]
        named = named or self.framed[1]
        self.framed = (len(before), named)
        labels = [f"geom {i}" for i in range(len(geoms))]
        chosen = labels[named[0] if named else -1]
        others = (label for label in labels if label != chosen)
        choose = self.context.assume if len(named) == 1 else self.context.ask
        why = "the text names it" if len(named) == 1 else f"the text does not say whose {name} it gives"
        geom = labels.index(choose("pose of", chosen, why, *others))
        return DataArray("geom", _FRAME[name], geom * WIDTH[_FRAME[name]], True)

    def _local(self, path: list[str], first: int) -> int:
        """A variable: an integer, or a list of numbers."""
        if len(path) != 1:
            return first
        name, start = path[0], first
        after = first
        while self._is(after, "[") and not self._is_on_new_line(after):  # its size
            while not self._is(after, "]") and self.lexemes[after].kind != "end":
                after += 1
            after += 1
        is_set = self._is(after, "=") and not self._is(after + 1, "=")
        after += is_set
        if not is_set and not (after > start and self._is(after, "{")):
            return first
        if self._is(after, "{", "[") or self._is_array_call(after):
            try:
                self.lists[name], end = self._list(after)
            except ValueError:  # other code
                return after
            self.unused[name] = start - 1
            return end
        if is_set and (integer := self._integer(after)) is not None:
            self.integers[name], after = integer
        return after

    def _point(self, name: str, at: int) -> int:
        """Reads `data->geom_xpos + 3` as the target of a pointer; returns its end, or 0 if it is none."""
        takes_address = self._is(at, "&")
        at += takes_address or self._is(at, "*")
        if self.lexemes[at].kind != "name":
            return 0
        path, after = self._path(at)
        array = self._array(path, at)
        if array is None or path == [name]:
            return 0
        indices, after = self._indices(after)
        start = self._start(array, indices, not takes_address)
        is_row = array.is_row or (bool(indices) and not takes_address)
        if self._is(after, "+"):
            offset, after = self._sum(after + 1)
            start, is_row = start + offset, False
        self.pointers[name] = array._replace(start=start, is_row=is_row)
        return after

    def _advance(self, name: str, at: int) -> int:
        """`p += 9`: moves a pointer."""
        offset, end = self._sum(at)
        array = self.pointers[name]
        self.pointers[name] = array._replace(start=array.start + offset, is_row=False)
        return end

    # --- assignments ---

    def _assign(self, array: DataArray, indices: list[int | None], at: int) -> int:
        if self._starts_term(at) and not self._is_tuple(at):
            term, end = self._term(at, in_list=True)
            if self._starts_number(end) and self._is_spaced(end) and not self._is_on_new_line(end):
                return self._assign_list(array, self._start(array, indices, True), self._list(at))  # a log
            self.assigned.add(array, self._start(array, indices, False), term)
            return end
        if self.lexemes[at].text in self.lists and self._is(at + 1, "["):
            return self._assign_element(array, self._start(array, indices, False), at)
        if self._is_counter(at):
            self._warn_of_loop(array, at)
            return at
        if (other := self._assign_value_of(array, self._start(array, indices, False), at)) is not None:
            return other
        if array.field == "qpos" and self.lexemes[at].kind == "name":
            path, end = self._path(at)
            if path[-1] in ("qpos", "key_qpos", "qpos0") and ("key" in path or "keyframe" in path or len(path) < 4):
                return end  # of a keyframe, which `reading.py` looks for, or of the reference position
        return self._assign_list(array, self._start(array, indices, True), self._list(at))

    def _assign_element(self, array: DataArray, start: int, at: int) -> int:
        """`… = values[2]`, or all numbers of `values` if a loop counts the index."""
        values = self.lists[self.lexemes[at].text]
        self.unused.pop(self.lexemes[at].text, None)
        whole = any(self._is_counter(i) for i in range(at + 2, at + 8) if not self._is(i - 1, "]"))
        (index,), end = self._indices(at + 1)
        if whole:
            return self._assign_list(array, start, (values[index or 0 :], end))
        if (index or 0) >= len(values):
            raise self._fault(at, f"{self.lexemes[at].text} has {len(values)} numbers, not one at index {index}")
        return self._assign_list(array, start, ([values[index or 0]], end))

    def _assign_value_of(self, array: DataArray, start: int, at: int) -> int | None:
        """`p[0] = p[1] = 0`, or `p[0] = p[3]` after p[3] was assigned; None for other code."""
        if self.lexemes[at].kind != "name":
            return None
        path, after = self._path(at)
        source = self._array(path, at) if path[-1] in ARRAYS or path[0] in self.pointers else None
        if source is None or not self._is(after, "["):
            return None
        indices, end = self._indices(after, source)
        if self._is(end, "=") and not self._is(end + 1, "="):
            self.chained += 1
            if self.chained > LONGEST_CHAIN:
                raise self._fault(at, f"too many assignments in one statement: at most {LONGEST_CHAIN} are read")
            end = self._assign(source, indices, end + 1)
            self.chained = 0
        known = self.assigned.numbers.get((source.owner, source.field), {})
        term = known.get(self._start(source, indices, False))
        if term is None:
            return None
        self.assigned.add(array, start, term)
        return end

    def _assign_list(self, array: DataArray, start: int, given: tuple[list[Term], int]) -> int:
        for offset, term in enumerate(given[0]):
            self.assigned.add(array, start + offset, term)
        return given[1]

    def _list(self, at: int, most: int | None = None) -> tuple[list[Term], int]:
        self.unused.pop(self.lexemes[at].text, None)
        return super()._list(at, most)

    def _call(self, function: str, at: int) -> int:
        """`mju_copy3(to, from)` copies a local array; other functions that set an array cannot be read."""
        at += 1
        at += self._is(at, "&")
        if not self._is(at - 1, "(", "&") or self.lexemes[at].kind != "name":
            return at
        path, after = self._path(at)
        array = self._array(path, at)
        if array is None or "print" in function or function in HARMLESS:
            return at
        indices, after = self._indices(after)
        start = self._start(array, indices, False)
        if self._is(after, "+"):
            offset, after = self._sum(after + 1)
            start += offset
        if not self._is(after, ","):
            return after
        after = self._after_cast(after + 1)
        if function == "mju_quat2Mat" and array.field == "xmat":
            quaternions = array._replace(field="xquat")
            return self._assign_list(quaternions, start // WIDTH["xmat"] * WIDTH["xquat"], self._list(after))
        if function not in COPIES:
            raise self._fault(at, f"{path[-1]} is set by {function}: not read")
        return self._assign_list(array, start, self._list(after))

    # --- unread numbers ---

    def _warn_of_loop(self, array: DataArray, at: int) -> None:
        line, _ = self.document.position(self.lexemes[at].start)
        name = next(name for name, known in ARRAYS.items() if known == (array.owner, array.field))
        why = f"{name} is assigned {quoted(self.lexemes[at].text)}, which a loop changes"
        self.context.warn(f"line {line}: {why}: left as in the model")

    def _warn_of_unused(self) -> None:
        """Warns of local arrays that may be poses: other code may use them."""
        poses = [name for name in self.unused if len(self.lists.get(name, ())) in (3, 4, 7, 9, 12, 16)]
        if poses:
            line, _ = self.document.position(self.lexemes[self.unused[poses[0]]].start)
            self.context.warn(
                f"line {line}: the numbers of {', '.join(poses[:5])} are not read: no pose is set to them"
            )


NEAR = 200  # characters before a frame that may name its geom
_FRAME = {"pos": "xpos", "position": "xpos", "rot": "xmat", "mat": "xmat", "rotation": "xmat"}
_ARRAY_NAME = re.compile(
    rf"\b(?:{'|'.join(sorted([*ARRAYS, *SHAPE_ARRAYS, *PASSED]))}|(?:{'|'.join(_FRAME)})(?=\[))\b"
    r"|\b(?:geom|body)\([\"']|\b(?:mat33|vec3)\(",
    re.IGNORECASE,
)

# A position or rotation with a value of numbers: pos2 = wp.vec3(0.1, …), quat: [1, 0, 0, 0], mat1 = np.array([[…
_POSE = re.compile(
    r"\b(?:x?pos|x?mat|x?quat|rot|position|rotation|orientation|translation|frame|pose)(?:_?\w{1,3})?\s*[=:]\s*"
    r"(?:[\w.]{1,20}\(\s*)?[\[({]{0,3}\s*-?\d*\.\d"
)


def _loose(element: XmlElement) -> Iterator[Span]:
    """The text inside an element and its children."""
    pending = [element]
    while pending:
        descendant = pending.pop()
        yield from descendant.loose
        pending.extend(descendant.children)
