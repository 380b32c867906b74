"""The tree of MJCF bodies with their joints and geoms, and their placements by the joint positions.

Forward kinematics as in MuJoCo's `mj_kinematics`: at the reference position each body is where the text has it; a
keyframe (`qpos`) moves it by its joints.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gjkscope.app.base.tokens import quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.poses import HERE, Placement, compose, inverse
from gjkscope.app.bring.notations.xml.document import Value, XmlElement
from gjkscope.app.bring.notations.xml.mjcf.model import ORIENTATIONS, Attributes, Model
from gjkscope.app.bring.notations.xml.mjcf.placements import angle_of, euler_turn, placement_of, quaternion_of
from gjkscope.app.bring.notations.xml.numbers import NumberList, read_number, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.turns import turn_about
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import ZERO, Vec3, add, norm, row_times, scale, sub, unit

MOST_GEOMS = 20_000  # replicas multiply
NOT_READ = ("composite", "flexcomp", "attach", "flex")  # elements that generate bodies
PLACED = {"pos": "position", **dict.fromkeys(ORIENTATIONS, "orientation"), "fromto": "ends"}
WIDTHS = {"free": 7, "ball": 4, "hinge": 1, "slide": 1}


class Geom(NamedTuple):
    """A geom: its attributes with those of its class, and its frame in the body."""

    element: XmlElement
    attributes: Attributes
    frame: Placement
    suffix: str  # that a replica adds to its name


class Joint(NamedTuple):
    """A joint: its kind, and its axis and anchor in the frame of its body."""

    kind: str
    name: str
    axis: Vec3
    anchor: Vec3
    reference: float  # its value at the reference position


class Link:
    """A body of the tree."""

    def __init__(self, name: str, parent: "Link | None", placement: Placement, is_mocap: bool = False) -> None:
        self.name, self.parent, self.placement, self.is_mocap = name, parent, placement, is_mocap
        self.children: list[Link] = []
        self.joints: list[Joint] = []
        self.geoms: list[Geom] = []
        self.notes: list[Noted] = []  # where the text places it


class Tree:
    """All bodies: in MuJoCo's order, depth first, and the geoms in the order of the text."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.world = Link("", None, HERE)
        self.in_text_order: list[tuple[Link, Geom]] = []
        self.replicas = 0
        self._read(model.bodies, self.world, HERE, None, "")

    @property
    def links(self) -> list[Link]:
        """In the order of MuJoCo's body ids; the first is the world."""
        return list(_depth_first(self.world))

    @property
    def joints(self) -> list[tuple[Link, int]]:
        """Each as its body and its index there, in the order of their addresses in `qpos`."""
        return [(link, index) for link in self.links for index in range(len(link.joints))]

    def geoms(self) -> list[tuple[Link, Geom]]:
        """In the order of MuJoCo's geom ids."""
        return [(link, geom) for link in self.links for geom in link.geoms]

    def world_placements(self, state: "JointState") -> dict[Link, Placement]:
        """The placements of all bodies in the world."""
        placed: dict[Link, Placement] = {self.world: HERE}
        for link in self.links[1:]:
            outer = placed[link.parent] if link.parent else HERE
            local = state.mocap.get(link, link.placement)
            placed[link] = _move(compose(outer, local), link, state)
        return placed

    def _read(self, element: XmlElement, link: Link, frame: Placement, childclass: str | None, suffix: str) -> None:
        for child in element.children:
            if child.name == "geom":
                self._add_geom(child, link, frame, childclass, suffix)
                self._read(child, link, frame, childclass, suffix)  # what follows a tag that was left open
            elif child.name == "body":
                self._read_body(child, link, frame, childclass, suffix)
            elif child.name == "frame":
                inner = compose(frame, placement_of(element_values(child), self.model))
                self._read(child, link, inner, child.text_of("childclass") or childclass, suffix)
            elif child.name == "replicate":
                self._replicate(child, link, frame, childclass, suffix)
            elif child.name in ("joint", "freejoint"):
                link.joints.append(self._joint(child, frame, childclass))
            elif child.name in NOT_READ:
                line, _ = child.document.position(child.start)
                self.model.context.warn(f"line {line}: <{child.tag}> is not read: its geoms are missing")

    def _add_geom(self, element: XmlElement, link: Link, frame: Placement, childclass: str | None, suffix: str) -> None:
        geom = Geom(element, self.model.attributes(element, childclass), frame, suffix)
        link.geoms.append(geom)
        self.in_text_order.append((link, geom))
        if len(self.in_text_order) > MOST_GEOMS:
            raise element.fault(f"too many geoms: at most {MOST_GEOMS:,} are read")

    def _read_body(
        self, element: XmlElement, parent: Link, frame: Placement, childclass: str | None, suffix: str
    ) -> None:
        given = placement_of(element_values(element), self.model)
        placement = compose(frame, given)
        # Before version 2.3.4, MuJoCo could read global coordinates: they are taken back into the frame of the body.
        inside = inverse(given) if self.model.compiler.in_world else HERE
        name = element.text_of("name")
        link = Link(name and name + suffix, parent, placement, element.text_of("mocap") == "true")
        parent.children.append(link)
        if element.document.file is None:
            link.notes += placed_notes(element_values(element), "body ")
        self._read(element, link, inside, element.text_of("childclass") or childclass, suffix)

    def _replicate(
        self, element: XmlElement, link: Link, frame: Placement, childclass: str | None, suffix: str
    ) -> None:
        """Copies, each rotated and moved relative to the previous one, in its frame."""
        count = _whole(element, "count")
        offset, angles = _vector(element, "offset", self.model), _vector(element, "euler", self.model)
        separator, inner = element.text_of("sep"), element.text_of("childclass") or childclass
        position = ZERO
        for i in range(count):
            spend()
            self.replicas += 1
            if self.replicas > MOST_GEOMS:
                raise element.fault(f"too many replicas: at most {MOST_GEOMS:,} are made")
            here = PositionOrientation(position, _turn(scale(angles, i), self.model))
            end = f"{separator}{i:0{len(str(count))}d}"
            self._read(element, link, compose(frame, here), inner, end + suffix)
            position = add(position, row_times(here.pose.rotation, offset))

    def _joint(self, element: XmlElement, frame: Placement, childclass: str | None) -> Joint:
        attributes = self.model.attributes(element, childclass) if element.name == "joint" else element_values(element)
        kind = "free" if element.name == "freejoint" else _text(attributes, "type", "hinge")
        if kind not in WIDTHS:
            raise attributes["type"][0].fault(f"must be one of {', '.join(WIDTHS)}, got {quoted(kind)}")
        axis, anchor = _joint_frame(attributes, kind, self.model)
        turn, start = frame.pose
        reference = read_number(attributes["ref"][0], self.model.context) if "ref" in attributes else 0.0
        if kind == "hinge":
            reference = angle_of(reference, self.model) if reference else 0.0
        return Joint(
            kind, element.text_of("name"), row_times(turn, axis), add(row_times(turn, anchor), start), reference
        )


class JointState:
    """Values of joints, by the body and its joint, and placements of mocap bodies."""

    def __init__(self) -> None:
        self.values: dict[tuple[Link, int], tuple[float, ...] | PositionOrientation | Quaternion] = {}
        self.mocap: dict[Link, Placement] = {}


def state_of_qpos(numbers: NumberList, tree: Tree) -> JointState:
    """The values of all joints from a list as in `qpos`.  Raises `TextError` if the count does not fit."""
    joints = tree.joints
    total = sum(WIDTHS[link.joints[index].kind] for link, index in joints)
    if len(numbers.values) != total:
        raise numbers.source.fault(f"must have {total} numbers ({_sum_of(joints)}), got {len(numbers.values)}")
    state, at = JointState(), 0
    for link, index in joints:
        joint = link.joints[index]
        part = slice(at, at + WIDTHS[joint.kind])
        at = part.stop
        state.values[link, index] = _joint_value(joint, numbers, part, tree.model)
    return state


def _joint_value(
    joint: Joint, numbers: NumberList, part: slice, model: Model
) -> tuple[float, ...] | PositionOrientation | Quaternion:
    values, tokens = numbers.values[part], numbers.tokens[part]
    if joint.kind == "free":
        x, y, z = values[:3]
        turn = quaternion_of(NumberList(values[3:], tokens[3:], numbers.source), model.context)
        return PositionOrientation((x, y, z), turn)
    if joint.kind == "ball":
        return quaternion_of(NumberList(values, tokens, numbers.source), model.context)
    return values


def element_values(element: XmlElement) -> Attributes:
    """The attributes of an element without a default class."""
    return {name: (value,) for name, value in element.attributes.items()}


def placed_notes(attributes: Attributes, of: str = "") -> list[Noted]:
    """The attributes that place an element."""
    given = {name: attributes[name][0] for name in PLACED if name in attributes}
    return [Noted(of + PLACED[name], value.text.strip(), value.span) for name, value in given.items()]


def _depth_first(link: Link) -> Iterator[Link]:
    yield link
    for child in link.children:
        yield from _depth_first(child)


def _move(placement: Placement, link: Link, state: JointState) -> Placement:
    """The placement of a body after its joints, in the order of the text."""
    for index, joint in enumerate(link.joints):
        value = state.values.get((link, index))
        if isinstance(value, PositionOrientation):
            return value
        if value is not None:
            placement = _after_joint(placement, joint, value)
    return placement


def _after_joint(placement: Placement, joint: Joint, value: tuple[float, ...]) -> Placement:
    rotation, position = placement.pose
    if joint.kind == "slide":
        moved = add(position, scale(row_times(rotation, joint.axis), value[0] - joint.reference))
        return placement.moved(moved)
    if joint.kind == "hinge":
        turn = turn_about(joint.axis, value[0] - joint.reference)
    else:
        x, y, z, w = value
        turn = (x, y, z, w)
    turned = compose(placement, PositionOrientation(ZERO, turn))
    anchor = add(row_times(rotation, joint.anchor), position)
    return turned.moved(sub(anchor, row_times(turned.pose.rotation, joint.anchor)))


def _joint_frame(attributes: Attributes, kind: str, model: Model) -> tuple[Vec3, Vec3]:
    if kind == "free":
        return (0.0, 0.0, 1.0), ZERO
    axis, anchor = (0.0, 0.0, 1.0), ZERO
    if "axis" in attributes:
        axis = read_numbers(attributes["axis"][0], model.context, 3).vector
        if norm(axis) == 0.0:
            raise attributes["axis"][0].fault("the axis must not be zero")
    if "pos" in attributes:
        anchor = read_numbers(attributes["pos"][0], model.context, 3).vector
    return unit(axis), anchor


def _text(attributes: Attributes, name: str, default: str) -> str:
    return attributes[name][0].text.strip() if name in attributes else default


def _whole(element: XmlElement, name: str) -> int:
    value = element.get(name)
    if value is None:
        raise element.fault(f"must have {name}")
    if not value.text.strip().isdecimal():
        raise value.fault(f"must be a whole number, got {quoted(value.text)}")
    return int(value.text[:12])


def _vector(element: XmlElement, name: str, model: Model) -> Vec3:
    value: Value | None = element.get(name)
    return ZERO if value is None else read_numbers(value, model.context, 3).vector


def _turn(angles: Vec3, model: Model) -> Quaternion:
    return (0.0, 0.0, 0.0, 1.0) if angles == ZERO else euler_turn(angles, model)


def _sum_of(joints: list[tuple[Link, int]]) -> str:
    kinds = [link.joints[index].kind for link, index in joints]
    parts = [f"{WIDTHS[kind]} of a {kind} joint" for kind in kinds[:4]]
    return " + ".join(parts) + (" + …" if len(joints) > 4 else "") if parts else "the text has no joints"
