"""Finds the arrays of MuJoCo to which code around an MJCF text refers, such as `data.geom("a").xpos[2]`."""

from functools import cached_property

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.xml.document import XmlDocument
from gjkscope.app.bring.notations.xml.mjcf.assigned import ARRAYS, WIDTH, DataArray
from gjkscope.app.bring.notations.xml.mjcf.terms import Lexeme, TermReader
from gjkscope.app.bring.notations.xml.mjcf.tree import WIDTHS, Tree

VIEWS = ("reshape", "copy", "flatten", "ravel", "tolist", "round")  # methods that keep the numbers and their order


class ArrayReader(TermReader):
    """Reads the names of arrays and their indices, with the pointers and integers that were defined so far."""

    def __init__(self, document: XmlDocument, lexemes: list[Lexeme], tree: Tree) -> None:
        super().__init__(document, lexemes)
        self.tree, self.context = tree, tree.model.context
        self.pointers: dict[str, DataArray] = {}
        self.integers: dict[str, int] = {}
        self.counters: set[str] = set()  # the variables of loops

    def _after_views(self, at: int) -> int:
        """After `.reshape(3, 3)` and other methods that keep the numbers."""
        while self._is(at, ".") and self.lexemes[at + 1].text in VIEWS and self._is(at + 2, "("):
            while not self._is(at, ")") and self.lexemes[at].kind != "end":
                at += 1
            at += 1
        return at

    def _path(self, at: int) -> tuple[list[str], int]:
        """The names of `data.geom("a").xpos`: a call contributes its argument."""
        path = [self.lexemes[at].text]
        at += 1
        while True:
            if self._after_views(at) > at:
                return path, at
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
        field = path[-1].lower() if path[-1].isupper() else path[-1]  # mj_printData writes GEOM_XPOS
        if len(path) > 3 and path[-3] in ("geom", "body", "joint") and field in WIDTH:
            return self._array_named(path[-3], path[-2].strip("\"'"), field, at)
        if field not in ARRAYS:
            return None
        owner, field = ARRAYS[field]
        if owner == "body" and field.startswith("x") and len(path) == 1:
            owner = self.context.assume("poses", "geom", f"{field} has no owner in the text", "body")
        return DataArray(owner, field)

    def _array_named(self, owner: str, name: str, field: str, at: int) -> DataArray:
        index = self._id(owner, name)
        if index is None:
            raise self._fault(at, f"{owner} {quoted(name)} is not in the model")
        if owner == "joint":
            return DataArray("", "qpos", self._address(index), True)
        return DataArray(owner, field, index * WIDTH[field], True)

    def _id(self, owner: str, name: str) -> int | None:
        """The id of a geom, body or joint by its name; None if there is none."""
        return int(name) if name.isdecimal() else self._ids[owner].get(name)

    @cached_property
    def _ids(self) -> dict[str, dict[str, int]]:
        names = {
            "geom": [geom.element.text_of("name") + geom.suffix for _, geom in self.tree.geoms()],
            "body": ["world", *(link.name for link in self.tree.links[1:])],
            "joint": [link.joints[index].name for link, index in self.tree.joints],
        }
        return {
            owner: dict(zip(reversed(known), range(len(known) - 1, -1, -1), strict=True))
            for owner, known in names.items()
        }

    def _address(self, joint: int) -> int:
        """Where the values of a joint start in qpos."""
        return sum(WIDTHS[link.joints[index].kind] for link, index in self.tree.joints[:joint])

    def _indices(self, at: int, array: DataArray | None = None) -> tuple[list[int | None], int]:
        """The indices in brackets; None for a whole axis (`:`).  A slice counts by its first index.

        dm_control indexes an array by the name of its owner: `geom_xpos["a"]`.
        """
        indices: list[int | None] = []
        while self._is(at, "[") and not self._is_on_new_line(at):
            at += 1
            while not self._is(at, "]"):
                if self._is(at, ":"):
                    indices.append(None)
                elif self.lexemes[at].kind == "string" and array is not None:
                    indices.append(self._index_of(array, at))
                    at += 1
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

    def _index_of(self, array: DataArray, at: int) -> int:
        owner, name = array.owner or "joint", self.lexemes[at].text.strip("\"'")
        index = self._id("body" if owner == "mocap" else owner, name)
        if owner == "mocap" and index is not None:
            index = (self._map_index("body_mocapid", index, at) or (None, at))[0]
        if index is None:
            raise self._fault(at, f"{owner} {quoted(name)} is not in the model")
        return index if array.owner else self._address(index)

    def _sum(self, at: int) -> tuple[int, int]:
        """An integer, or a sum or product of integers, such as `3*i + 1`."""
        total, factor = 0, 1
        while True:
            integer = self._integer(at)
            if integer is None:
                raise self._fault(at, f"the index must be a whole number, got {quoted(self.lexemes[at].text)}")
            number, at = integer
            factor *= number
            if not self._is(at, "*"):
                total, factor = total + factor, 1
                if not self._is(at, "+"):
                    return total, at
            at += 1

    def _integer(self, at: int) -> tuple[int, int] | None:
        """A number, a variable with one, or the id of a geom, body or joint; the counter of a loop counts as 0."""
        text = self.lexemes[at].text
        if text.isdecimal():
            return int(text[:9]), at + 1
        if self.lexemes[at].kind != "name":
            return None
        if self._is_counter(at):
            return 0, at + 1
        if text in self.integers:
            return self.integers[text], at + 1
        path, end = self._path(at)
        if path[-1] == "mj_name2id" and self._is(end, "("):
            return self._look_up(end)
        if path[-1] in ("body_mocapid", "jnt_qposadr") and self._is(end, "["):
            index_of_row = self._integer(end + 1)
            return None if index_of_row is None else self._map_index(path[-1], index_of_row[0], index_of_row[1] + 1)
        if len(path) > 2 and path[-3] in ("geom", "body", "joint"):
            index = self._id(path[-3], path[-2].strip("\"'"))
            if index is not None and path[-1] == "id":
                return index, end
            if index is not None and path[-1] in ("mocapid", "qposadr"):
                while self._is(end, "[", "]") or (self.lexemes[end].text == "0" and self._is(end - 1, "[")):
                    end += 1
                    if self._is(end - 1, "]"):
                        break
                return self._map_index({"mocapid": "body_mocapid", "qposadr": "jnt_qposadr"}[path[-1]], index, end)
        return None

    def _is_counter(self, at: int) -> bool:
        return self.lexemes[at].kind == "name" and self.lexemes[at].text in self.counters

    def _look_up(self, at: int) -> tuple[int, int] | None:
        """`mj_name2id(model, mjOBJ_GEOM, "a")`."""
        owner, name = "", ""
        while not self._is(at, ")") and self.lexemes[at].kind != "end":
            lexeme = self.lexemes[at]
            if lexeme.kind == "name" and lexeme.text.startswith("mjOBJ_"):
                owner = lexeme.text.removeprefix("mjOBJ_").lower()
            elif lexeme.kind == "string":
                name = lexeme.text.strip("\"'")
            at += 1
        index = self._id(owner, name) if owner in ("geom", "body", "joint") else None
        return None if index is None else (index, at + 1)

    def _map_index(self, array: str, index: int, end: int) -> tuple[int, int] | None:
        """The values of `body_mocapid` and `jnt_qposadr` at an index."""
        if array == "jnt_qposadr":
            return (self._address(index), end) if index < len(self.tree.joints) else None
        links = self.tree.links
        if index >= len(links) or not links[index].is_mocap:
            return None
        return sum(link.is_mocap for link in links[:index]), end

    def _start(self, array: DataArray, indices: list[int | None], takes_row: bool) -> int:
        """The first number that the indices select; `takes_row`: a single index selects a row, as in Python."""
        width, numbers = WIDTH[array.field], [index or 0 for index in indices]
        if len(numbers) > 1 and not array.is_row:
            return array.start + numbers[0] * width + numbers[1]
        single = numbers[0] if numbers else 0
        return array.start + single * (width if takes_row and not array.is_row else 1)
