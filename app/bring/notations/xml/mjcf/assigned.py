"""Poses that code below an MJCF text assigns, in C++ or Python: `xpos[0] = 0.1;`, `data.geom_xpos[1] = [0, 0, 1]`, …

Understood are the arrays of `mjData` (`geom_xpos`, `geom_xmat`, `xpos`, `xmat`, `xquat`, `qpos`, `mocap_pos`,
`mocap_quat`) and the poses of `mjModel` (`geom_pos`, `geom_quat`, `body_pos`, `body_quat`), with indices, slices, names
(`data.geom("a").xpos`, `mj_name2id`), pointers and local arrays, and assignments of numbers or lists of numbers to
them; also the output of gdb and Python for them.  Other code is skipped, but an assignment to one of these arrays that
cannot be read is an error: a pose would be wrong without it.  Assignments in a loop have no single value: they are left
out with a warning.
"""

from typing import NamedTuple

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import nearest_rotation, transform
from gjkscope.app.bring.notations.poses import Placement, orientation_of
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.bring.notations.xml.mjcf.terms import Term
from gjkscope.app.bring.notations.xml.mjcf.tree import WIDTHS, Geom, JointState, Link, Tree
from gjkscope.app.bring.notations.xml.parts import Noted
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import Mat3, Vec3

# Numbers for each row of an array: for each geom, body or mocap body, or entry of qpos.
WIDTH = {"xpos": 3, "xmat": 9, "xquat": 4, "pos": 3, "quat": 4, "qpos": 1}
# The owner and the field of the arrays of mjData and mjModel; that of `xpos` alone may differ.
ARRAYS = {
    "geom_xpos": ("geom", "xpos"),
    "geom_xmat": ("geom", "xmat"),
    "xpos": ("body", "xpos"),
    "xmat": ("body", "xmat"),
    "xquat": ("body", "xquat"),
    "qpos": ("", "qpos"),
    "mocap_pos": ("mocap", "pos"),
    "mocap_quat": ("mocap", "quat"),
    "geom_pos": ("geom", "pos"),
    "geom_quat": ("geom", "quat"),
    "body_pos": ("body", "pos"),
    "body_quat": ("body", "quat"),
}


class DataArray(NamedTuple):
    """An array of `mjData` or `mjModel`, or a part of it."""

    owner: str  # geom, body, mocap, or "" for qpos
    field: str
    start: int = 0  # of the part, in numbers
    is_row: bool = False  # the part is that of one geom or body


class Assigned:
    """The numbers that code assigns, by array and index."""

    def __init__(self, tree: Tree, context: ReadContext) -> None:
        self.tree, self.context = tree, context
        self.numbers: dict[tuple[str, str], dict[int, Term]] = {}
        self._rows = {link: index for index, link in enumerate(tree.links)}
        self._index = {id(geom): index for index, (_, geom) in enumerate(tree.geoms())}
        self._mocap = {link: index for index, link in enumerate(link for link in tree.links if link.is_mocap)}

    def moves(self, geom: Geom) -> bool:
        """Whether code places the geom in the world."""
        return any(self._row("geom", field, self._index[id(geom)]) for field in ("xpos", "xmat", "xquat"))

    def moves_in_body(self, geom: Geom) -> bool:
        """Whether code places the geom in its body."""
        return any(self._row("geom", field, self._index[id(geom)]) for field in ("pos", "quat"))

    def placement_in_body(self, geom: Geom, otherwise: Placement) -> Placement:
        return self._place_by("geom", self._index[id(geom)], otherwise, "pos", "quat")

    def move_links(self) -> None:
        """Puts the bodies where code places them in the model."""
        for link, index in self._rows.items():
            link.placement = self._place_by("body", index, link.placement, "pos", "quat")

    def placement(self, geom: Geom, otherwise: Placement) -> Placement:
        """The placement of the geom by code; unassigned parts are as in the model.  Raises `TextError`."""
        return self._place("geom", self._index[id(geom)], otherwise)

    def link_placement(self, link: Link, otherwise: Placement) -> Placement:
        """The placement of a body in the world by code, which moves its geoms."""
        return self._place("body", self._rows[link], otherwise)

    @property
    def moves_links(self) -> bool:
        """Whether code places bodies in the world."""
        return any((("body", field) in self.numbers) for field in ("xpos", "xmat", "xquat"))

    @property
    def qpos(self) -> dict[int, Term]:
        return self.numbers.get(("", "qpos"), {})

    def fault(self, geom: Geom, message: str) -> ValueError:
        index = self._index[id(geom)]
        rows = (self._row("geom", field, index) for field in ("xpos", "xmat", "xquat", "pos", "quat"))
        return self.context.fault_at(next(row for row in rows if row)[0].start, message)

    def notes(self, geom: Geom) -> tuple[Noted, ...]:
        index = self._index[id(geom)]
        named = {"xpos": "position", "xmat": "orientation", "xquat": "orientation"}
        named |= {"pos": "position", "quat": "orientation"}
        return tuple(
            Noted(field, " ".join(term.text for term in row), Span(row[0].start, row[-1].end))
            for array, field in named.items()
            if (row := self._row("geom", array, index))
        )

    def apply_to(self, state: JointState) -> JointState:
        """Adds the assigned entries of `qpos` and the mocap bodies to the positions.  Raises `TextError`."""
        for link, index in self._mocap.items():
            before = state.mocap.get(link, link.placement)
            state.mocap[link] = self._place_by("mocap", index, before, "pos", "quat")
        at, qpos = 0, self.qpos
        for link, index in self.tree.joints:
            joint = link.joints[index]
            entries = range(at, at + WIDTHS[joint.kind])
            at = entries.stop
            given = [qpos.get(entry) for entry in entries]
            if not any(given):
                continue
            entries_before = _entries(state.values.get((link, index)), link, index)
            values = [entries_before[i] if term is None else term.value(self.context) for i, term in enumerate(given)]
            if joint.kind == "free":
                x, y, z, *turn = values
                state.values[link, index] = PositionOrientation((x, y, z), _xyzw(turn))
            else:
                state.values[link, index] = _xyzw(values) if joint.kind == "ball" else tuple(values)
        for entry, term in qpos.items():
            if entry >= at:
                raise self.context.fault_at(term.start, f"qpos[{entry}]: the joints of the model have {at} values")
        return state

    def _place(self, owner: str, index: int, otherwise: Placement) -> Placement:
        matrix = self._row(owner, "xmat", index)
        if matrix:
            a, b, c, d, e, f, g, h, i = (term.value(self.context) for term in matrix)
            rows: Mat3 = ((a, b, c), (d, e, f), (g, h, i))
            literals = [term.tokens[0] for term in matrix if _is_literal(term)]
            rotation = nearest_rotation(rows, literals, self.context, f"xmat of {owner} {index}", _span(matrix))
            otherwise = transform(rotation, otherwise.pose.position)
        return self._place_by(owner, index, otherwise, "xpos", "" if matrix else "xquat")

    def _place_by(self, owner: str, index: int, otherwise: Placement, at: str, turned: str) -> Placement:
        """The placement by a position and a quaternion in the fields `at` and `turned`."""
        placement = otherwise
        quaternion = self._row(owner, turned, index) if turned else []
        if quaternion:
            turn = _xyzw([term.value(self.context) for term in quaternion])
            if not any(turn):
                raise self.context.fault_at(quaternion[0].start, "the quaternion is zero, which is not a rotation")
            placement = PositionOrientation(placement.pose.position, turn)
        if position := self._row(owner, at, index):
            x, y, z = (term.value(self.context) for term in position)
            placement = placement.moved((x, y, z))
        return placement

    def _row(self, owner: str, field: str, index: int) -> list[Term]:
        """The numbers of one row; empty if nothing is assigned to it.  Raises `TextError` if some are missing."""
        numbers, width = self.numbers.get((owner, field), {}), WIDTH[field]
        row = [numbers.get(index * width + i) for i in range(width)]
        terms = [term for term in row if term is not None]
        if terms and len(terms) < width:
            raise self.context.fault_at(
                terms[0].start, f"{field} of {owner} {index}: {len(terms)} of {width} numbers are assigned"
            )
        return terms

    def count(self, array: DataArray) -> int:
        """The number of numbers in the whole array."""
        if not array.owner:
            return sum(WIDTHS[link.joints[index].kind] for link, index in self.tree.joints)
        counts = {"geom": len(self._index), "body": len(self._rows), "mocap": len(self._mocap)}
        return counts[array.owner] * WIDTH[array.field]

    def add(self, array: DataArray, at: int, term: Term) -> None:
        if array.owner and at >= self.count(array):
            raise self.context.fault_at(
                term.start, f"{array.field}[{at}]: the model has {self.count(array)} of these numbers"
            )
        self.numbers.setdefault((array.owner, array.field), {})[at] = term
        # The last of a matrix and a quaternion counts.
        if array.field in ("xmat", "xquat"):
            other = {"xmat": "xquat", "xquat": "xmat"}[array.field]
            row = at // WIDTH[array.field]
            for i in range(WIDTH[other]):
                self.numbers.get((array.owner, other), {}).pop(row * WIDTH[other] + i, None)


def _is_literal(term: Term) -> bool:
    return len(term.tokens) == 1 and term.tokens[0].text == term.text


def _span(terms: list[Term]) -> Span:
    return Span(terms[0].start, terms[-1].end)


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
