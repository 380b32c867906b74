"""Matches the arguments of a call with the forms of a constructor or function."""

from collections.abc import Sequence
from itertools import takewhile

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.code.shape_arguments import bound_arguments, fits, parameter_of
from gjkscope.app.bring.notations.code.values import Failed, FaultMark, ShapeForm, Value, describe_value
from gjkscope.app.bring.notations.code.vocabulary import ByWord, EachForm, Form, Forms


class Given:
    """The arguments of a call."""

    def __init__(self, values: Sequence[Value], named: dict[str, Value]) -> None:
        self.values, self.named = list(values), named

    @property
    def all(self) -> list[Value]:
        """The positional and the named ones."""
        return [*self.values, *self.named.values()]


def require_value(value: Value) -> Value:
    """The value.  Raises its fault, a `TextError`, if it could not be computed."""
    if isinstance(value, Failed):
        raise value.fault
    return value


def fatal(fault: TextError) -> TextError:
    """A fault that ends the import, because a shape would be missing."""
    return fault.marked(FaultMark.FATAL)


def matches_form(form: Form | ShapeForm | ByWord | EachForm, given: Given) -> bool:
    """Whether a form accepts the arguments."""
    if isinstance(form, ByWord):
        return True
    if isinstance(form, ShapeForm):
        return bound_arguments(form, given.values, given.named) is not None
    if isinstance(form, EachForm):
        return all(matches_form(part, given) for part in form.forms)
    return arranged_arguments(form, given) is not None


def arranged_arguments(form: Form, given: Given) -> list[Value] | None:
    """The arguments in the order of the form's letters, or None if they do not fit."""
    kinds = form.kinds
    values = list(given.values)
    if given.named:
        if any(name not in form.names for name in given.named):
            return None
        values += [given.named[name] for name in form.names[len(values) :] if name in given.named]
    required, _, optional = kinds.rstrip("…").partition("|")
    letters = required + optional
    if len(values) < len(required) or (len(values) > len(letters) and not kinds.endswith("…")):
        return None
    if not all(fits(letter, value) for letter, value in zip(letters, values, strict=False)):
        return None
    return values


def unknown_names(form: Form | ShapeForm | ByWord | EachForm, given: Given) -> int:
    """The number of keyword arguments that a form does not know."""
    if not isinstance(form, ShapeForm):
        return 0
    return sum(parameter_of(form, name) is None for name in given.named)


def expected_arguments(forms: Forms) -> str:
    """The expectations of the shapes among the forms, as the end of a message."""
    signatures = [", ".join(map(_parameter_words, form.parameters)) for form in forms if isinstance(form, ShapeForm)]
    return f"; expected {' or '.join(signatures)}" if signatures else ""


def _parameter_words(parameter: str) -> str:
    return "anything" + parameter[1:] if parameter.startswith("_") else parameter.replace("_", " ")


def values_in_question(forms: Forms, given: Given) -> list[Value]:
    """The arguments without the first ones that all forms ignore, such as the world that a shape is made in."""
    return [*given.values[min(map(_ignored_first, forms), default=0) :], *given.named.values()]


def _ignored_first(form: Form | ShapeForm | ByWord | EachForm) -> int:
    letters = form.kinds if isinstance(form, Form) else form.parameters if isinstance(form, ShapeForm) else ()
    return sum(1 for _ in takewhile(lambda letter: letter == "_", letters))


def arguments_summary(given: Given) -> str:
    """The arguments in words, for a message."""
    return ", ".join(describe_value(value) for value in given.all) or "none"
