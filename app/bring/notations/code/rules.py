"""Tables of rules: the first rule that applies to a call and returns a value decides the effect of the call.

A table is tried from top to bottom, so a rule precedes those that would also match its calls.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Generic, NamedTuple, TypeVar, cast

from gjkscope.app.bring.notations.code.matching import Given, require_value
from gjkscope.app.bring.notations.code.program import Program
from gjkscope.app.bring.notations.code.values import Array, SolidValue, Thing, Value
from gjkscope.app.bring.notations.code.vocabulary import Site

Case = TypeVar("Case")


class Rule(NamedTuple, Generic[Case]):
    """The effect of one kind of call."""

    reason: str  # its value, or its statement about the pair
    applies: Callable[[Case], bool]
    effect: Callable[[Case], Value | None]  # None: the rules below are tried


def first_value(rules: Sequence[Rule[Case]], case: Case) -> Value | None:
    """The value of the first rule that has one; None if no rule has."""
    for rule in rules:
        if rule.applies(case) and (value := rule.effect(case)) is not None:
            return value
    return None


class MethodCall(NamedTuple):
    """A call of a method of a value."""

    program: Program
    base: Value
    name: str
    given: Given
    site: Site

    @property
    def values(self) -> Sequence[Value]:
        return self.given.values

    @property
    def operand(self) -> Value:
        """The first argument.  Raises its fault, a `TextError`, if it could not be computed."""
        return require_value(self.given.values[0])

    @property
    def array(self) -> Array:
        return cast(Array, self.base)

    @property
    def solid(self) -> SolidValue:
        return cast(SolidValue, self.base)

    @property
    def thing(self) -> Thing:
        return cast(Thing, self.base)


def is_method(names: str = "", *bases: type, counts: Collection[int] = ()) -> Callable[[MethodCall], bool]:
    """Whether a method has one of the names, is called on a value of one of the types, with that number of arguments.

    Empty names, types or counts accept any.
    """
    known = frozenset(names.split())

    def applies(call: MethodCall) -> bool:
        return (
            (not known or call.name in known)
            and (not bases or isinstance(call.base, bases))
            and (not counts or len(call.values) in counts)
        )

    return applies
