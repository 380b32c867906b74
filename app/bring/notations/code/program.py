"""The state of a program: its variables, shapes, objects and faults so far, and the lookup of names."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token, quoted
from gjkscope.app.base.work import spend
from gjkscope.app.bring.notations.code import names
from gjkscope.app.bring.notations.code.matching import Given, fatal
from gjkscope.app.bring.notations.code.syntax import (
    Argument,
    Class,
    Expression,
    Function,
    FunctionHeader,
    Name,
    Statement,
)
from gjkscope.app.bring.notations.code.values import (
    Array,
    FaultMark,
    PlacedFrame,
    Rotation,
    Scalar,
    ShapeForm,
    SolidValue,
    Thing,
    Value,
    sources,
)
from gjkscope.app.bring.notations.code.vocabulary import ByWord, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.context import COMPARED, ReadContext

# A call of a function of the text: not def name(, not object.name( unless self.name(
_CALL = re.compile(r"(?:(?<!def )(?<!func )(?<!class )(?<![\w.])|(?<=\bself\.)|(?<=\bcls\.))([^\W\d]\w*)\(")


# The header of a class of Python with its bases
_DERIVED = re.compile(r"\bclass\s+(\w+)\(([^()]*)\)\s*:")


_WORD = re.compile(r"\w+")

# A constructor rather than the word in a sentence: Box(…), Box<S> a{…}, Ball::new(…), Box* b = …
_CONSTRUCTED = r"\b{}\b(?:\s*<[^<>\r\n]*>+)?(?:\s*::|[\s*&]*(?:\w+\s*)?[({{=])"


def _called_names(text: str) -> frozenset[str]:
    """The functions and classes that a text calls; a class that it calls calls its bases."""
    called = set(_CALL.findall(text))
    for name, bases in reversed(_DERIVED.findall(text)):
        if name in called:
            called.update(re.findall(r"\w+", bases))
    return frozenset(called)


class Variable:
    """A variable with its latest value."""

    def __init__(self, name: str, token: Token, value: Value, type_name: Name | None) -> None:
        self.name, self.token, self.value, self.type = name, token, value, type_name
        self.maker: Name | None = None  # the function whose call is the value
        self.uses = 0
        self.passed = 0  # of them, as an argument of a function that is not known


class Made(NamedTuple):
    """A snapshot of a program: its lists, which only grow or are replaced, and their lengths."""

    solids: list[SolidValue]
    things: list[Thing]
    queries: list[tuple[Thing, ...]]
    placements: list[PlacedFrame]
    lengths: tuple[int, int, int, int]


class CastMotion(NamedTuple):
    """How a call or a description moves a shape from a place; None: wherever it is."""

    solid: SolidValue
    place: PlacedFrame | None
    way: Value
    cause: str  # the name of the function or type
    end: Value | None = None  # a pose that is where the motion ends, so no shape is there


class AskedState(NamedTuple):
    """The shapes at the time of a call; code may change them for the next call."""

    line: int
    solids: tuple[SolidValue, ...]
    arguments: tuple[dict[str, Value], ...]


class Program:
    """The results of the statements that were executed are in its attributes."""

    def __init__(self, context: ReadContext, vocabulary: Vocabulary) -> None:
        self.context, self.vocabulary = context, vocabulary
        self.variables: list[Variable] = []  # in the order of their declarations
        self.solids: list[SolidValue] = []
        self.things: list[Thing] = []
        self.functions: dict[str, Function] = {}  # that the text defines and calls, by name
        self.called = _called_names(context.text)  # names of functions and classes, without those in definitions
        self.classes: dict[str, Class] = {}  # that the text defines and calls, by name
        self.instantiated: set[str] = set()  # the names of these of which there is an instance
        self.defaulting: set[str] = set()  # the classes whose defaults are being evaluated
        self.fixtures: dict[str, Function] = {}  # functions of pytest whose results tests have as arguments
        self.uncalled: set[str] = set()  # functions that were not executed
        self.unread: list[tuple[int, frozenset[str]]] = []  # lines that are not read, and the shapes they mention
        self.of_unknown: set[str | None] = set()  # names of shapes of objects that the text does not make
        self.header: FunctionHeader | None = None  # of the function whose body is next
        self.defaults: list[tuple[int, str, Variable]] = []  # parameters with their defaults: line, name, variable
        self.calls: list[str] = []  # of these functions that are being executed
        self.executed = 0  # statements
        self.run: Callable[[Sequence[Statement]], Value | None] = lambda _: None  # executes a block
        self.queries: list[tuple[Thing, ...]] = []  # objects that one call is about
        self.motions: list[CastMotion] = []  # of shape casts and sweeps
        self.asked: list[AskedState] = []  # the states of the shapes that calls are about
        self.helpers: list[tuple[str, tuple[PlacedFrame, ...]]] = []  # other functions that were given several poses
        self.faults: list[TextError] = []  # of shapes that cannot be imported
        self.placements: list[PlacedFrame] = []  # that functions of the library made
        self.aliases = names.aliases_in(context.text)
        self.scopes: list[dict[str, Variable]] = [{}]
        self.awaits_conditional_block = False  # whether the next block belongs to a condition
        self.conditional: list[int] = []  # how many scopes there are inside each such block
        self.loop_variables: list[Variable] = []
        self.indices: set[int] = set()  # offsets of the numbers that elements of lists were chosen with
        self.execute: Callable[[Statement], None]  # set by the reader, because functions contain statements
        self.evaluate: Callable[[Expression], Value]  # `Failed` if that is not possible
        self.given: Callable[[Sequence[Argument]], Given]  # the values of arguments
        self.templates: dict[int, list[dict[int, tuple[int, str]]]] | None = None  # strings that are filled in
        self.is_in_string = False  # whether an expression inside a string is evaluated
        self.insertions: dict[int, int] = {}  # strings that others contain → where: offsets
        self.depth = 0
        self.shown: str | None = None  # the name that was typed at a prompt

    def note(self, fault: TextError) -> None:
        """A statement that could not be executed and does not define anything; reported if it was about a shape."""
        if FaultMark.FATAL in fault.marks:
            self.faults.append(fault)

    def define(self, name: str, token: Token, value: Value, type_name: Name | None) -> None:
        """Declares a variable in the innermost block."""
        self.give_name(name, value)
        variable = Variable(name, token, value, type_name)
        self.variables.append(variable)
        self.scopes[-1][name] = variable

    def replace_value(self, old: Value | None) -> None:
        """Notes that the text replaces a value, whose numbers no longer count."""
        if isinstance(old, (Scalar, Array, Rotation, PlacedFrame)):
            self.context.account(sources(old))

    def give_name(self, name: str, value: Value) -> None:
        """Names a shape or object after the first variable that it is the value of."""
        if isinstance(value, SolidValue) and value.has_name_of_description:
            value.name, value.has_name_of_description = name, False
        if isinstance(value, (SolidValue, Thing)) and value.name is None:
            value.name = name

    def bind(self, name: str, token: Token, value: Value) -> None:
        """Sets a variable of the innermost block that is not itself a result, such as a loop variable."""
        self.scopes[-1][name] = Variable(name, token, value, None)

    def function_named(self, path: Sequence[str]) -> Function | None:
        """The function of the text that a name refers to: `make_box`, `self.make_box`."""
        is_own = len(path) == 1 or (len(path) == 2 and path[0] in ("self", "cls"))
        return self.functions.get(path[-1]) if is_own else None

    @property
    def is_conditional(self) -> bool:
        """Whether a condition that is not evaluated decides if the current statement is executed."""
        return bool(self.conditional) and self.conditional[-1] <= len(self.scopes)

    def is_inside_condition(self, variable: Variable) -> bool:
        """Whether the innermost conditional block declares a variable."""
        return any(scope.get(variable.name) is variable for scope in self.scopes[self.conditional[-1] - 1 :])

    def begin_block(self) -> None:
        self.scopes.append({})
        if self.awaits_conditional_block:
            self.conditional.append(len(self.scopes))
            self.awaits_conditional_block = False

    def end_block(self) -> None:
        while self.conditional and self.conditional[-1] >= len(self.scopes):
            self.conditional.pop()
        self.scopes.pop()

    def variable(self, name: str) -> Variable | None:
        """The variable that a name refers to, in the innermost block that has one."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def forms(self, path: Sequence[str]) -> Forms:
        """The forms of a constructor or function; none if it is not in the vocabulary."""
        functions = self.vocabulary.functions
        path = [self.aliases.get(part, part) if part not in functions else part for part in path]
        for key in vocabulary_keys(tuple(path)):
            if key in functions:
                return functions[key]
        last = re.sub("(?<=[a-z])(?:16|32|64)$", "", path[-1])  # ConvexBase32
        if last in functions:
            return functions[last]
        if len(last) > 3 and last[-1] in "dfsi" and last[:-1] in functions:
            return functions[last[:-1]]
        return ()

    def thing(self, type_name: str, token: Token, end: int) -> Thing:
        """A new object of the program."""
        thing = Thing(type_name, token, end)
        self.things.append(thing)
        return thing

    def constructs_shape(self, text: str) -> bool:
        """Whether a part of the text calls a constructor of a shape."""
        spend(1 + len(text) // COMPARED)
        names = (name for word in set(_WORD.findall(text)) for name in self._shape_names.get(word, ()))
        return any(re.search(_CONSTRUCTED.format(_pattern_of_name(name)), text) for name in names)

    @cached_property
    def _shape_names(self) -> dict[str, list[str]]:
        """The names of constructors of shapes, by their last words."""
        constructors: dict[str, list[str]] = {}
        for name, forms in self.vocabulary.functions.items():
            if any(isinstance(form, (ShapeForm, ByWord)) for form in forms):
                constructors.setdefault(_WORD.findall(name)[-1], []).append(name)
        return constructors

    def is_unsupported(self, path: Sequence[str]) -> bool:
        """Whether a name is that of a shape that cannot be imported."""
        words = [path[-1], *path[-2:-1]]
        return any(re.fullmatch(self.vocabulary.unsupported, word) is not None for word in words)

    def unsupported_fault(self, site: Site) -> TextError:
        """The fault of a shape that cannot be imported."""
        hint = ": write one of its parts with its pose" if "compound" in site.name.lower() else ""
        return fatal(site.token.fault(f"{quoted(site.name)} is a shape that cannot be imported{hint}"))

    def copy_solid(self, solid: SolidValue) -> SolidValue:
        """A shape of its own with the arguments of another one."""
        copy = SolidValue(solid.form, solid.constructor, solid.token, solid.end)
        copy.arguments, copy.local, copy.scales = dict(solid.arguments), solid.local, list(solid.scales)
        self.solids.append(copy)
        return copy

    def site(self, name: str, token: Token, end: int) -> Site:
        """A place in the text, for functions that build values."""
        return Site(self.context, name, token, end, self.vocabulary)

    def snapshot(self) -> Made:
        """What the program has made so far, for `restore`."""
        lists = (self.solids, self.things, self.queries, self.placements)
        return Made(*lists, (len(self.solids), len(self.things), len(self.queries), len(self.placements)))

    def restore(self, made: Made) -> None:
        """Forgets everything made since."""
        self.solids, self.things, self.queries, self.placements, (solids, things, queries, placements) = made
        del self.solids[solids:], self.things[things:], self.queries[queries:], self.placements[placements:]

    def replace_solid(self, solid: SolidValue) -> None:
        """A shape made from another one, such as a placed one, which it replaces."""
        self.solids = [other for other in self.solids if other.arguments is not solid.arguments]
        self.solids.append(solid)


def vocabulary_keys(path: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of a name in a vocabulary, the most specific first."""
    return (".".join(path[-2:]), path[-1]) if len(path) > 1 else (path[-1],)


def _pattern_of_name(name: str) -> str:
    """A regular expression for a name in a vocabulary as it is written in code."""
    owner, _, last = name.rpartition(".")
    return rf"{re.escape(owner)}\s*(?:::|\.)\s*{re.escape(last)}" if owner else re.escape(last)
