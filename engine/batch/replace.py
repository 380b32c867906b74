"""Implements `_replace` of named tuples in compiled code, which numba does not support.

numba's usual way to add a method, as Python code that it compiles, requires one signature with the fields of all named
tuples, and compiles a function for each combination of replaced fields.  This module adds the method one level lower,
without any function, which halves the compile time.
"""

from inspect import Parameter, Signature
from typing import Any

from numba import types
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate, bound_function, signature
from numba.extending import infer_getattr, lower_builtin

METHOD = "namedtuple._replace"


class Replace(AttributeTemplate):  # type: ignore[misc]
    """Tells numba's type inference that a named tuple keeps its type, whichever of its fields are given."""

    key = types.BaseNamedTuple

    @bound_function(METHOD)  # type: ignore[untyped-decorator]
    def resolve__replace(self, record: Any, args: Any, kws: Any) -> Any:
        if args or not set(kws) <= set(record.fields):
            return None
        kinds = zip(record.fields, record.types, strict=True)
        given = [kind if name in kws else types.Omitted(None) for name, kind in kinds]
        parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in record.fields]
        return signature(record, *given).replace(pysig=Signature(parameters))


def replace(context: Any, builder: Any, called: Any, arguments: Any) -> Any:
    """Writes the instructions: `called` has the types of the record and of all its fields, given or omitted."""
    record, *values = arguments
    for i, (kind, value) in enumerate(zip(called.args[1:], values, strict=True)):
        if not isinstance(kind, types.Omitted):
            record = builder.insert_value(record, value, i)
    return impl_ret_borrowed(context, builder, called.return_type, record)


def register() -> None:
    infer_getattr(Replace)
    lower_builtin(METHOD, types.BaseNamedTuple, types.VarArg(types.Any))(replace)
