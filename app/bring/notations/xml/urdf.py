"""Reads URDF: collisions as bodies in the frame of the robot's root, with all joints at zero.

Sizes are full, cylinders and capsules lie along z, and `rpy` turns about fixed axes.  Capsules and ellipsoids are
extensions (of Drake, Bullet and MuJoCo).  Source: https://wiki.ros.org/urdf/XML.
"""

from functools import partial

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.poses import HERE, Placement, compose
from gjkscope.app.bring.notations.xml import solids
from gjkscope.app.bring.notations.xml.document import Value, XmlDocument, XmlElement
from gjkscope.app.bring.notations.xml.numbers import check_unit, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted, Part
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import HalfSpace, Shape
from gjkscope.engine.vectors import ZERO

TAGS = (*solids.ROOTS, "link", "joint", "drake:joint", "collision", "visual", "geometry", "origin", *solids.SHAPES)


def urdf_parts(document: XmlDocument, context: ReadContext) -> list[Part]:
    """The collisions of the URDF in a document.  Raises `TextError` and `ImportFault`."""
    sizes = solids.Sizes("URDF", context)
    roots = solids.roots_of(document, "URDF", context)
    robots = [root for root in roots if root.name == "robot"]
    links = [link for robot in robots for link in _links(robot.children, robot.text_of("name"), sizes)]
    others = [root for root in roots if root.name != "robot"]
    links += _links([*others, *solids.links_of_fragment(others, "origin")], "", sizes)
    solids.choose_geometry(links, "URDF", context)
    return [part for link in links for part in _parts(link, sizes)]


def _links(elements: list[XmlElement], robot: str, sizes: solids.Sizes) -> list[solids.ModelLink]:
    """The links among the elements, placed by the joints."""
    joints = _joints_by_child([element for element in elements if element.name == "joint"])
    links = [element for element in elements if element.name == "link"]
    if joints:
        sizes.context.assume("joints", "zero", "URDF: each joint at 0, the child at the joint's origin")
    elif len(links) > 1:
        sizes.context.warn("the text has no joints: each link is placed at the origin")
    placed: dict[str, Placement] = {}
    placed_links = []
    for link in links:
        name = link.text_of("name")
        notes = _origin_notes(joints[name], "link ") if name in joints else []
        placed_links.append(solids.ModelLink((robot, name), _place(name, joints, placed, sizes), link, tuple(notes)))
    return placed_links


def _joints_by_child(joints: list[XmlElement]) -> dict[str, XmlElement]:
    joints_by_child: dict[str, XmlElement] = {}
    for joint in joints:
        child = joint.first("child")
        if child is None or joint.first("parent") is None:
            if joint.is_closed:
                raise joint.fault("must have a parent and a child link")
            continue
        name = child.text_of("link")
        if name in joints_by_child:
            line, _ = joint.document.position(joints_by_child[name].start)
            raise child.fault(f"link {quoted(name)} is the child of the joint in line {line} already")
        joints_by_child[name] = joint
    return joints_by_child


def _place(name: str, joints: dict[str, XmlElement], placed: dict[str, Placement], sizes: solids.Sizes) -> Placement:
    """Where a link is: from the root of its tree along the joints."""
    way: dict[str, None] = {}
    while name in joints and name not in placed:
        if name in way:
            raise joints[name].fault(f"link {quoted(name)} is its own ancestor: joints must form a tree")
        way[name] = None
        parent = joints[name].first("parent")
        name = parent.text_of("link") if parent is not None else ""
    placement = placed.setdefault(name, HERE)
    for child in reversed(way):
        placement = placed[child] = compose(placement, _origin(joints[child], sizes))
    return placement


def _parts(link: solids.ModelLink, sizes: solids.Sizes) -> list[Part]:
    parts: list[Part] = []
    for element in link.parts:
        notes: list[Noted] = []
        shape = _shape(element, sizes, notes)
        if shape is not None:
            placement = compose(link.placement, _origin(element, sizes))
            if isinstance(shape, HalfSpace):
                placement = compose(placement, sizes.plane(solids.solid_of(element).get("normal")))
            notes += _origin_notes(element)
            names = (*link.names, element.text_of("name"))
            parts.append(Part(names, len(parts), shape, placement, (*notes, *link.notes)))
    return parts


def _origin(element: XmlElement, sizes: solids.Sizes) -> Placement:
    origin = element.first("origin")
    if origin is None:
        return HERE
    xyz, rpy, turn = origin.get("xyz"), origin.get("rpy"), origin.get("quat_xyzw")
    position = ZERO if xyz is None else read_numbers(xyz, sizes.context, 3).vector
    if turn is not None:
        parts = read_numbers(turn, sizes.context, 4)
        check_unit(parts, "readers of URDF", sizes.context)
        x, y, z, w = parts.values
        return PositionOrientation(position, (x, y, z, w))
    angles = ZERO if rpy is None else read_numbers(rpy, sizes.context, 3).vector
    return PositionOrientation(position, sizes.turn(angles))


def _origin_notes(element: XmlElement, of: str = "") -> list[Noted]:
    origin = element.first("origin")
    given = {"xyz": "position", "rpy": "orientation", "quat_xyzw": "orientation"}
    if origin is None:
        return []
    values = [(label, origin.get(name)) for name, label in given.items()]
    return [Noted(of + label, value.text.strip(), value.span) for label, value in values if value is not None]


def _shape(element: XmlElement, sizes: solids.Sizes, notes: list[Noted]) -> Shape | None:
    solid = solids.solid_of(element)
    if solid.name in solids.NO_SHAPE:
        sizes.context.warn(f"{solids.label_of_collision(element)} is left out: {solids.NO_SHAPE[solid.name]}")
        return None
    notes.append(Noted("shape", solid.name, solid.span))
    notes += [Noted(name, value.text.strip(), value.span) for name, value in solid.attributes.items()]
    return _solid(solid, solids.label_of_collision(element), sizes)


def _solid(solid: XmlElement, label: str, sizes: solids.Sizes) -> Shape | None:
    if (common := solids.common_solid(solid, partial(_require, solid), sizes)) is not None:
        return common
    if solid.name == "ellipsoid":
        return sizes.ellipsoid([_require(solid, axis) for axis in "abc"])
    if solid.name in ("mesh", "convex"):
        return sizes.mesh(_require(solid, "filename"), solid.get("scale"), label)
    raise solid.fault(f"must be one of {', '.join(solids.SHAPES)}")


def _require(element: XmlElement, name: str) -> Value:
    value = element.get(name)
    if value is None:
        raise element.fault(f"must have {name}")
    return value
