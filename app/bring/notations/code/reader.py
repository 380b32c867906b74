"""Reads pairs of shapes from source code in the vocabulary of a library."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot

from gjkscope.app.base.records import replace
from gjkscope.app.base.tokens import Token, quoted
from gjkscope.app.bring.notations.code.call_choice import Calls, choose_state, forget_earlier_calls
from gjkscope.app.bring.notations.code.evaluation import given_arguments, value_or_failed
from gjkscope.app.bring.notations.code.execution import execute, run_body, run_uncalled
from gjkscope.app.bring.notations.code.functions import without_called_functions
from gjkscope.app.bring.notations.code.grammars import statements
from gjkscope.app.bring.notations.code.lexer import words_in_text
from gjkscope.app.bring.notations.code.linking import PlacedSolid, has_own_place, link_shapes
from gjkscope.app.bring.notations.code.loops import with_loops
from gjkscope.app.bring.notations.code.loose import add_loose_shapes
from gjkscope.app.bring.notations.code.motions import stated_motion, velocity_of, way_of
from gjkscope.app.bring.notations.code.plane_values import is_at_origin, planar, relocate_shape
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.shape_arguments import expand_arguments
from gjkscope.app.bring.notations.code.solids import Shaped, shape_solid
from gjkscope.app.bring.notations.code.syntax import Declaration, Statement
from gjkscope.app.bring.notations.code.templates import Fragment, chosen_fillings, inserted_fragments, may_be_filled
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    PlacedFrame,
    Rotation,
    Scalar,
    SolidValue,
    Thing,
    Value,
    all_tokens,
    as_vec3,
    compose_frames,
    is_identity,
    sources,
    vector_in,
)
from gjkscope.app.bring.notations.code.vocabulary import Site, Vocabulary
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.convexity import check_polygons
from gjkscope.app.bring.notations.describing import exact_numbers
from gjkscope.app.bring.notations.mirroring import turn_up
from gjkscope.app.bring.notations.placing import XYZW, nearest_rotation, quaternion, transform
from gjkscope.app.bring.notations.reading import Reading, Span
from gjkscope.app.bring.notations.registry import Notation
from gjkscope.app.scenes.scene import Body, Placement, PositionOrientation, Transform
from gjkscope.engine.vectors import ZERO, Vec3

SEARCHED = 300_000  # characters that `recognize` looks at
SURE = 0.99  # of `recognize` if a sure sign is found


def notation_of(vocabulary: Vocabulary) -> Notation:
    """The notation that reads code in a vocabulary."""
    return Notation(
        vocabulary.name, vocabulary.title, recognizer(vocabulary), code_reader(vocabulary), vocabulary.suffixes
    )


def recognizer(vocabulary: Vocabulary) -> Callable[[str], float]:
    """Recognises code by the names that only this library has."""
    signs, weaker = re.compile(vocabulary.signs), re.compile(vocabulary.weaker)
    sure_signs = re.compile(vocabulary.sure_signs, re.MULTILINE)

    def recognize(text: str) -> float:
        head = text[:SEARCHED]
        if sure_signs.search(head):
            return SURE
        if signs.search(head):
            return vocabulary.confidence
        return 0.3 if weaker.search(head) else 0.0

    return recognize


def code_reader(vocabulary: Vocabulary) -> Callable[[ReadContext], Reading]:
    return lambda context: read_code(context, vocabulary)


def read_code(context: ReadContext, vocabulary: Vocabulary) -> Reading:
    """The shapes and poses in code.  Raises `TextError` and `ImportFault`."""
    program = _run_program(context, vocabulary)
    if program.faults:
        raise min(program.faults, key=lambda fault: (fault.line, fault.column))
    add_loose_shapes(program)
    vocabulary.finish(program)
    shapes = link_shapes(program)
    used: set[int] = set()
    bodies = tuple(_body(link, program, used) for link in shapes.links)
    unplaced = [link.name for link in shapes.links if not _is_placed(link, program)]
    context.assume_at_origin(list(dict.fromkeys(unplaced)))
    _ask_about_poses(shapes.links, program, used)
    _ask_about_loops(program, used)
    for line, name, variable in program.defaults:
        if variable.uses:
            context.warn(f"line {line}: {quoted(name)} has its default, because no call in the text gives it")
    context.numbers = {start: token for start, token in context.numbers.items() if start in used}
    for note in vocabulary.notes:
        context.warn(note)
    names = [body.name for body in bodies]
    is_unique = len(set(names)) == len(names)
    pairs = tuple((names[a], names[b]) for a, b in shapes.pairs) if is_unique and shapes.pairs else None
    planes = frozenset(link.name for link in shapes.links if link.solid.form.kind == "halfspace")
    reported = vocabulary.answers(context, bodies, pairs) if vocabulary.answers is not None else ()
    if not (bodies and vocabulary.is_plane):
        return Reading(bodies, reported, pairs, planes=planes)
    check_polygons(bodies, context)
    return Reading(turn_up(bodies, context), reported, pairs, dimension=2)


def _run_program(context: ReadContext, vocabulary: Vocabulary) -> Program:
    """The program after all statements, or after those up to one of several calls about the same shapes."""
    parsed = with_loops(statements(context.text, vocabulary.language))
    words = words_in_text(context.text, vocabulary.language)
    context.lexed = words.numbers
    program, calls = _new_program(context, vocabulary), Calls()
    listing = _with_initialized_members(list(without_called_functions(program, parsed, words.calls)))
    functions, uncalled = dict(program.functions), set(program.uncalled)
    for i, statement in enumerate(listing):
        execute(program, statement)
        calls.note(program, i)
    last = calls.choose(context)
    if last is not None:
        program = _new_program(context, vocabulary)
        program.functions, program.uncalled = functions, uncalled
        for statement in listing[: last + 1]:
            execute(program, statement)
    run_uncalled(program)
    if last is None and not program.faults:
        choose_state(program)
    forget_earlier_calls(program)
    return program


def _with_initialized_members(listing: Sequence[Statement]) -> list[Statement]:
    """The statements, with the values that a constructor gives to members in the declarations of these."""
    known = {member.name.text: member.arguments for header in listing for member in getattr(header, "members", ())}
    return [
        node._replace(value=None, arguments=known[node.name.text])
        if isinstance(node, Declaration)
        and node.arguments is None
        and node.name.text in known
        and node.type is not None
        else node
        for node in listing
    ]


def fillings_of(context: ReadContext, vocabulary: Vocabulary) -> tuple[dict[int, tuple[int, str]], dict[int, Fragment]]:
    """What the program inserts into its strings, and the strings that it inserts into others.

    The first result maps the starts of the places to their ends and text.
    """
    if not may_be_filled(context.text):
        return {}, {}
    program = _new_program(ReadContext(context.text, None, context.choices), vocabulary)
    program.templates = {}
    try:
        for statement in with_loops(statements(context.text, vocabulary.language)):
            execute(program, statement)
        run_uncalled(program)
    except ValueError:  # the text around the XML is not Python
        return {}, {}
    program.context = context  # for questions
    return chosen_fillings(program), inserted_fragments(program)


def expression_value_of(text: str, variables: Mapping[str, str], vocabulary: Vocabulary) -> float | None:
    """The value of an expression, whose variables have values that are expressions; None if it is not known."""
    program = _new_program(ReadContext(text), vocabulary)
    lines = [*(f"{name} = {value}" for name, value in variables.items()), f"result_ = {text}"]
    try:
        for statement in statements("\n".join(lines), vocabulary.language):
            execute(program, statement)
    except ValueError:
        return None
    variable = program.variable("result_")
    return variable.value.value if variable is not None and isinstance(variable.value, Scalar) else None


def _new_program(context: ReadContext, vocabulary: Vocabulary) -> Program:
    program = Program(context, vocabulary)
    program.run = partial(run_body, program)
    program.execute = partial(execute, program)
    program.evaluate = partial(value_or_failed, program)
    program.given = partial(given_arguments, program)
    return program


def _ask_about_poses(links: Sequence[PlacedSolid], program: Program, used: set[int]) -> None:
    """Asks about shapes without a pose if the text has an unused pose."""
    if all(link.placement is not None or has_own_place(link.solid) for link in links):
        return
    loose = {link.solid.name for link in links if link.placement is None and not has_own_place(link.solid)}
    for line, shapes in program.unread:
        if shapes & loose:
            program.context.ask("pose", "origin", f"line {line} may place these shapes, but it is not understood")
            return
    for placement in program.placements:
        tokens = list(all_tokens(placement))
        if tokens and not any(token.start in used for token in tokens):
            line = tokens[0].line
            program.context.ask("pose", "origin", f"not every shape has a pose, and that in line {line} has no shape")
            return


def _ask_about_loops(program: Program, used: set[int]) -> None:
    """Asks about loops if shapes or poses depend on their variable."""
    for variable in program.loop_variables:
        starts = {token.start for token in all_tokens(variable.value)}
        if not starts.isdisjoint(used | program.indices):
            value = variable.value
            first = "the first, with " + (
                f"{variable.name} = {value.value:g}" if isinstance(value, Scalar) else "its values"
            )
            program.context.ask("pass of the loop", first, f"line {variable.token.line} is a loop; one pass is read")


def _is_placed(link: PlacedSolid, program: Program) -> bool:
    """Whether the text gives the place of a shape; a place in an object from elsewhere is not enough."""
    if has_own_place(link.solid):
        return True
    return link.placement is not None and not (
        link.solid.name in program.of_unknown and link.placement == IDENTITY_PLACEMENT
    )


def _body(link: PlacedSolid, program: Program, used: set[int]) -> Body:
    context, solid = program.context, link.solid
    site = Site(context, solid.constructor, solid.token, solid.end, program.vocabulary)
    made = shape_solid(solid, site)
    placement = compose_frames(link.placement or IDENTITY_PLACEMENT, made.local)
    if program.vocabulary.is_plane:
        pose: Placement = planar(placement)
    else:
        pose = as_rigid(placement, context, link.name, solid.span)
    _record(link, made, placement, program, used)
    turning = _stated_velocity(link, "angular velocity", program, used)
    if program.vocabulary.is_plane and turning != ZERO and not is_at_origin(made.local):
        body = Body(
            link.name, relocate_shape(made.shape, made.local, solid.token), planar(link.placement or IDENTITY_PLACEMENT)
        )
    else:
        body = Body(link.name, made.shape, pose)
    return replace(body, name=link.name, velocity=_velocity(link, program, used), angular_velocity=turning)


def _velocity(link: PlacedSolid, program: Program, used: set[int]) -> Vec3:
    """How far a cast or sweep moves a shape, in a second."""
    motion = velocity_of(program, link.solid, link.placement, link.thing)
    if motion is None:
        return _stated_velocity(link, "velocity", program, used)
    way = way_of(motion)
    context = program.context
    why = f"{motion.cause} moves a shape: here in one second, as `advancement` shows; distances are those at the start"
    if context.assume("motion", "read", why, "left out") == "left out" or way == ZERO:
        return ZERO
    tokens = list(all_tokens(motion.way))
    used.update(token.start for token in tokens)
    context.fact(link.name, "velocity", exact_numbers(way), _span(tokens) if tokens else link.solid.span)
    return way


def _stated_velocity(link: PlacedSolid, role: str, program: Program, used: set[int]) -> Vec3:
    """The velocity or angular velocity that an object states."""
    value = stated_motion(link.thing, role)
    numbers = vector_in(value) if value is not None else None
    if value is None or numbers is None:
        return ZERO
    tokens = list(all_tokens(value))
    used.update(token.start for token in tokens)
    if tokens and as_vec3(numbers) != ZERO:
        program.context.fact(link.name, role, exact_numbers(as_vec3(numbers)), _span(tokens))
    return as_vec3(numbers)


def _record(link: PlacedSolid, made: Shaped, placement: PlacedFrame, program: Program, used: set[int]) -> None:
    context = program.context
    for field, value, span in made.facts:
        context.fact(link.name, field, value, span)
    used.update(token.start for token in _geometry(link.solid))
    context.account(token for argument in link.solid.arguments.values() for token in _tokens_within(argument))
    context.account(sources(placement))
    for _, scale in link.solid.scales:
        used.update(token.start for token in all_tokens(scale))
    used.update(token.start for token in all_tokens(placement))
    tokens = [token for number in placement.position for token in number.tokens]
    if tokens:
        position = exact_numbers(number.value for number in placement.position)
        context.fact(link.name, "position", position, _span(tokens))
    if placement.rotation.tokens:
        context.fact(link.name, "orientation", _turn(placement.rotation), _span(placement.rotation.tokens))


def _geometry(solid: SolidValue) -> Iterator[Token]:
    """The numbers of the arguments that a shape needs: not those of a colour, the index of a body, or a surplus
    size.
    """
    for name, argument in expand_arguments(solid).items():
        if name != "_" and not (name == "body" and isinstance(argument, Scalar)):
            yield from _tokens_within(argument)


def _tokens_within(argument: Value) -> Iterator[Token]:
    """The numbers of an argument of a shape; for an object, such as a mesh, those of its members."""
    if isinstance(argument, Thing):
        for member in argument.fields.values():
            yield from all_tokens(member)
    else:
        yield from all_tokens(argument)


def _turn(rotation: Rotation) -> str:
    if rotation.parts:
        x, y, z, w = rotation.parts
        return f"quaternion x, y, z, w = {x:g}, {y:g}, {z:g}, {w:g}"
    return "rows " + "; ".join(" ".join(f"{number:g}" for number in row) for row in rotation.rows)


def _span(tokens: list[Token] | tuple[Token, ...]) -> Span:
    return Span(min(token.start for token in tokens), max(token.end for token in tokens))


def as_rigid(placement: PlacedFrame, context: ReadContext, what: str, span: Span) -> PositionOrientation | Transform:
    """A placement for the scene: rigid up to its printed digits.  Raises `TextError`."""
    rotation = placement.rotation
    x, y, z = (number.value for number in placement.position)
    if rotation.parts is not None:
        parts = rotation.parts
        if rotation.is_normalized and hypot(*parts) > 0.0:
            length = hypot(*parts)
            parts = (parts[0] / length, parts[1] / length, parts[2] / length, parts[3] / length)
        return PositionOrientation((x, y, z), quaternion(parts, rotation.tokens, XYZW, context, what))
    if is_identity(rotation):
        return PositionOrientation((x, y, z))
    return transform(nearest_rotation(rotation.rows, rotation.tokens, context, what, span), (x, y, z))
