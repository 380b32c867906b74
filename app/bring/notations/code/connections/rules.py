"""The effect of a call of a function outside the vocabulary, by its name and its arguments."""

import re

from gjkscope.app.base.tokens import Token
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.connections.call import ConnectingCall, has_shape, is_pose, without_tuples
from gjkscope.app.bring.notations.code.connections.objects import make_object
from gjkscope.app.bring.notations.code.connections.queries import is_query, note_query, place_by_query
from gjkscope.app.bring.notations.code.connections.setters import PLACING_WORDS, set_target, weld
from gjkscope.app.bring.notations.code.matching import Given
from gjkscope.app.bring.notations.code.motions import note_motions
from gjkscope.app.bring.notations.code.plane_values import placed_arguments, with_poses
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.rules import Rule, first_value
from gjkscope.app.bring.notations.code.syntax import CallNode
from gjkscope.app.bring.notations.code.values import SolidValue, Thing, Value, vector_in

# Words in the names of functions and types that make an object of a shape and a pose.
_MAKING_WORDS = PLACING_WORDS | frozenset(
    "set add create make new attach place put insert spawn move child body object collider shape collision "
    "actor entity instance from with build register init mesh geometry primitive model link visual".split()
)

# Words in the names of functions that move an object later, show it, or query a property.
_LATER_WORDS = frozenset(
    "kinematic impulse force torque velocity draw log print support supporting inertia mass".split()
)

# Checks of tests: macros such as CHECK_APPROX_EQUAL and EXPECT_NEAR, functions that compare, such as assert_eq and
# Assert.AreEqual, and those that compute expected values, such as PredictPosition.
_CHECK = re.compile(
    r"(?:[A-Z0-9]+_)*(?:CHECK|EXPECT|ASSERT|REQUIRE|ENSURE|VERIFY)(?:_[A-Z0-9_]+)?"
    r"|(?:debug_)?assert\w*?_?(?i:eq|ne|equals?|almostequal|close|allclose|near|approx)"
    r"|Assert\.\w+|[Pp]redict\w*|[Ee]xpected\w*"
)


def connect(
    program: Program, name: str, node: CallNode | Token, given: Given, base: Value | None, end: int | None = None
) -> Value:
    """The value of a call of a function that is not in the vocabulary."""
    token = node.token if isinstance(node, CallNode) else node
    site = program.site(name, token, node.end if isinstance(node, CallNode) else end or token.end)
    given = Given(without_tuples(given.values), given.named)
    if program.vocabulary.is_plane and name in program.vocabulary.queries:
        own = [base] if isinstance(base, SolidValue) else []
        given, base = Given([*own, *with_poses(site, given.values)], {}), None
    elif program.vocabulary.is_plane:
        given = Given(placed_arguments(site, name, given.values), given.named)
    note_motions(program, name, given, base, token)
    value = first_value(CONNECTIONS, ConnectingCall(program, site, given, base))
    assert value is not None  # the last rule takes every call
    return value


def _is_check(call: ConnectingCall) -> bool:
    return call.shapes < 2 and _CHECK.fullmatch(call.name) is not None


def _pass_over(call: ConnectingCall) -> Value:
    call.program.context.account_span(call.token.start, call.end)
    return call.result()


def _warn_of_place(call: ConnectingCall) -> Value:
    call.program.context.warn(f"line {call.token.line}: {call.name} is not known: the shape stays where it is")
    return call.result()


def _leaves_in_place(call: ConnectingCall) -> bool:
    """Whether a function of one shape does not place it, by its name: a shape with a place keeps it."""
    values = call.given.all
    shapes = [value for value in (*values, call.base) if value is not None and has_shape(value)]
    if len(shapes) != 1 or not any(vector_in(value) is not None or is_pose(value) for value in values):
        return False
    is_making = not call.name or call.words & _MAKING_WORDS
    return bool(call.words & _LATER_WORDS) or (not is_making and _is_placed(shapes[0]))


def _is_placed(value: Value) -> bool:
    parts = value.arguments if isinstance(value, SolidValue) else value.fields if isinstance(value, Thing) else {}
    if any(names.role_of(part) in ("position", "placement") for part in parts):
        return True
    return isinstance(value, Thing) and any(_is_placed(owner) for owner in value.owners)


def _is_known_query(call: ConnectingCall) -> bool:
    return call.name in call.program.vocabulary.queries


# Names decide before arguments: a check may compare two poses of a shape, and a setter may receive two objects.
CONNECTIONS: tuple[Rule[ConnectingCall], ...] = (
    Rule("what a test expects places nothing", _is_check, _pass_over),
    Rule("a motion, a picture or a property leaves a shape in place", _leaves_in_place, _warn_of_place),
    Rule("a query of the vocabulary gives its shapes their poses", _is_known_query, place_by_query),
    Rule("a weld places a body in the frame of another", lambda call: call.name in ("WeldFrames", "WeldJoint"), weld),
    Rule("a setter changes an object", lambda call: call.name.lower().startswith(("reset", "set")), set_target),
    Rule("a call of several shapes asks about them", is_query, note_query),
    Rule("any other call makes an object of its arguments", lambda call: True, make_object),
)
