"""The parts of an MJCF model that its bodies refer to: compiler settings, default classes, meshes and keyframes.

Source: MuJoCo's XML reference, https://mujoco.readthedocs.io/en/stable/XMLreference.html.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.xml.document import Value, XmlDocument, XmlElement, parse_xml
from gjkscope.app.bring.notations.xml.files import file_text_of, find_file

# Each attribute with its value in the element or the most specific class, and those of the classes that it inherits
# from: a list such as `size` is completed from them.
Attributes = dict[str, tuple[Value, ...]]

SECTIONS = ("compiler", "option", "size", "default", "asset", "worldbody", "keyframe", "contact", "include")
IN_BODIES = ("body", "geom", "joint", "freejoint", "frame", "replicate")
TAGS = ("mujoco", "mujocoinclude", *SECTIONS, *IN_BODIES, "mesh", "hfield", "key")

MAIN = "main"  # the class of elements without one
ORIENTATIONS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")


class Compiler(NamedTuple):
    """The settings of the compiler; None where the text does not give one."""

    degrees: bool | None = None
    sequence: Value | None = None  # of Euler angles
    meshdir: str = ""
    strippath: bool = False
    in_world: bool = False  # the poses of bodies, geoms and joints are in the world, not in their body


class Model:
    """An MJCF text: `bodies` are the elements below which geoms are found."""

    def __init__(self, document: XmlDocument, context: ReadContext) -> None:
        self.document, self.context = document, context
        self.elements = [child for root in document.roots for child in _open(root, context)]
        self.compiler = _compiler(self.sections("compiler"))
        self.classes = self._classes()
        self._meshes = self._named_meshes()
        self._fields = {element.text_of("name"): element for element in self.inside("asset", "hfield")}

    @property
    def bodies(self) -> XmlElement:
        """An element with the contents of all world bodies, and of fragments of bodies."""
        world = XmlElement(self.document, "worldbody", 0)
        for element in self.elements:
            if element.name == "worldbody":
                world.children.extend(element.children)
            elif element.name in IN_BODIES:
                world.children.append(element)
        return world

    @property
    def whole(self) -> str:
        """The text of the model without the text around it; "" if it is a fragment."""
        roots = self.document.roots
        if len(roots) != 1 or roots[0].name != "mujoco" or roots[0].end is None:
            return ""
        return self.document.text[roots[0].start : roots[0].end]

    def sections(self, name: str) -> list[XmlElement]:
        return [element for element in self.elements if element.name == name]

    def inside(self, section: str, name: str) -> list[XmlElement]:
        """The elements of that name in the section, or pasted without it."""
        return [*(child for parent in self.sections(section) for child in parent.all(name)), *self.sections(name)]

    def attributes(self, element: XmlElement, childclass: str | None = None) -> Attributes:
        """The attributes of an element, with those of its default class."""
        name = element.text_of("class") or childclass or MAIN
        if name not in self.classes:
            self.context.warn(f"class {quoted(name)} is not defined in the text: its defaults are not known")
            name = MAIN
        return _merge(element, self.classes[name].get(element.name, {}))

    def mesh(self, reference: Value) -> XmlElement:
        """The mesh that an attribute names.  Raises `TextError` if the text does not define it."""
        name = reference.text.strip()
        if name not in self._meshes:
            known = ", ".join(map(quoted, list(self._meshes)[:5])) or "none"
            raise reference.fault(f"mesh {quoted(name)} is not defined; defined: {known}")
        return self._meshes[name]

    def height_field(self, reference: Value) -> XmlElement | None:
        """The height field that an attribute names, if the text has its elevations."""
        element = self._fields.get(reference.text.strip())
        return None if element is None or element.get("elevation") is None else element

    def _classes(self) -> dict[str, dict[str, Attributes]]:
        classes: dict[str, dict[str, Attributes]] = {MAIN: {}}
        for section in self.sections("default"):
            own = section.text_of("class") or MAIN  # a fragment may start with any class
            classes[own] = _settings(section, classes.get(own, classes[MAIN]))
            pending = [(section, own)]
            while pending:
                outer, inherited = pending.pop()
                for child in outer.all("default"):
                    name = child.text_of("class")
                    if not name:
                        raise child.fault("must have a class")
                    classes[name] = _settings(child, classes[inherited])
                    pending.append((child, name))
        return classes

    def _named_meshes(self) -> dict[str, XmlElement]:
        meshes = {}
        for element in self.inside("asset", "mesh"):
            file = element.text_of("file")
            name = element.text_of("name") or file.replace("\\", "/").rpartition("/")[2].rpartition(".")[0]
            meshes[name] = element
        return meshes


def _open(root: XmlElement, context: ReadContext) -> Iterator[XmlElement]:
    """The sections of a root, with the contents of included files in place of `include`."""
    _include(root, context, {""})
    yield from (root.children if root.name in ("mujoco", "mujocoinclude") else [root])


def _include(element: XmlElement, context: ReadContext, seen: set[str]) -> None:
    pending = [element]
    while pending:
        parent = pending.pop()
        while (child := parent.first("include")) is not None:
            at = parent.children.index(child)
            parent.children[at : at + 1] = _included_elements(child, context, seen)
        pending.extend(parent.children)


def _included_elements(element: XmlElement, context: ReadContext, seen: set[str]) -> list[XmlElement]:
    reference = element.get("file")
    if reference is None:
        raise element.fault("must name a file")
    name = reference.text.strip()
    path = find_file(reference, context)
    if path is None:
        why = f"the included file {quoted(name)} is not in the text or its folder: it may have shapes, or default sizes"
        context.ask(f"include {name}", "left out", why, span=reference.span)
        return []
    if str(path) in seen:
        raise reference.fault(f"{quoted(name)} is included twice")
    seen.add(str(path))
    document = parse_xml(file_text_of(reference, path), TAGS, name)
    roots = [child for root in document.roots for child in _contents(root)]
    context.warn(f"the numbers of the included file {quoted(name)} are read, but not marked in the text")
    return roots


def _contents(root: XmlElement) -> list[XmlElement]:
    return root.children if root.name in ("mujoco", "mujocoinclude") else [root]


def _compiler(elements: list[XmlElement]) -> Compiler:
    """The settings of all compiler elements: the last one that gives a value counts, at any depth."""
    compiler = Compiler()
    for element in elements:
        if (angle := element.get("angle")) is not None:
            compiler = compiler._replace(degrees=_choice(angle, "radian", "degree") == "degree")
        if (coordinate := element.get("coordinate")) is not None:
            compiler = compiler._replace(in_world=_choice(coordinate, "local", "global") == "global")
        if (sequence := element.get("eulerseq")) is not None:
            letters = sequence.text.strip()
            if len(letters) != 3 or not set(letters.lower()) <= set("xyz"):
                raise sequence.fault(f"must be three of x, y, z, X, Y, Z, got {quoted(sequence.text)}")
            compiler = compiler._replace(sequence=sequence)
        folder = element.get("meshdir") or element.get("assetdir")
        if folder is not None:
            compiler = compiler._replace(meshdir=folder.text.strip())
        if (strip := element.get("strippath")) is not None:
            compiler = compiler._replace(strippath=_choice(strip, "true", "false") == "true")
    return compiler


def _choice(value: Value, *known: str) -> str:
    text = value.text.strip()
    if text not in known:
        raise value.fault(f"must be {' or '.join(known)}, got {quoted(text)}")
    return text


def _settings(element: XmlElement, inherited: dict[str, Attributes]) -> dict[str, Attributes]:
    """The attributes by tag of a default class."""
    settings = dict(inherited)
    for child in element.children:
        if child.name != "default":
            settings[child.name] = _merge(child, settings.get(child.name, {}))
    return settings


def _merge(element: XmlElement, inherited: Attributes) -> Attributes:
    own = element.attributes
    if any(name in own for name in ORIENTATIONS):  # one orientation replaces another
        inherited = {name: values for name, values in inherited.items() if name not in ORIENTATIONS}
    return {**inherited, **{name: (value, *inherited.get(name, ())) for name, value in own.items()}}
