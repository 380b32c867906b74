"""Chooses one of several calls about the same shapes, which the code moves between the calls.

    tf.translation() = Vector3d(40, 0, 0);
    distance(&a, tf, &b, identity, request, result);  // call 1
    tf.translation() = Vector3d(25, 0, 0);
    distance(&a, tf, &b, identity, request, result);  // call 2

The last call is read unless the user chooses another one.  If the poses differ, code is then executed up to that call
(`Calls`); if the sizes differ, they are reset to those at that call (`choose_state`).
"""

from typing import NamedTuple

from gjkscope.app.bring.notations.code.linking import known_place
from gjkscope.app.bring.notations.code.program import AskedState, Program
from gjkscope.app.bring.notations.code.values import Thing
from gjkscope.app.bring.notations.context import ReadContext

MOST_OFFERED = 20  # calls; a test with more is a loop that was unrolled
MOST_COMPARED = 200  # calls whose arguments are compared; a test function has some ten


class _Call(NamedTuple):
    about: frozenset[object]  # the shapes, or the name of the function
    poses: tuple[object, ...]
    place: int  # of its statement


class Calls:
    """The calls of a program that are about two shapes, or that are given two poses."""

    def __init__(self) -> None:
        self._calls: list[_Call] = []
        self._queries = self._helpers = 0

    def note(self, program: Program, index: int) -> None:
        """Notes the calls in the statement that was just executed."""
        for query in program.queries[self._queries :]:
            solids = [thing.solids[0] for thing in query if len(thing.solids) == 1]
            if len({id(solid) for solid in solids}) == 2:
                poses = {id(solid): known_place(thing, program) for solid, thing in zip(solids, query, strict=True)}
                self._calls.append(_Call(frozenset(poses), tuple(poses[key] for key in sorted(poses)), index))
        for name, places in program.helpers[self._helpers :]:
            self._calls.append(_Call(frozenset([name]), places, index))
        self._queries, self._helpers = len(program.queries), len(program.helpers)

    def choose(self, context: ReadContext) -> int | None:
        """The place of the last statement to execute; None: all of them."""
        if not self._calls:
            return None
        about = self._calls[-1].about
        rounds: list[_Call] = []
        for call in self._calls:
            if call.about == about and (not rounds or call.poses != rounds[-1].poses):
                rounds.append(call)
        if not 1 < len(rounds) <= MOST_OFFERED:
            return None
        last = str(len(rounds))
        why = f"{last} calls are about the same shapes in different places: the last one"
        word = context.assume("call", last, why, *(str(i + 1) for i in range(len(rounds) - 1)))
        return None if word == last else rounds[int(word) - 1].place


def choose_state(program: Program) -> None:
    """Reads the shapes as they are at the last call that asks about them.

    Asks which call to read if the code changes the shapes between several calls, as in a test function.  Changes after
    the last call, such as those for the next pass of a loop, are not read.
    """
    states: dict[str, AskedState] = {}
    for state in program.asked[:MOST_COMPARED]:
        is_same = states and state.solids == next(iter(states.values())).solids
        if (is_same or not states) and state.arguments not in [known.arguments for known in states.values()]:
            states[f"line {state.line}"] = state
    if not states:
        return
    *others, last = states
    if others:
        why = f"the code asks about these shapes {len(states)} times and changes them between the calls"
        last = program.context.ask("call", last, why, *others)
    chosen = states[last]
    final = tuple(solid.arguments for solid in chosen.solids)
    if final == chosen.arguments or any(
        earlier.keys() < two.keys() for earlier, two in zip(chosen.arguments, final, strict=True)
    ):
        return  # unchanged, or a call before the shapes were complete
    if not others:
        program.context.warn(f"line {chosen.line} asks about the shapes; what the code changes later is not read")
    for solid, arguments in zip(chosen.solids, chosen.arguments, strict=True):
        solid.arguments = arguments


def forget_earlier_calls(program: Program) -> None:
    """Forgets the poses of shapes in earlier calls about the same shapes as the last call."""
    if not program.queries:
        return
    last = program.queries[-1]
    shapes = _shapes_of(last)
    if len(shapes) < 2:
        return
    for query in program.queries[:-1]:
        for thing in query:
            if _shapes_of(query) == shapes and thing not in last:
                thing.is_absorbed = True


def _shapes_of(query: tuple[Thing, ...]) -> set[int]:
    return {id(solid) for thing in query for solid in thing.solids}
