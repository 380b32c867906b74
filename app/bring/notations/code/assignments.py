"""Assigns to variables and their parts, and executes calls that change a variable."""

import re

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.connections.members import set_field, set_parameter
from gjkscope.app.bring.notations.code.connections.setters import (
    ask_about_setter,
    is_placing,
    place_by_call,
    set_parts,
    target_of_setter,
)
from gjkscope.app.bring.notations.code.constructors import as_declared, build_value, new_solid, reshape_array
from gjkscope.app.bring.notations.code.evaluation import (
    expression_value,
    given_arguments,
    index_value,
    maker_of,
    value_or_failed,
)
from gjkscope.app.bring.notations.code.fields import (
    PARTS_OF_MATRICES,
    replace_member,
    replace_subscript,
    without_part,
)
from gjkscope.app.bring.notations.code.lexer import GDSCRIPT, PYTHON
from gjkscope.app.bring.notations.code.matching import Given, fatal, require_value
from gjkscope.app.bring.notations.code.mutation import move_by_method, moves_shape, size_of
from gjkscope.app.bring.notations.code.operations import operation_value
from gjkscope.app.bring.notations.code.plane_values import lifted_value
from gjkscope.app.bring.notations.code.pose_arrays import is_placed_in_array
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import Assignment, CallNode, Expression, Member, Name, Subscript, root_of
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    Array,
    Failed,
    FaultMark,
    OperandMismatch,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Thing,
    Value,
    flatten,
    transpose_matrix,
    vector_in,
)


def execute_assignment(program: Program, assignment: Assignment) -> None:
    """Executes an assignment or, after `<<`, a comma initialiser."""
    if assignment.operator == "<<":
        _stream(program, assignment)
        return
    value = value_or_failed(program, assignment.values[0])
    if assignment.operator != "=":
        old = expression_value(program, assignment.target)
        value = operation_value(program, assignment.operator[0], old, require_value(value), assignment.token)
    _assign(program, assignment.target, value)
    variable = program.variable(assignment.target.last) if isinstance(assignment.target, Name) else None
    if variable is not None and isinstance(assignment.target, Name) and len(assignment.target.path) == 1:
        variable.maker = maker_of(assignment.values[0])


def _stream(program: Program, assignment: Assignment) -> None:
    """Eigen's comma initialiser."""
    if isinstance(assignment.target, Name) and assignment.target.last in ("cout", "cerr", "clog", "endl", "ss", "os"):
        return
    if isinstance(assignment.target, Name) and program.variable(assignment.target.path[0]) is None:
        return
    _imply_pose(program, assignment.target)
    old = _target_value(program, assignment.target)
    values = [value_or_failed(program, value) for value in assignment.values]
    try:
        changed = _comma_initialized(old, values, assignment)
    except TextError as fault:
        if FaultMark.FATAL in fault.marks:
            raise
        changed = Failed(fault)  # the old value is no longer that of the target
    _assign(program, assignment.target, changed)


def _comma_initialized(old: Value, values: list[Value], assignment: Assignment) -> Value:
    for value in values:
        if isinstance(value, Failed):
            return value
    flat = flatten(Array(tuple(values)))
    if flat is None:
        raise assignment.token.fault("the values must be numbers")
    if len(values) == 3 and all(vector_in(value) for value in values):  # three columns side by side
        return transpose_matrix(Array(tuple(values)))
    rows = (3, 3) if isinstance(old, Rotation) and len(flat) == 9 else size_of(old)
    if rows is None:
        rows = {3: (3, 1), 9: (3, 3), 12: (3, 4), 16: (4, 4)}.get(len(flat), (len(flat), 1))
    height, width = rows
    if height * width != len(flat) and not (height == 4 and width == 4 and len(flat) == 12):
        raise fatal(assignment.token.fault(f"got {len(flat)} numbers, must be {height * width} ({height} × {width})"))
    if width == 1:
        return Array(flat)
    return Array(tuple(Array(flat[i : i + width]) for i in range(0, len(flat), width)))


def _imply_pose(program: Program, target: Expression) -> None:
    """Declares a pose that the text only fills in: `X_WB.translation() << 1, 2, 3;` without its declaration."""
    function = target.function if isinstance(target, CallNode) else target
    if not isinstance(function, Member) or not isinstance(function.base, Name) or len(function.base.path) != 1:
        return
    plain = function.name.lower().replace("_", "")
    is_part = names.role_of(function.name) in ("position", "rotation", "placement") or plain == "setidentity"
    if is_part and isinstance(target, CallNode) and program.variable(function.base.last) is None:
        program.define(function.base.last, function.base.token, IDENTITY_PLACEMENT, None)


def _target_value(program: Program, target: Expression) -> Value:
    """The value of a target before it is assigned; `Failed` items are fine."""
    if isinstance(target, Name) and len(target.path) == 1:
        variable = program.variable(target.path[0])
        if variable is None:
            raise target.token.fault(f"{quoted(target.path[0])} has no value in the text")
        return variable.value
    root = root_of(target)
    variable = program.variable(root) if root else None
    uses = variable.uses if variable is not None else 0
    value = expression_value(program, target)
    if variable is not None:
        variable.uses = uses  # writing to a part of a variable is not a use of it
    return value


def _imply_shape(program: Program, target: Expression) -> None:
    """Declares a shape that the text only fills in, if the name tells its kind: `box1.x = 2;`."""
    root = root_of(target)
    if root is None or program.variable(root) is not None:
        return
    for word in names.words_of(root):
        type_name = program.vocabulary.implied.get(word)
        forms = program.forms((type_name,)) if type_name else ()
        if forms and isinstance(forms[0], ShapeForm):
            site = program.site(type_name or "", target.token, target.token.end)
            kind = forms[0].kind
            program.context.assume("kind", kind, f"the name {root}", span=site.span)
            program.define(root, target.token, new_solid(program, forms[0], site), None)
            return


def _assign(program: Program, target: Expression, value: Value) -> None:
    """Assigns to a variable, or to a part of one: the part's owner is replaced by a changed copy."""
    if not isinstance(target, Name) or len(target.path) > 1:
        _imply_shape(program, target)
    if isinstance(target, Name) and len(target.path) == 1:
        _assign_variable(program, target, value)
    elif isinstance(target, Name):
        if program.variable(target.path[0]) is None:
            if target.path[0] in ("self", "cls"):
                owner = program.thing("self", target.token, target.end)
            elif program.vocabulary.language is GDSCRIPT or program.vocabulary.is_plane:
                owner = program.thing("node", target.token, target.end)  # $Node.shape = …
            else:
                return
            program.define(target.path[0], target.token, owner, None)
        base = target._replace(path=target.path[:-1])
        _assign_member(program, base, target.last, value, target.token)
    elif isinstance(target, Member):
        _assign_member(program, target.base, target.name, value, target.token)
    elif isinstance(target, Subscript):
        if is_placed_in_array(program, target, value):
            return
        items = [index_value(program, item) for item in target.items]
        base_value = _target_value(program, target.base)
        _assign_whole(program, target.base, replace_subscript(base_value, items, value, target.token))
    elif isinstance(target, CallNode):
        _assign_call(program, target, value)


def _assign_whole(program: Program, target: Expression, value: Value) -> None:
    """Assigns the changed copy of a value after a part of it was assigned; a variable keeps its declaration."""
    variable = program.variable(target.last) if isinstance(target, Name) and len(target.path) == 1 else None
    if variable is None:
        _assign(program, target, value)
    else:
        program.replace_value(variable.value)
        variable.value = value


def _assign_call(program: Program, target: CallNode, value: Value) -> None:
    """`m.block<3, 3>(0, 0) = …`, `m(0, 3) = …`, `T.translation() = …`, `ccdVec3…`."""
    _imply_pose(program, target)
    base, method = _method_of(target.function)
    if base is not None and (target.arguments or method in PARTS_OF_MATRICES):
        base_value = _target_value(program, base)
        indices = [index_value(program, argument.value) for argument in target.arguments]
        _assign_whole(program, base, replace_subscript(base_value, [method, *indices], value, target.token))
    elif base is not None:
        _assign_member(program, base, method, value, target.token)
    else:
        items = [index_value(program, argument.value) for argument in target.arguments]
        base_value = _target_value(program, target.function)
        _assign_whole(program, target.function, replace_subscript(base_value, items, value, target.token))


def _method_of(function: Expression) -> tuple[Expression | None, str]:
    """The owner of a member, such as of a called method, and the member's name; None for a function or a variable."""
    if isinstance(function, Member):
        return function.base, function.name
    if isinstance(function, Name) and len(function.path) > 1:
        return function._replace(path=function.path[:-1]), function.last
    return None, ""


def _assign_variable(program: Program, target: Name, value: Value) -> None:
    variable = program.variable(target.last)
    if variable is None:
        program.define(target.last, target.token, value, None)
        return
    value = as_declared(program, variable.type, value, target.token, target.end)
    program.give_name(variable.name, value)
    program.replace_value(variable.value)
    if program.vocabulary.language is PYTHON and variable.value is not value:
        program.define(target.last, target.token, value, None)
        return
    variable.value = value


def _assign_member(program: Program, base: Expression, name: str, value: Value, token: Token) -> None:
    if name in ("localScale", "scale") and _scale_object(program, base, value):
        return
    if _sets_part_of_shape(program, base, name, value):
        return
    old = _game_object(program, base) or _target_value(program, base)
    if isinstance(old, Thing):
        set_field(program, old, name, value)
        return
    site = program.site(name, token, token.end)
    if isinstance(old, SolidValue):
        role = program.vocabulary.fields.get(name) or names.role_of(name)
        set_parameter(old, name, lifted_value(site, value, role))
        return
    try:
        changed = replace_member(site, old, name, value)
    except OperandMismatch as fault:
        changed = _broken_value(old, name, token.fault(f"{name}: {fault}"))
    except TextError as fault:
        changed = _broken_value(old, name, fault)
    _assign(program, base, changed)


def _sets_part_of_shape(program: Program, base: Expression, name: str, value: Value) -> bool:
    """Sets a part of a description, if its form names the part: `desc.points.data = …`."""
    owner, part = _method_of(base)
    variable = program.variable(owner.path[0]) if isinstance(owner, Name) and len(owner.path) == 1 else None
    solid = variable.value if variable else None
    if not isinstance(solid, SolidValue) or not any(field.startswith(f"{part}.") for field, _ in solid.form.names):
        return False
    if (parameter := dict(solid.form.names).get(f"{part}.{name}")) is not None:
        solid.arguments[parameter] = value
    return True


def _broken_value(old: Value, name: str, fault: TextError) -> Value:
    """What remains of a value after setting a part of it failed."""
    if isinstance(old, (PlacedFrame, Failed)):
        return without_part(old, names.role_of(name), fault)
    return Failed(fault)


def _game_object(program: Program, base: Expression) -> Thing | None:
    """The object whose component the text uses to reach its pose: `collider.transform.position = …`."""
    if not isinstance(base, Name) or len(base.path) != 2 or names.role_of(base.last) != "placement":
        return None
    variable = program.variable(base.path[0])
    solid = variable.value if variable else None
    if not isinstance(solid, SolidValue) or not solid.is_component:
        return None
    return next((thing for thing in program.things if solid in thing.solids), None)


def _scale_object(program: Program, base: Expression, value: Value) -> bool:
    """Sets the scale of an object by that of its pose: `object.transform.localScale = …`."""
    if not isinstance(base, Name) or len(base.path) < 2 or names.role_of(base.last) != "placement":
        return False
    owner = _game_object(program, base) or _target_value(program, base._replace(path=base.path[:-1]))
    if isinstance(owner, Thing):
        set_field(program, owner, "localScale", value)
    return isinstance(owner, Thing)


def execute_as_setter(program: Program, call: CallNode) -> bool:
    """Executes a C function that writes to its first argument, or a macro that declares a variable."""
    function = call.function
    if not isinstance(function, Name) or not call.arguments:
        return False
    target = call.arguments[0].value
    site = program.site(function.last, call.token, call.end)
    if function.last in program.vocabulary.macros and isinstance(target, Name):
        given = given_arguments(program, call.arguments[1:])
        made = build_value(program, program.forms(function.path), given, site)
        declared = program.variable(target.last)
        if isinstance(made, SolidValue) and declared is not None and isinstance(declared.value, SolidValue):
            made.number = declared.value.number
        program.define(target.last, target.token, made, function)
        return True
    vocabulary = program.vocabulary
    is_update = function.last in vocabulary.updaters
    forms = (vocabulary.updaters if is_update else vocabulary.setters).get(function.last, ())
    if not forms and not re.fullmatch(vocabulary.writing, function.last):
        return False
    value: Value
    try:
        if not forms:
            raise site.fault("this function is not known")
        if is_update:
            given = Given([_target_value(program, target), *given_arguments(program, call.arguments[1:]).values], {})
        else:
            given = given_arguments(program, call.arguments[1:])
        value = build_value(program, forms, given, site)
    except TextError as fault:
        value = Failed(fault)
        ask_about_setter(program, call)
    _assign(program, target, value)
    return True


def execute_as_mutation(program: Program, call: CallNode) -> bool:
    """Executes a method that changes the variable that it is called on; False for other methods."""
    function = call.function
    if program.vocabulary.language is not PYTHON and _is_setter_of_pose(call):
        _imply_pose(program, call)
    if isinstance(function, Name) and len(function.path) > 1 and program.variable(function.path[0]):
        base: Expression = function._replace(path=function.path[:-1])
        method = function.last
    elif isinstance(function, Member):
        base, method = function.base, function.name
    else:
        return False
    known = program.snapshot()
    try:
        old = _target_value(program, base)
    except TextError as fault:
        program.restore(known)
        is_part = isinstance(base, Subscript) or (program.vocabulary.is_plane and _method_of(base)[0] is not None)
        if not is_part or not method.lower().startswith("set"):
            return False
        old = Failed(fault)  # an element without a value: points[0].setValue(1, 2, 3)
    if isinstance(old, Failed) and not method.lower().startswith(("set", "make")):
        program.restore(known)
        return False
    given = given_arguments(program, call.arguments)
    try:
        if _change(program, base, method, old, given, call):
            return True
        program.restore(known)  # the call is evaluated again
        return False
    except (TextError, OperandMismatch) as fault:
        if not isinstance(old, (PlacedFrame, Rotation, Array, Failed)):
            raise
        broken = fault if isinstance(fault, TextError) else call.token.fault(f"{method}: {fault}")
        _assign(program, base, _broken_value(old, method, broken))
        return True


def _is_setter_of_pose(call: CallNode) -> bool:
    """Whether a call sets a pose or a part of one: `t.setOrigin(…)`, `t.setIdentity()`."""
    name = call.function.name if isinstance(call.function, Member) else ""
    return name.lower().startswith("set")


def _change(program: Program, base: Expression, method: str, old: Value, given: Given, call: CallNode) -> bool:
    plain = method.lower().replace("_", "")
    if isinstance(old, Failed) and plain == "set" and given.values and isinstance(given.values[0], SolidValue):
        _assign(program, base, given.values[0])  # Box2D: input.proxyA.Set(&shape, 0)
        return True
    if isinstance(old, (PlacedFrame, Rotation, Array, Failed)):
        changed = move_by_method(program, plain, old, given, call)
        if changed is not None:
            _assign(program, base, changed)
            return True
    if isinstance(old, SolidValue) and (forms := program.vocabulary.shaping.get(method)):
        site = program.site(method, call.token, call.end)
        if isinstance(base, Name) and len(base.path) == 1:
            return reshape_array(program, old, forms, given, site)
        _assign(program, base, lifted_value(site, Array(tuple(given.values)), None))  # circle.m_p.Set(1, 2)
        return True
    if isinstance(old, SolidValue) and (
        moves_shape(program, plain, old, given, call) or _adds_points(plain, old, given)
    ):
        return True
    if plain in ("setpositionandrotation", "setlocalpositionandrotation") and len(given.all) == 2:  # Unity
        for name, value in zip(("position", "rotation"), given.all, strict=True):
            _assign_member(program, base, name, value, call.token)
        return True
    return (
        plain.startswith("set")
        and method[3:].lstrip("_") != ""
        and _set_by_name(program, base, method, old, given, call)
    )


def _set_by_name(program: Program, base: Expression, method: str, old: Value, given: Given, call: CallNode) -> bool:
    """Sets the member that a method is named after: `body.setPosition(…)`; False if there is nothing to set."""
    if isinstance(old, Thing) and is_placing(method):
        target = target_of_setter(given)
        if target is not None and (target.bears_shape or target.solids):  # plant.SetFreeBodyPose(context, body, pose)
            place_by_call(program, method, given, target)
            return True
    if not given.all or isinstance(old, Array):
        return False
    is_first = isinstance(old, (Thing, SolidValue)) and isinstance((*given.values, None)[0], (SolidValue, Thing))
    value = given.values[0] if is_first or len(given.values) == 1 else Array(tuple(given.values))
    name = method[3:].lstrip("_")
    _assign_member(program, base, name[:1].lower() + name[1:], value, call.token)
    if isinstance(old, Thing) and len(given.values) > 1:
        set_parts(old, given)
    return True


def _adds_points(method: str, solid: SolidValue, given: Given) -> bool:
    """Adds vertices to a hull or a mesh; False for any other method."""
    if not given.values:
        return False
    if method == "addsubmodel":  # FCL and coal: vertices, triangles
        solid.arguments |= dict(zip(("points", "faces"), given.values, strict=False))
    elif method in ("addvertices", "addtriangles"):  # coal
        solid.arguments["points" if method == "addvertices" else "faces"] = given.values[0]
    elif method == "addtriangle" and len(given.values) >= CORNERS:  # Bullet
        count = len(_listed(solid, "points"))
        solid.arguments["points"] = Array((*_listed(solid, "points"), *given.values[:CORNERS]))
        corners = Array(tuple(Scalar(float(count + i)) for i in range(CORNERS)))
        solid.arguments["faces"] = Array((*_listed(solid, "faces"), corners))
    elif method in ("addpoint", "addvertex"):
        solid.arguments["points"] = Array((*_listed(solid, "points"), given.values[0]))
    else:
        return False
    return True


CORNERS = 3  # of a triangle


def _listed(solid: SolidValue, name: str) -> tuple[Value, ...]:
    """What has been added to a list so far."""
    known = solid.arguments.get(name, Array(()))
    return known.items if isinstance(known, Array) else ()
