"""Shapes that code does not construct: sizes in named variables, and bare lists of points."""

import re

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.matrix_poses import as_matrix_pose, is_named_pose
from gjkscope.app.bring.notations.code.plane_solids import LEAST_CORNERS
from gjkscope.app.bring.notations.code.plane_values import plane_points
from gjkscope.app.bring.notations.code.program import Program, Variable
from gjkscope.app.bring.notations.code.shape_arguments import list_of_points
from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Text,
    Thing,
    Value,
    all_tokens,
    flatten,
    matrix_rows,
    rotation_of_rows,
    scalars,
    transpose_matrix,
    vector_in,
)
from gjkscope.app.bring.notations.inference import ask_dimension
from gjkscope.engine.pose import is_rotation

_VECTORS = {"size", "sizes", "side", "sides", "dim", "dims", "dimensions", "extents", "extent", "lengths", "radii"}
_SCALARS = {"radius": "radius", "r": "radius", "rad": "radius", "height": "height", "h": "height", "len": "height"}
_SCALARS |= {"length": "height", "lz": "height"}
_PLACES = dict.fromkeys(("pos", "position", "center", "centre", "origin", "translation", "location"), "position")
_PLACES |= dict.fromkeys(("rot", "rotation", "quat", "quaternion", "orientation", "mat"), "rotation")
_PLACES["axis"] = "axis"
_NOT_POINTS = frozenset("face faces index indices triangles tris normal normals color colors edges weights".split())


_LOADING = re.compile(r"(?i)load|read|genfromtxt|fromfile|rand")  # functions whose results the text does not have


def add_loose_shapes(program: Program) -> None:
    """Adds shapes from unused variables, if the code constructs fewer than two shapes."""
    if len(program.solids) >= 2:
        return
    _add_described_objects(program)
    _add_named_sizes(program)
    _add_triangle(program)
    if program.vocabulary.infers_points and len(program.solids) < 2:
        _add_points(program)
        if len(program.solids) == 1:
            _mention_failed(program)


def _mention_failed(program: Program) -> None:
    """Warns about variables that may be the other shape but could not be computed."""
    for variable in program.variables:
        if isinstance(variable.value, Failed) and not variable.uses:
            program.context.warn(f"{variable.value.fault}: {variable.name} was left out")
        elif isinstance(variable.value, Thing) and _LOADING.search(variable.value.type):
            program.context.warn(f"line {variable.token.line}: the numbers of {variable.name} are not in the text")


def _add_named_sizes(program: Program) -> None:
    """Sizes in variables with descriptive names: boxP_size, cylinder_radius and cylinder_length."""
    groups: dict[tuple[str, ...], tuple[str, Variable, dict[str, Value]]] = {}
    for variable in program.variables:
        parameter = _parameter(variable)
        if parameter is None or (variable.uses > variable.passed and program.solids):
            continue
        words = names.words_of(variable.name)
        key = tuple(word for word in words if word not in _VECTORS | set(_SCALARS) | {"half"})
        kind_words = [word for word in key if word in names.SHAPE_KINDS] or [
            word[:-1] for word in key if word[:-1] in names.SHAPE_KINDS
        ]
        if not kind_words and parameter in ("sizes", "half_extents"):
            kind_words = ["box"]  # no other shape has three sizes
            key = tuple(word for word in key if word != "extents")
        if kind_words:
            variable.uses += 1
            groups.setdefault(key, (names.SHAPE_KINDS[kind_words[0]], variable, {}))[2][parameter] = variable.value
    for key, (_, _, arguments) in groups.items():
        arguments |= _used_places(program, key)
    for kind, variable, arguments in groups.values():
        form = ShapeForm(kind, tuple(f"{name}?" for name in arguments), axis="z")
        solid = SolidValue(form, variable.name, variable.token, variable.token.end)
        solid.arguments = dict(arguments)
        is_first = names.words_of(variable.name)[:1] == ("half",)  # half_extents_a
        solid.name = "_".join(key) or kind if is_first else _stem(variable.name)
        program.solids.append(solid)
        program.context.assume("kind", kind, f"the name {variable.name}", span=solid.span)


def _add_described_objects(program: Program) -> None:
    """Objects that name a kind of shape and have its sizes.

    They are instances of classes of the text, SphereObstacle(center, radius), and dictionaries: {"type": "sphere", …}.
    """
    for thing in list(program.things):
        fields = _all_fields(thing)
        word = thing.type if thing.definition is not None else _kind_word(fields) if thing.type == "" else ""
        kinds = [names.SHAPE_KINDS[part] for part in names.words_of(word) if part in names.SHAPE_KINDS]
        sizes = {
            parameter: value
            for name, value in fields.items()
            if (parameter := _parameter_named(name, value)) is not None
        }
        if thing.solids or not kinds or not _is_complete(kinds[0], sizes):
            continue
        form = ShapeForm(kinds[0], tuple(f"{name}?" for name in sizes), axis="z")
        solid = SolidValue(form, word, thing.token, thing.end)
        places = {role: value for name, value in fields.items() if (role := names.role_of(name)) in _PLACING}
        solid.arguments, solid.name = sizes | places, thing.name
        program.solids.append(solid)
        program.context.assume("kind", kinds[0], f"the name {word}", span=solid.span)


_PLACING = ("position", "rotation", "placement", "euler")


def _all_fields(thing: Thing) -> dict[str, Value]:
    """The fields of an object, and of the dictionaries in it: {"geometry": {"radius": 0.5}}."""
    inner = [value for value in thing.fields.values() if isinstance(value, Thing) and value.type == ""]
    outer = {name: value for name, value in thing.fields.items() if value not in inner}
    return {name: value for dictionary in inner for name, value in dictionary.fields.items()} | outer


def _kind_word(fields: dict[str, Value]) -> str:
    words = (fields[name] for name in ("type", "kind", "shape", "shape_type") if name in fields)
    return next((word.text for word in words if isinstance(word, Text)), "")


def _is_complete(kind: str, sizes: dict[str, Value]) -> bool:
    """Whether the sizes are those of a kind of shape."""
    if kind == "sphere":
        return sizes.keys() == {"radius"}
    if kind in ("capsule", "cylinder", "cone"):
        return "radius" in sizes and len(sizes.keys() & {"height", "half_height"}) == 1
    return len(sizes.keys() & {"sizes", "half_extents", "radii"}) == 1 and "radius" not in sizes


def _add_triangle(program: Program) -> None:
    """A triangle of three points in variables: tri_a, tri_b, tri_c; also t1, t2, t3 in a text about triangles."""
    if len(program.solids) >= 2 or not _TRIANGLE.search(program.context.text):
        return
    groups: dict[str, dict[str, Variable]] = {}
    for variable in program.variables:
        match = _CORNER.fullmatch(variable.name)
        if match and vector_in(variable.value) is not None:
            groups.setdefault(match["stem"].lower().rstrip("_"), {})[match["tag"].lower()] = variable
    for corners in groups.values():
        if "".join(sorted(corners)) not in ("123", "012", "abc"):
            continue
        first = corners[min(corners)]
        points = [corners[tag] for tag in sorted(corners)]
        solid = SolidValue(ShapeForm("triangle", ("a", "b", "c")), first.name, first.token, first.token.end)
        solid.arguments = dict(zip("abc", (corner.value for corner in points), strict=True))
        solid.name = "triangle"
        for corner in points:
            corner.uses += 1
        program.solids.append(solid)
        why = f"the names {', '.join(corner.name for corner in points)}"
        program.context.assume("kind", "triangle", why, span=solid.span)


_TRIANGLE = re.compile(r"(?i)triangle|\btri_")
_CORNER = re.compile(r"(?P<stem>(?:t|tri|triangle|v|vertex)_?)(?P<tag>[0-3abcABC])")


def _used_places(program: Program, key: tuple[str, ...]) -> dict[str, Value]:
    """The position, rotation and axis of a shape in variables that a call uses: sphere_pos, capsule_axis."""
    arguments: dict[str, Value] = {}
    for variable in program.variables:
        words = names.words_of(variable.name)
        role = _PLACES.get(words[-1]) if words else None
        if role is not None and variable.uses and words[:-1] == key and isinstance(variable.value, (Array, Rotation)):
            arguments[role] = variable.value
    return arguments


def _parameter(variable: Variable) -> str | None:
    """The property of a shape that a variable holds, from its name; None if there is none."""
    return _parameter_named(variable.name, variable.value)


def _parameter_named(name: str, value: Value) -> str | None:
    words = _without_tag(names.words_of(name))
    is_half = "half" in words
    if isinstance(value, Scalar):
        parameter = _SCALARS.get(words[-1]) if words else None
        return "half_height" if parameter == "height" and is_half else parameter
    if vector_in(value) is None or not words or words[-1] not in _VECTORS:
        return None
    if words[-1] == "radii":
        return "radii"
    return "half_extents" if is_half or words[-1] in ("extents", "extent") else "sizes"


def _without_tag(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a name without a final number or letter that distinguishes two: side1, size_a."""
    is_tagged = len(words) > 1 and (words[-1].isdigit() or len(words[-1]) == 1) and words[-1] not in _SCALARS
    return words[:-1] if is_tagged else words


def _stem(name: str) -> str:
    """The name without the final words that identify the size."""
    words = names.words_of(name)
    if len(words) < 2 or words[-1] not in {*_VECTORS, *_SCALARS, "half"}:
        return name
    return _stem(name[: -len(words[-1])].rstrip("_"))


def _add_points(program: Program) -> None:
    """The hulls of lists of points.  Lists that were used for something else count only if there are no others."""
    taken = [value for solid in program.solids for value in solid.arguments.values()]
    lists = [variable for variable in program.variables if variable.value not in taken and _may_be_points(variable)]
    unused = [variable for variable in lists if not variable.uses]
    for variable in unused if len(unused) + len(program.solids) >= 2 else lists:
        is_plane = program.vocabulary.is_plane
        value = _plane_points_of(variable.value) if is_plane else _points_of(variable, program)
        if value is None:
            continue
        kind = "polygon" if is_plane else "points"
        solid = SolidValue(ShapeForm(kind, ("points",)), variable.name, variable.token, variable.token.end)
        variable.uses += 1
        solid.arguments["points"] = value
        solid.name = variable.name
        program.solids.append(solid)


def _may_be_points(variable: Variable) -> bool:
    value = variable.value
    if not isinstance(value, Array) or set(names.words_of(variable.name)) & _NOT_POINTS:
        return False
    is_point = len(value.items) == 1 and isinstance(value.items[0], Array) and vector_in(value) is not None
    rows = matrix_rows(value)
    if rows and len(rows) == len(rows[0]) == 3 and is_rotation(rotation_of_rows(rows).rows):
        return False
    return (len(value.items) >= 2 or is_point) and not (as_matrix_pose(value) or is_named_pose(variable.name, value))


def _failed_item(value: Array) -> Failed | None:
    """The first item of a list of points that could not be computed."""
    rows = [item for item in value.items if isinstance(item, Array) and len(item.items) == 3]
    if len(rows) < len(value.items):
        return None
    return next((item for row in rows for item in row.items if isinstance(item, Failed)), None)


def _fault_of_ragged_rows(value: Array) -> TextError | None:
    """The fault of a list of rows of numbers that are not equally long."""
    rows = [scalars(item) for item in value.items]
    if len(rows) < 3 or not all(rows):
        return None
    lengths = [len(row) for row in rows if row]
    short = next((row for row in rows if row and len(row) != lengths[0]), None)
    if short is None or lengths[0] < 3:
        return None
    token = next(all_tokens(Array(short)), None)
    return token.fault(f"a row of {len(short)} numbers: must be {lengths[0]}, like the first one") if token else None


def _plane_points_of(value: Value) -> Value | None:
    """A list of at least three points of the plane; None for anything else."""
    points = plane_points(value)
    return value if points is not None and len(points) >= LEAST_CORNERS else None


def _points_of(variable: Variable, program: Program) -> Value | None:
    """The points of a variable, one a row; None if it has none."""
    value = variable.value
    if isinstance(value, Failed) or not isinstance(value, Array):
        return None
    rows = matrix_rows(value)
    if rows is None:
        return _points_of_list(value, program)
    if len(rows) == 3 and len(rows[0]) >= 3:
        return _points_of_three_rows(value, len(rows[0]), program)
    if len(rows[0]) != 3 and not (len(rows[0]) == 4 and len(rows) > 4):
        return None
    return value if list_of_points(value) else None


def _points_of_three_rows(value: Array, columns: int, program: Program) -> Value:
    """Three rows of numbers: all x, all y and all z, unless these are three points."""
    if columns > 3:
        program.context.assume("points", "columns", f"3 × {columns} numbers: all x, all y, all z")
        return transpose_matrix(value)
    chosen = program.context.assume("points", "rows", "3 × 3 numbers: a point in each row", "columns")
    return value if chosen == "rows" else transpose_matrix(value)


def _points_of_list(value: Array, program: Program) -> Value | None:
    """The points of a list that is not a matrix: of vectors, or of more than nine numbers."""
    if ragged := _fault_of_ragged_rows(value):
        raise ragged
    if len(value.items) > 2 and (failed := _failed_item(value)):
        raise failed.fault
    if all(vector_in(item) for item in value.items):
        return value if list_of_points(value) else None
    flat = flatten(value)
    if flat is None or len(flat) % 3 or len(flat) <= 9:
        return None
    ask_dimension(program.context, len(flat))
    return value
