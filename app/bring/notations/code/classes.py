"""Classes that a Python text defines: their instances, and calls of their methods.

An instance is a `Thing` whose fields are what `__init__` assigns, or the declared fields of a dataclass.  A class with
the name of a shape of the library, such as `class Sphere`, makes that shape: the names of its parameters identify the
sizes.
"""

from collections.abc import Sequence

from gjkscope.app.base.tokens import TextError, Token
from gjkscope.app.bring.notations.code.connections.members import set_field
from gjkscope.app.bring.notations.code.constructors import build_value
from gjkscope.app.bring.notations.code.functions import call_defined
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Assignment,
    CallNode,
    Class,
    Expression,
    FieldNode,
    Function,
    Member,
    Name,
    Parameter,
)
from gjkscope.app.bring.notations.code.values import Failed, ShapeForm, SolidValue, Thing, Value

MOST_BASES = 10  # classes that one class derives from


def define_class(program: Program, definition: Class) -> bool:
    """Remembers a class that the text calls; False for any other, whose body is executed in place."""
    if definition.name not in program.called:
        return False
    program.classes[definition.name] = definition
    return True


def class_of(program: Program, path: Sequence[str]) -> Class | None:
    """The class of the text that a name refers to."""
    return program.classes.get(path[-1]) if len(path) == 1 else None


def instance_of(
    program: Program, definition: Class, token: Token, end: int, arguments: Sequence[Argument], given: Given
) -> Value:
    """A new instance of a class of the text, or the shape that it stands for.  Raises `TextError`."""
    if definition.name in program.defaulting:
        raise token.fault(f"{definition.name} needs another {definition.name} for its defaults, and that another one")
    program.instantiated.add(definition.name)
    lineage = _lineage(program, definition)
    program.defaulting.add(definition.name)
    try:
        if (shape := _shape_named(program, definition, lineage, token, end, given)) is not None:
            return shape
        made = program.thing(definition.name, token, end)
        made.definition = definition
        for ancestor in reversed(lineage):
            _set_defaults(program, ancestor, made)
    finally:
        program.defaulting.discard(definition.name)
    for parameter, value in _match_arguments(_fields(lineage), given).items():
        set_field(program, made, parameter, value)
    for name in ("__init__", "__post_init__"):
        if (initializer := _method_in(lineage, name)) is not None:
            is_first = name == "__init__"
            _run(program, initializer, made, token, arguments if is_first else (), given if is_first else Given([], {}))
    return made


def method_of(program: Program, value: Value, name: str) -> Function | None:
    """The method of an instance of a class of the text."""
    if not isinstance(value, Thing) or value.definition is None or name in value.fields:
        return None
    return _method_in(_lineage(program, value.definition), name)


def base_initializer(program: Program, node: CallNode) -> bool:
    """Executes `super().__init__(…)`; False for any other call."""
    function = node.function
    is_super = (
        isinstance(function, Member)
        and function.name == "__init__"
        and isinstance(function.base, CallNode)
        and isinstance(function.base.function, Name)
        and function.base.function.last == "super"
    )
    variable = program.variable("self")
    if not is_super or variable is None or not isinstance(variable.value, Thing):
        return False
    if (definition := variable.value.definition) is None:
        return False
    initializer = _method_in(_lineage(program, definition)[1:], "__init__")
    if initializer is not None:
        _run(program, initializer, variable.value, node.token, node.arguments, program.given(node.arguments))
    return True


def _run(
    program: Program, function: Function, made: Thing, token: Token, arguments: Sequence[Argument], given: Given
) -> None:
    """Executes an initialiser, which returns nothing."""
    names = made.name, [(solid, solid.name) for solid in program.solids]
    call_defined(program, function, token, arguments, given, made, returns=False)
    made.name = names[0]
    for solid, name in names[1]:
        solid.name = name


def _lineage(program: Program, definition: Class) -> list[Class]:
    """A class and its bases, as far as the text defines them."""
    lineage = [definition]
    for ancestor in lineage:
        bases = [program.classes[name] for name in ancestor.bases if name in program.classes]
        lineage += [base for base in bases if base not in lineage and len(lineage) < MOST_BASES]
    return lineage


def _method_in(lineage: Sequence[Class], name: str) -> Function | None:
    every = (statement for definition in lineage for statement in definition.body)
    return next((statement for statement in every if isinstance(statement, Function) and statement.name == name), None)


def _fields(lineage: Sequence[Class]) -> list[Parameter]:
    """The declared fields of a dataclass, those of its bases first, except for redefined ones."""
    fields = [node for definition in reversed(lineage) for node in definition.body if isinstance(node, FieldNode)]
    return list({field.name.text: Parameter(field.name, field.default) for field in fields}.values())


def _set_defaults(program: Program, definition: Class, made: Thing) -> None:
    """Sets the attributes that the body of a class assigns."""
    for statement in definition.body:
        name, value = _assignment_in(statement)
        if name is not None and value is not None:
            set_field(program, made, name, program.evaluate(value))


def _assignment_in(statement: object) -> tuple[str | None, Expression | None]:
    if isinstance(statement, FieldNode):
        return statement.name.text, statement.default
    if isinstance(statement, Assignment) and isinstance(statement.target, Name) and len(statement.target.path) == 1:
        return statement.target.last, statement.values[0]
    return None, None


def _match_arguments(parameters: Sequence[Parameter], given: Given) -> dict[str, Value]:
    """The arguments of a call by the names of the parameters."""
    arguments = {parameter.name: value for parameter, value in zip(parameters, given.values, strict=False)}
    known = {parameter.name for parameter in parameters}
    return arguments | {name: value for name, value in given.named.items() if name in known}


def _shape_named(
    program: Program, definition: Class, lineage: Sequence[Class], token: Token, end: int, given: Given
) -> SolidValue | None:
    """The shape of a class that has the name of one in the library; None if its arguments do not fit."""
    forms = tuple(form for form in program.forms((definition.name,)) if isinstance(form, ShapeForm))
    initializer = _method_in(lineage, "__init__")
    parameters = [*initializer.parameters[1:]] if initializer is not None else _fields(lineage)
    if not forms or not parameters:
        return None
    named = {
        parameter.name: program.evaluate(parameter.default)
        for parameter in parameters
        if parameter.default is not None and not _is_null(parameter.default)
    }
    named |= _match_arguments(parameters, given)
    if any(isinstance(value, (Failed, SolidValue)) for value in named.values()):
        return None
    known = program.snapshot()
    try:
        made = build_value(program, forms, Given([], named), program.site(definition.name, token, end))
    except TextError:
        program.restore(known)
        return None
    assert isinstance(made, SolidValue)
    if not _is_complete(made):
        program.restore(known)
        return None
    return made


def _is_null(node: Expression) -> bool:
    return isinstance(node, Name) and node.last == "None"


_SIZES = {
    "box": ("half_extents", "sizes", "half_extents.0", "sizes.0", "max", "bounds"),
    "sphere": ("radius",),
    "capsule": ("radius",),
    "cylinder": ("radius",),
    "cone": ("radius",),
    "ellipsoid": ("radii", "radii.0"),
}


def _is_complete(solid: SolidValue) -> bool:
    """Whether the sizes of a shape are among its arguments."""
    return any(name in solid.arguments for name in _SIZES.get(solid.form.kind, tuple(solid.arguments)))
