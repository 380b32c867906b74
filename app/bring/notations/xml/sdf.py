"""Reads SDF: collisions of models and worlds as bodies, with the poses of the file.

Sizes are full, cylinders, capsules and cones lie along z, and poses are x y z roll pitch yaw about fixed axes, relative
to the link, the model, or the frame named by `relative_to`.  Source: http://sdformat.org/spec, and its tutorial
"Specifying pose".
"""

from dataclasses import dataclass
from functools import cached_property, partial

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.poses import HERE, Placement, compose, inverse
from gjkscope.app.bring.notations.xml import solids
from gjkscope.app.bring.notations.xml.document import Value, XmlDocument, XmlElement, parse_xml
from gjkscope.app.bring.notations.xml.files import file_text_of, find_file
from gjkscope.app.bring.notations.xml.numbers import check_unit, read_numbers
from gjkscope.app.bring.notations.xml.parts import Noted, Part
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.engine.shapes.kinds import HalfSpace, Hull, Shape

TAGS = (
    *solids.ROOTS,
    "world",
    "model",
    "link",
    "joint",
    "frame",
    "include",
    "collision",
    "visual",
    "geometry",
    "pose",
    *solids.SHAPES,
)
MODEL, WORLD = "__model__", "world"
MOST_INCLUDES = 50
LONGEST_CHAIN = 100  # frames, each relative to the next: resolving them recurses


def sdf_parts(document: XmlDocument, context: ReadContext) -> list[Part]:
    """The collisions of the SDF in a document.  Raises `TextError` and `ImportFault`."""
    sizes = solids.Sizes("SDF", context)
    given = solids.roots_of(document, "SDF", context)
    roots = [child for root in given for child in (root.children if root.name == "sdf" else [root])]
    world = XmlElement(document, "world", 0)
    for root in roots:
        world.children.extend(root.children if root.name == "world" else [root])
    world.children.extend(solids.links_of_fragment(roots, "pose"))
    links = Scope(world, None, sizes, [0]).links()
    _apply_state(world, links, sizes)
    solids.choose_geometry(links, "SDF", context)
    return [part for link in links for part in _parts(link, sizes)]


class Scope:
    """A world or model: the frames that names in it refer to."""

    def __init__(self, element: XmlElement, outer: "Scope | None", sizes: solids.Sizes, includes: list[int]) -> None:
        self.element, self.outer, self.sizes = element, outer, sizes
        self.name = element.text_of("name")
        self.frames: dict[str, XmlElement] = {}
        self.models: dict[str, Scope] = {}
        self.members: list[XmlElement | Scope] = []  # links and models, in the order of the text
        self._resolving: set[str] = set()
        self._known: dict[str, Placement] = {}
        for child in element.children:
            self._add(child, includes)

    def _add(self, child: XmlElement, includes: list[int]) -> None:
        if child.name == "include":
            included = _include(child, self.sizes, includes)
            if included is None:
                return
            child = included
        if child.name == "model":
            scope = Scope(child, self, self.sizes, includes)
            self.models.setdefault(scope.name, scope)
            self.members.append(scope)
        elif child.name in ("link", "frame", "joint"):
            self.frames.setdefault(child.text_of("name"), child)
            if child.name == "link":
                self.members.append(child)

    @cached_property
    def placement(self) -> Placement:
        """The model's frame in the scope around it."""
        if self.outer is None:
            return HERE
        own = self.outer.pose_of(self.element, "")
        frame = self.element.get("placement_frame") or _text(self.element, "placement_frame")
        if frame is None or not frame.text.strip():
            return own
        return compose(own, inverse(self.resolve(frame.text.strip(), frame)))

    def pose_of(self, element: XmlElement, otherwise: str) -> Placement:
        """The pose of an element in this scope; relative to the frame `otherwise` unless it names one."""
        pose = element.first("pose")
        if pose is None:
            return self.resolve(otherwise, None)
        named = pose.get("relative_to") or pose.get("frame")
        if pose.get("frame") is not None and pose.get("relative_to") is None and pose.text_of("frame"):
            self.sizes.context.warn("the pose attribute frame (SDF 1.5 to 1.6) is read as relative_to")
        outer = self.resolve(named.text.strip() or otherwise if named else otherwise, named)
        return compose(outer, _pose(pose, self.sizes))

    def resolve(self, name: str, reference: Value | None) -> Placement:
        """The frame of that name in this scope.  Raises `TextError` at the reference if there is none, or a cycle."""
        if name in ("", MODEL) or (name == WORLD and self.outer is None):
            return HERE
        if name in self._known:
            return self._known[name]
        if name in self._resolving:
            raise self._fault(reference, f"frame {quoted(name)} is defined relative to itself")
        if len(self._resolving) >= LONGEST_CHAIN:
            raise self._fault(
                reference, f"frame {quoted(name)}: more than {LONGEST_CHAIN} frames relative to each other"
            )
        self._resolving.add(name)
        self._known[name] = placement = self._resolve(name, reference)
        self._resolving.discard(name)
        return placement

    @cached_property
    def world(self) -> Placement:
        """This scope in the world."""
        return HERE if self.outer is None else compose(self.outer.world, self.placement)

    def links(self) -> list["ScopedLink"]:
        """The links of this scope and the models in it."""
        links: list[ScopedLink] = []
        for member in self.members:
            if isinstance(member, Scope):
                links += member.links()
            else:
                placement = compose(self.world, self.pose_of(member, ""))
                names = (*self._path(), member.text_of("name"))
                links.append(ScopedLink(names, placement, member, tuple(_pose_notes(member, "link ")), scope=self))
        return links

    def _path(self) -> tuple[str, ...]:
        return () if self.outer is None else (*self.outer._path(), self.name)

    def _resolve(self, name: str, reference: Value | None) -> Placement:
        first, colons, inner_name = name.partition("::")
        if colons and first in self.models:
            inner = self.models[first]
            return compose(inner.placement, inner.resolve(inner_name, reference))
        if name in self.models:
            return self.models[name].placement
        if name not in self.frames:
            known = ", ".join(map(quoted, [frame for frame in (*self.frames, *self.models) if frame][:5])) or "none"
            raise self._fault(reference, f"frame {quoted(name)} is not defined here; defined: {known}")
        element = self.frames[name]
        base = ""
        if element.name == "frame":
            base = element.text_of("attached_to")
        elif element.name == "joint":
            child = _text(element, "child")
            base = child.text.strip() if child is not None else ""
        return self.pose_of(element, base)

    def _fault(self, reference: Value | None, message: str) -> ValueError:
        return reference.fault(message) if reference is not None else self.element.fault(message)


@dataclass
class ScopedLink(solids.ModelLink):
    """A link with the scope that resolves the names of frames in its collisions."""

    scope: Scope | None = None


# --- the saved state of a world ---


def _apply_state(world: XmlElement, links: list[ScopedLink], sizes: solids.Sizes) -> None:
    """Moves the links to the poses that Gazebo has saved in `state`, which are in the world."""
    states = {model.text_of("name"): model for state in world.all("state") for model in state.all("model")}
    moved = [link for link in links if link.names[0] in states]
    if not moved:
        return
    why = "<state>: Gazebo Classic starts a saved world there"
    if sizes.context.assume("state", "saved", why, "left out") != "saved":
        return
    for link in moved:
        model = states[link.names[0]]
        for name in link.names[1:-1]:  # nested models
            model = next((inner for inner in model.all("model") if inner.text_of("name") == name), model)
        own = next((inner for inner in model.all("link") if inner.text_of("name") == link.names[-1]), None)
        if own is not None and (pose := own.first("pose")) is not None:
            link.placement = _pose(pose, sizes)
            link.notes = tuple(_pose_notes(own, "saved "))
        elif (pose := model.first("pose")) is not None and link.scope is not None:
            link.placement = compose(_pose(pose, sizes), compose(inverse(link.scope.world), link.placement))
            link.notes = tuple(_pose_notes(model, "saved "))


# --- collisions ---


def _parts(link: ScopedLink, sizes: solids.Sizes) -> list[Part]:
    parts: list[Part] = []
    for element in link.parts:
        notes: list[Noted] = []
        shape = _shape(element, sizes, notes)
        if shape is not None:
            names = (*link.names, element.text_of("name"))
            notes += _pose_notes(element)
            known = () if element.document.file else (*notes, *link.notes)
            placement = _collision_placement(element, link, sizes)
            if isinstance(shape, HalfSpace):
                placement = compose(placement, sizes.plane(_text(solids.solid_of(element), "normal")))
            parts.append(Part(names, len(parts), shape, placement, tuple(known)))
    return parts


def _collision_placement(element: XmlElement, link: ScopedLink, sizes: solids.Sizes) -> Placement:
    pose = element.first("pose")
    if pose is None:
        return link.placement
    named = pose.get("relative_to")
    if named is not None and named.text.strip() and link.scope is not None:
        return compose(link.scope.world, link.scope.pose_of(element, ""))
    return compose(link.placement, _pose(pose, sizes))


def _pose(element: XmlElement, sizes: solids.Sizes) -> Placement:
    """x y z roll pitch yaw, or x y z and a quaternion x y z w if `rotation_format` says so."""
    content = element.content
    if content is None:
        return HERE
    kind, degrees = element.text_of("rotation_format", "euler_rpy"), element.text_of("degrees")
    if kind == "quat_xyzw":
        parts = read_numbers(content, sizes.context, 7)
        check_unit(parts, "SDFormat", sizes.context)
        a, b, c, x, y, z, w = parts.values
        return PositionOrientation((a, b, c), (x, y, z, w))
    if kind != "euler_rpy":
        raise element.attributes["rotation_format"].fault(f"must be euler_rpy or quat_xyzw, got {quoted(kind)}")
    a, b, c, roll, pitch, yaw = read_numbers(content, sizes.context, 6).values
    in_degrees = degrees in ("true", "1") if degrees else None
    return PositionOrientation((a, b, c), sizes.turn((roll, pitch, yaw), in_degrees))


def _pose_notes(element: XmlElement, of: str = "") -> list[Noted]:
    pose = element.first("pose")
    if pose is None or pose.content is None:
        return []
    return [Noted(f"{of}pose", " ".join(pose.content.text.split()), pose.content.span)]


# --- shapes ---


def _shape(element: XmlElement, sizes: solids.Sizes, notes: list[Noted]) -> Shape | None:
    solid = solids.solid_of(element)
    if solid.name in solids.NO_SHAPE:
        sizes.context.warn(f"{solids.label_of_collision(element)} is left out: {solids.NO_SHAPE[solid.name]}")
        return None
    notes.append(Noted("shape", solid.name, solid.span))
    notes += [
        Noted(child.name, " ".join(child.content.text.split()), child.content.span)
        for child in solid.children
        if child.content is not None
    ]
    return _solid(solid, solids.label_of_collision(element), sizes)


def _solid(solid: XmlElement, label: str, sizes: solids.Sizes) -> Shape | None:
    if (common := solids.common_solid(solid, partial(_require, solid), sizes)) is not None:
        return common
    if solid.name == "ellipsoid":
        return sizes.ellipsoid(
            [_require(solid, "radii")] if solid.first("radii") else [_require(solid, i) for i in "abc"]
        )
    if solid.name == "mesh":
        if solid.first("submesh") is not None:
            sizes.context.warn(f"{label}: submesh is not read: the whole mesh file is used")
        return sizes.mesh(_require(solid, "uri"), _text(solid, "scale"), label)
    if solid.name == "polyline":
        return _extrusion(solid, label, sizes)
    raise solid.fault(f"must be one of {', '.join((*solids.SHAPES, 'polyline'))}")


def _extrusion(solid: XmlElement, label: str, sizes: solids.Sizes) -> Hull:
    """A polygon in the plane z = 0, extruded to `height`."""
    points = [read_numbers(_content(point), sizes.context, 2).values for point in solid.all("point")]
    if len(points) < 3:
        raise solid.fault(f"must have at least 3 points, got {len(points)}")
    height = sizes.lengths(_require(solid, "height"), 1).values[0]
    sizes.context.warn(f"{label}: a polyline is read as the convex hull of its extrusion")
    return Hull(tuple((x, y, z) for z in (0.0, height) for x, y in points))


def _text(element: XmlElement, name: str) -> Value | None:
    """The content of a child."""
    child = element.first(name)
    return None if child is None else child.content


def _require(element: XmlElement, name: str) -> Value:
    child = element.first(name)
    if child is None:
        raise element.fault(f"must contain {name}")
    return _content(child)


def _content(element: XmlElement) -> Value:
    content = element.content
    if content is None:
        raise element.fault("must not be empty")
    return content


def _include(element: XmlElement, sizes: solids.Sizes, includes: list[int]) -> XmlElement | None:
    """The model of an included file, under the name and at the pose that the include gives it."""
    uri = _require(element, "uri")
    line, _ = element.document.position(element.start)
    path = find_file(uri, sizes.context, main="model.sdf")
    if path is None:
        sizes.context.warn(
            f"line {line}: included model {quoted(uri.text.strip())} is not found in the folder of the text: not read"
        )
        return None
    includes[0] += 1
    if includes[0] > MOST_INCLUDES:
        raise uri.fault(f"too many included models: at most {MOST_INCLUDES} are read")
    name = uri.text.strip()
    document = parse_xml(file_text_of(uri, path), TAGS, name)
    roots = [child for root in document.roots for child in (root.children if root.name == "sdf" else [root])]
    model = next((root for root in roots if root.name == "model"), None)
    if model is None:
        raise uri.fault(f"{path.name} contains no model")
    sizes.context.warn(f"the numbers of the included file {quoted(name)} are read, but not marked in the text")
    return _rename(model, element)


def _rename(model: XmlElement, include: XmlElement) -> XmlElement:
    own = {child.name: child for child in include.all("name", "pose", "placement_frame")}
    model.children = [child for child in model.children if child.name not in own] + [
        child for name, child in own.items() if name != "name"
    ]
    if "name" in own and own["name"].content is not None:
        model.attributes["name"] = _content(own["name"])
    if "placement_frame" in own or "pose" in own:
        model.attributes.pop("placement_frame", None)
    return model
