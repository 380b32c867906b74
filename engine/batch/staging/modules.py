"""Copies of modules of the engine, made from the same source, whose functions also take symbols.

A copy imports other copies, and `math`, `numpy` and `float`, `max`, `min` that know symbols; everything else it imports
as it is.  The modules themselves are not changed, so other threads may run their functions meanwhile.
"""

import builtins
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from gjkscope.engine.batch.staging import symbols
from gjkscope.engine.batch.staging.records import put_together, take_apart
from gjkscope.engine.batch.staging.symbols import staged_float32

COPIED = ("gjkscope.engine.published", "gjkscope.engine.vectors", "gjkscope.engine.gjk.steps")

Replacements = Mapping[str, Callable[[Any], Any]]
"""By "module:name" or "module:Class.name": what makes a function's replacement from the function."""


class StagedDecisions:
    """In place of `EngineDecisions`: asks a test, and keeps no record; nothing is corrected."""

    asked: tuple[Any, ...] = ()

    def __init__(self, kinds: Mapping[str, Any], corrected: tuple[str, ...] = ()) -> None:
        self._kinds = kinds

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StagedDecisions) and other._kinds is self._kinds

    def __hash__(self) -> int:
        return id(self._kinds)

    def corrects(self, kind: str) -> bool:
        return False

    def holds(self, kind: str, left: Any, right: Any, vertices: Any) -> Any:
        return RELATIONS[self._kinds[kind].relation](left, right)


RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
    "|·| <": lambda a, b: abs(a) < b,
}


class Copies:
    """The copies that one program is explored in."""

    def __init__(self, replacements: Replacements) -> None:
        self._replacements = replacements
        self._modules: dict[str, ModuleType] = {}
        self._builtins = {
            **vars(builtins),
            "__import__": self._import,
            "max": symbols.highest,
            "min": symbols.lowest,
            "all": symbols.every,
            "any": symbols.some,
            "sum": symbols.total,
            "float": symbols.as_float,
        }

    def module(self, name: str) -> ModuleType:
        """The copy of a module."""
        parent = name.rpartition(".")[0]
        if parent.startswith(COPIED):  # a package comes first, and may import this module
            self.module(parent)
        if name in self._modules:
            return self._modules[name]
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            raise ModuleNotFoundError(name)
        copy = self._modules[name] = ModuleType(name)
        copy.__dict__.update(__builtins__=self._builtins, __package__=spec.parent, __file__=spec.origin, __spec__=spec)
        exec(spec.loader.get_code(name), copy.__dict__)  # type: ignore[attr-defined]
        self._replace(copy)
        return copy

    @property
    def files(self) -> list[str]:
        """The source files of all copies."""
        return sorted(str(module.__file__) for module in self._modules.values())

    def _replace(self, copy: ModuleType) -> None:
        for place, make in self._replacements.items():
            module, _, path = place.partition(":")
            if module == copy.__name__:
                *owner, name = path.split(".")
                holder: Any = getattr(copy, owner[0]) if owner else copy
                setattr(holder, name, make(getattr(holder, name)))

    def _import(self, name: str, scope: Any = None, local: Any = None, names: Any = (), level: int = 0) -> Any:
        if name in SUBSTITUTES:
            return SUBSTITUTES[name]
        if level or not name.startswith(COPIED):
            return builtins.__import__(name, scope, local, names, level)
        module = self.module(name)
        for part in names or ():
            if not hasattr(module, part):
                setattr(module, part, self.module(f"{name}.{part}"))
        return module


def _substitute(name: str, **others: Any) -> Any:
    return SimpleNamespace(**{**vars(import_module(name)), **others})


def _single(value: Any) -> Any:
    """`precision.single`"""
    shape, numbers = take_apart(value)
    singles = [staged_float32(number) for number in numbers]
    if not symbols.every(symbols.isfinite(number) for number in singles):
        raise symbols.InterpreterRaisesError
    return put_together(shape, iter(singles))


def _with_python_floats(value: Any) -> Any:
    """`precision.with_python_floats`; the words of the record are lost, which no later step uses."""
    shape, numbers = take_apart(value)
    return put_together(shape, (symbols.as_float(n) if symbols.number_kind(n) == "f" else n for n in numbers))


class _Numpy:
    """NumPy, with a root and a float32 that take symbols."""

    float32 = staticmethod(staged_float32)
    sqrt = staticmethod(symbols.numpy_root)

    @staticmethod
    def finfo(kind: Any) -> Any:
        return np.finfo(np.float32 if kind is staged_float32 else kind)

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)


SUBSTITUTES: dict[str, Any] = {
    "math": _substitute("math", sqrt=symbols.sqrt, isfinite=symbols.isfinite, isnan=symbols.isnan),
    "numpy": _Numpy(),
    "gjkscope.engine.precision": _substitute(
        "gjkscope.engine.precision", single=_single, with_python_floats=_with_python_floats
    ),
}


class _NoBuilder:
    """In place of `LastBuilder`: no polytope is compiled."""

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    def __new__(cls) -> Any:
        return None


_IEEE = "gjkscope.engine.published.ieee"
EVERYWHERE: Replacements = {
    f"{_IEEE}:divide": lambda _: symbols.plain_quotient,
    f"{_IEEE}:root": lambda _: symbols.plain_root,
    "gjkscope.engine.published.decisions:EngineDecisions": lambda _: StagedDecisions,
    "gjkscope.engine.published.last_builder:LastBuilder": lambda _: _NoBuilder,
}
