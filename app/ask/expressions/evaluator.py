"""Parses and evaluates expressions in a subset of Python: nothing is compiled or executed.

Python's parser turns the text into a syntax tree, and the functions in `NODES` walk it.  A `Language` defines what may
occur in the tree and what the operators do: `language.py` is that of breakpoints and lessons, `source_values.py` that
of the source in the Code panel.  Every error is an `ExpressionError` with the position in the text.
"""

import ast
import warnings
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from msgspec import Struct, field

from gjkscope.app.ask.expressions.values import Unsuitable, Value

Names = Callable[[str], Value]
"""Looks up a name.  Raises `LookupError` if there is none."""

Operation = Callable[..., Value]

ENDS_EARLY = "unexpected end"


class ExpressionError(ValueError):
    """An error in an expression, with the index of the offending character."""

    def __init__(self, words: str, column: int = 0) -> None:
        super().__init__(words)
        self.column = column


class Expression(Struct, frozen=True):
    """A text that was parsed successfully."""

    text: str
    root: ast.expr

    @property
    def names(self) -> frozenset[str]:
        """The names used in it."""
        return frozenset(node.id for node in ast.walk(self.root) if isinstance(node, ast.Name))


class Language(Struct, frozen=True):
    """The node types of a language, and what its operators do.

    An operation raises `Unsuitable` for values that it does not take.
    """

    nodes: Collection[type[ast.expr]]
    field: Operation  # of a value and the name of the field
    item: Operation  # of a value and an index
    truth: Callable[[Value], bool]
    logic: Operation  # the result of `and` and `or`, from the value that decides
    unary: Mapping[type, Operation]
    binary: Mapping[type, Operation]
    comparisons: Mapping[type, Operation]
    functions: Mapping[str, Operation] = field(default_factory=dict)


class Evaluation(NamedTuple):
    language: Language
    names: Names
    text: str

    def value(self, node: ast.expr) -> Value:
        if type(node) not in self.language.nodes:
            raise ExpressionError("not supported", column_of(node, self.text))
        return NODES[type(node)](node, self)

    def truth(self, node: ast.expr, value: Value) -> bool:
        return bool(self.applied(self.language.truth, (node,), value))

    def applied(self, operation: Operation, nodes: tuple[ast.expr, ...], *values: Value) -> Value:
        """The result of an operation; errors are located at the first of the `nodes`, or at the one that they name."""
        try:
            return operation(*values)
        except Unsuitable as fault:
            raise ExpressionError(str(fault), column_of(nodes[fault.operand], self.text)) from None
        except (ArithmeticError, LookupError, TypeError, ValueError) as fault:
            raise ExpressionError(f"cannot be computed: {fault}", column_of(nodes[0], self.text)) from None


def parse_python(text: str) -> Expression:
    """Parses any Python expression.  Raises `ExpressionError`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # rejects "1if", which Python still accepts
            return Expression(text, ast.parse(text.strip(), mode="eval").body)
    except SyntaxError as fault:
        raise _syntax_fault(fault, text) from None
    except (ValueError, RecursionError, MemoryError):  # NUL or lone surrogate; too deeply nested
        raise ExpressionError("not an expression") from None


def evaluate_expression(expression: Expression, names: Names, language: Language) -> Value:
    """The value of the expression.  Raises `ExpressionError`."""
    return Evaluation(language, names, expression.text).value(expression.root)


def is_true(expression: Expression, names: Names, language: Language) -> bool:
    """Whether the expression holds as a condition.  Raises `ExpressionError`."""
    run = Evaluation(language, names, expression.text)
    return run.truth(expression.root, run.value(expression.root))


def column_of(node: ast.expr, text: str) -> int:
    """The character where a node begins: the parser counts lines and bytes, in the text without surrounding blanks."""
    data = text.strip().encode()
    return _lead(text) + len(data[: _line_start(data, node.lineno) + node.col_offset].decode())


def _lead(text: str) -> int:
    return len(text) - len(text.lstrip())


def _line_start(data: bytes, number: int) -> int:
    return sum(map(len, data.splitlines(keepends=True)[: number - 1]))


def _syntax_fault(fault: SyntaxError, text: str) -> ExpressionError:
    end, data = len(text.strip()), text.strip().encode()
    before = len(data[: _line_start(data, fault.lineno or 1)].decode())
    at = end if fault.offset == 0 else before + (fault.offset or 1) - 1  # 0 marks an unexpected end
    return ExpressionError(f"not an expression: {fault.msg if at < end else ENDS_EARLY}", _lead(text) + min(at, end))


def _name(node: ast.Name, run: Evaluation) -> Value:
    return run.applied(run.names, (node,), node.id)


def _attribute(node: ast.Attribute, run: Evaluation) -> Value:
    return run.applied(run.language.field, (node,), run.value(node.value), node.attr)


def _subscript(node: ast.Subscript, run: Evaluation) -> Value:
    """The item; an `Unsuitable` index is operand 1."""
    return run.applied(run.language.item, (node, node.slice), run.value(node.value), run.value(node.slice))


def _unary(node: ast.UnaryOp, run: Evaluation) -> Value:
    value = run.value(node.operand)
    if isinstance(node.op, ast.Not):
        return not run.truth(node.operand, value)
    return run.applied(_of(run.language.unary, node.op), (node,), value)


def _binary(node: ast.BinOp, run: Evaluation) -> Value:
    return run.applied(_of(run.language.binary, node.op), (node,), run.value(node.left), run.value(node.right))


def _logic(node: ast.BoolOp, run: Evaluation) -> Value:
    value = None
    for part in node.values:
        value = run.value(part)
        if run.truth(part, value) is isinstance(node.op, ast.Or):
            break
    return run.language.logic(value)


def _compare(node: ast.Compare, run: Evaluation) -> bool:
    left = run.value(node.left)
    for op, part in zip(node.ops, node.comparators, strict=True):
        right = run.value(part)
        if not run.truth(part, run.applied(_of(run.language.comparisons, op), (part,), left, right)):
            return False
        left = right
    return True


def _call(node: ast.Call, run: Evaluation) -> Value:
    values = [run.value(argument) for argument in node.args]
    assert isinstance(node.func, ast.Name)  # a language with calls checks this before
    return run.applied(run.language.functions[node.func.id], (node,), *values)


def _of(operations: Mapping[type, Operation], op: ast.AST) -> Operation:
    if type(op) in operations:
        return operations[type(op)]

    def refuse(*_: Value) -> Value:
        raise Unsuitable("this operator is not supported")

    return refuse


NODES: dict[type[ast.expr], Callable[[Any, Evaluation], Value]] = {
    ast.Constant: lambda node, _: node.value,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Tuple: lambda node, run: tuple(run.value(part) for part in node.elts),
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _logic,
    ast.Compare: _compare,
    ast.Call: _call,
}
