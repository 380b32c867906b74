"""Sets members of objects and shapes."""

from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.shape_arguments import parameter_of
from gjkscope.app.bring.notations.code.values import Array, SolidValue, Text, Thing, Value


def set_field(program: Program, thing: Thing, name: str, value: Value) -> None:
    """Sets a member of an object: a shape becomes one of its shapes, a frame becomes its owner."""
    role = program.vocabulary.fields.get(name) or names.role_of(name)
    value = lifted_value(program.site(name, thing.token, thing.end), value, role)
    if isinstance(value, SolidValue):
        thing.solids.append(value)
        if value.name is None and role != "shape" and (role is None or thing.type == ""):  # input.proxyA = …, an entry
            value.name = name or None
    elif isinstance(value, Array):
        _take_shapes(thing, value)
    elif isinstance(value, Thing):
        _take_object(thing, name, value, role)
    program.replace_value(thing.fields.get(name))
    thing.fields[name] = value


def _take_shapes(thing: Thing, parts: Array) -> None:
    """Takes the shapes of a list, and becomes the owner of objects: `ColliderShapes = { … }`."""
    thing.solids += [part for part in parts.items if isinstance(part, SolidValue)]
    for part in parts.items:
        if isinstance(part, Thing) and part.solids:
            part.owners.append(thing)


def _take_object(thing: Thing, name: str, value: Thing, role: str | None) -> None:
    if value.solids and name == "":  # an item: new Entity { new Collider { … } }
        value.owners.append(thing)
    elif value.solids and role == "shape":
        thing.solids += value.solids
        value.is_absorbed = True
    elif role == "placement":
        thing.owners = [value]


def set_parameter(solid: SolidValue, name: str, value: Value) -> None:
    """Sets a size, the pose, the scale or the rounding of a shape by the name of the member."""
    if solid.kinds is not None and name == solid.kinds[0] and isinstance(value, Text) and value.text in solid.kinds[1]:
        known_as, solid.form = solid.form.kind, solid.kinds[1][value.text]
        solid.name = solid.form.kind if solid.name == known_as else solid.name
        return
    parameter, role = parameter_of(solid.form, name), names.role_of(name)
    if parameter is None and role in ("position", "rotation", "placement"):
        parameter = role
    if parameter == "placement":
        for part in ("position", "rotation"):
            solid.arguments.pop(part, None)
    if parameter is not None:
        solid.arguments[parameter] = value
    elif name.lower().replace("_", "") in ("localscale", "scale", "localscaling"):
        solid.scales.append((solid.token, value))
    elif name.lstrip("m_").lower() in ("margin", "convexradius", "sweptsphereradius"):
        solid.arguments["convex_radius" if "convex" in name.lower() else "rounding"] = value


def parts_of_pair(thing: Thing) -> dict[SolidValue, str]:
    """The shapes of an object that describes a pair, by the ends of their names: `input.proxyA`, `input.proxyB`."""
    ends = {
        value: name[-1]
        for name, value in thing.fields.items()
        if isinstance(value, SolidValue) and name[-1:] in ("A", "B", "1", "2") and value in thing.solids
    }
    return ends if len(set(ends.values())) == 2 == len(set(thing.solids)) else {}
