"""The tree of source code: statements and expressions, each with the offsets of its text."""

from typing import NamedTuple

from gjkscope.app.base.tokens import TextError, Token


class TooDeep(TextError):
    """Nesting beyond the limit; unlike other faults, it ends parsing."""


TARGET_TYPED = "new"  # the function of C#'s `new(1, 2, 3)`, which makes a value of the target's type
DEPENDS = "a conditional expression: its value depends on the program"


class Number(NamedTuple):
    token: Token
    end: int


class String(NamedTuple):
    token: Token
    end: int


class Name(NamedTuple):
    """A qualified name: `std::vector<Vec3>` has the path (std, vector) and the type argument (Vec3,)."""

    token: Token
    end: int
    path: tuple[str, ...]
    of: tuple[str, ...] = ()  # the path of its first template argument

    @property
    def last(self) -> str:
        return self.path[-1]


class Argument(NamedTuple):
    """An argument or item; `name` of a keyword argument or a designated initialiser."""

    name: str | None
    value: "Expression"


class CallNode(NamedTuple):
    token: Token
    end: int
    function: "Expression"
    arguments: tuple[Argument, ...]
    fields: tuple[Argument, ...] = ()  # of an object initialiser: new Foo(1) { X = 2 }


class BracketNode(NamedTuple):
    """A list in brackets: `[…]`, `{…}`, `(…, …)`, or a typed literal: `Foo { a: 1 }`, `new float[3, 9] { … }`."""

    token: Token
    end: int
    items: tuple[Argument, ...]
    type: Name | None = None


class Subscript(NamedTuple):
    token: Token
    end: int
    base: "Expression"
    items: tuple["Expression", ...]


class Slice(NamedTuple):
    token: Token
    end: int
    first: "Expression | None"
    last: "Expression | None"


class Member(NamedTuple):
    token: Token
    end: int
    base: "Expression"
    name: str
    of: tuple[str, ...] = ()  # the path of its first template argument


class Unary(NamedTuple):
    token: Token
    end: int
    operator: str
    operand: "Expression"


class Binary(NamedTuple):
    token: Token  # of the left operand
    end: int
    operator: str
    left: "Expression"
    right: "Expression"


class Conditional(NamedTuple):
    """`condition ? yes : no`, with the place of the question mark; Python's `yes if condition else no`."""

    token: Token
    end: int
    condition: "Expression"
    yes: "Expression"
    no: "Expression"


class Comprehension(NamedTuple):
    """Python's `item for target in values if condition`, in brackets."""

    token: Token
    end: int
    item: "Expression"
    clauses: "tuple[Clause, ...]"


class Clause(NamedTuple):
    """`for target in values if condition` of a comprehension."""

    targets: "tuple[Expression, ...]"
    values: "Expression"
    conditions: "tuple[Expression, ...]"


Expression = (
    Number
    | String
    | Name
    | CallNode
    | BracketNode
    | Subscript
    | Slice
    | Member
    | Unary
    | Binary
    | Conditional
    | Comprehension
)


class Declaration(NamedTuple):
    """`Type name(arguments)`, `Type name = value`, `Type name{…}`, `Type name;`, `let name = value`."""

    token: Token
    type: Name | None  # None: inferred (auto, var, let)
    name: Token
    value: Expression | None
    arguments: tuple[Argument, ...] | None = None
    lengths: tuple[Expression, ...] = ()  # of an array: float v[9][3]


class Parameter(NamedTuple):
    """A parameter of a function; one passed by reference may be written to."""

    token: Token
    default: Expression | None = None
    is_reference: bool = False

    @property
    def name(self) -> str:
        return self.token.text


class FunctionHeader(NamedTuple):
    """The header of a function, or of a C++ lambda that a variable holds; its body follows as a block."""

    token: Token
    name: str
    parameters: tuple[Parameter, ...]
    members: "tuple[Declaration, ...]" = ()  # that a constructor initialises
    is_lambda: bool = False


class LoopHeader(NamedTuple):
    """The header of a loop, with the declarations of its variables for the first pass; its body follows.

    Either `values` are those of its variable, or `condition` and `update` end and continue it, or it is not understood.
    """

    token: Token
    declarations: "tuple[Declaration, ...]"
    end: int = 0
    condition: "Expression | None" = None
    update: "tuple[Assignment, ...]" = ()
    values: "Expression | None" = None


class FlatLoop(NamedTuple):
    """A loop of a language with braces, with its body: a block, or one statement."""

    token: Token
    header: LoopHeader
    body: "tuple[Statement, ...]"


class Assignment(NamedTuple):
    token: Token
    target: Expression
    operator: str  # =, +=, … and << for Eigen's comma initialisers
    values: tuple[Expression, ...]  # more than one for <<


class BareExpression(NamedTuple):
    """An expression on its own, such as a call."""

    token: Token
    value: Expression


class BlockStart(NamedTuple):
    token: Token


class BlockEnd(NamedTuple):
    token: Token


class Unknown(NamedTuple):
    """A statement that does not fit the grammar, with the place of the fault."""

    token: Token
    end: int
    fault: TextError
    is_header: bool = False  # whether a block follows


class Return(NamedTuple):
    token: Token
    value: Expression | None


class Jump(NamedTuple):
    """`break` or `continue` of Python."""

    token: Token


class Function(NamedTuple):
    """A function with its body: Python's `def name(parameter, parameter=default): …`, or a header and its block."""

    token: Token
    name: str
    parameters: tuple[Parameter, ...]
    body: "tuple[Statement, ...]"
    decorators: "tuple[Expression, ...]" = ()


class FieldNode(NamedTuple):
    """A field that the body of a Python class declares: `radius: float = 0.5`."""

    token: Token
    name: Token
    default: Expression | None


class Class(NamedTuple):
    """Python's `class Name(Base): …`."""

    token: Token
    name: str
    bases: tuple[str, ...]
    body: "tuple[Statement, ...]"


class Loop(NamedTuple):
    """Python's `for target in values: …`."""

    token: Token
    targets: tuple[Expression, ...]
    values: Expression
    body: "tuple[Statement, ...]"


class Branch(NamedTuple):
    """Python's `if condition: … elif condition: … else: …`; the condition of `else` is None."""

    token: Token
    cases: "tuple[tuple[Expression | None, tuple[Statement, ...]], ...]"


Statement = (
    Declaration
    | Assignment
    | BareExpression
    | BlockStart
    | BlockEnd
    | FunctionHeader
    | LoopHeader
    | FlatLoop
    | Unknown
    | Return
    | Jump
    | Function
    | FieldNode
    | Class
    | Loop
    | Branch
)


def root_of(node: Expression) -> str | None:
    """The name of the variable to which an expression belongs."""
    while not isinstance(node, Name):
        if isinstance(node, (Member, Subscript)):
            node = node.base
        elif isinstance(node, CallNode):
            node = node.function
        else:
            return None
    return node.path[0]
