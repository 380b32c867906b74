"""The faster `dataclass` behaves exactly like the standard one."""

import dataclasses
import inspect
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields
from functools import cached_property
from typing import Any, ClassVar

import pytest

from engine import dataclass as quicker

OUTSIDE = ("__match_args__", "__qualname__", "__module__")


def sample(dataclass: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """The same three classes, built with either decorator."""

    @dataclass(frozen=True)
    class Base:
        kind: ClassVar[str] = "shape"
        name: str
        extent: float = 1.0

        def __post_init__(self) -> None:
            if self.extent < 0:
                raise ValueError("extent")

        @cached_property
        def title(self) -> str:
            return self.name.upper()

    @dataclass(frozen=True)
    class Derived(Base):
        """One more."""

        parts: list[int] = field(default_factory=list)
        note: str = field(default="", compare=False)

    @dataclass(frozen=True, eq=False)
    class Identical:
        value: int

    return Base, Derived, Identical


BOTH = pytest.mark.parametrize(
    "classes", [sample(dataclasses.dataclass), sample(quicker.dataclass)], ids=["std", "ours"]
)


@BOTH
def test_construction_repr_and_comparison(classes: tuple[Any, Any, Any]) -> None:
    base, derived, identical = classes
    a = base("a")
    assert {a, base(extent=1.0, name="a")} == {a}
    assert a not in (base("a", 2.0), derived("a"), ("a", 1.0))
    assert repr(a).endswith("Base(name='a', extent=1.0)")
    assert derived("a", note="x") == derived("a", note="y")
    assert derived("a").parts is not derived("a").parts
    assert derived("a", parts=[1]) != derived("a")
    assert len({identical(1), identical(1)}) == 2
    assert [entry.name for entry in fields(derived)] == ["name", "extent", "parts", "note"]


@BOTH
def test_instances_are_frozen_and_invalid_ones_are_rejected(classes: tuple[Any, Any, Any]) -> None:
    base, derived, _ = classes
    for made in (base("a"), derived("a")):
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
            made.name = "b"
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
            del made.name
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        base()
    with pytest.raises(TypeError, match="unhashable"):
        hash(derived("a"))


@pytest.mark.parametrize("replace", [dataclasses.replace, quicker.replace], ids=["std", "ours"])
@BOTH
def test_replace_builds_a_new_instance(classes: tuple[Any, Any, Any], replace: Callable[..., Any]) -> None:
    base, derived, identical = classes
    a = derived("a", 3.0)
    assert a.title == "A"
    assert replace(a, name="b") == derived("b", 3.0)
    assert replace(a, name="b").title == "B"
    assert a.name == "a"
    assert replace(identical(1)).value == 1
    with pytest.raises(ValueError, match="extent"):
        replace(base("a"), extent=-1.0)
    with pytest.raises(TypeError, match="colour"):
        replace(a, colour="red")


def test_both_have_the_same_public_interface() -> None:
    for standard, ours in zip(sample(dataclasses.dataclass), sample(quicker.dataclass), strict=True):
        assert all(getattr(standard, name) == getattr(ours, name) for name in OUTSIDE)
        expected, found = (inspect.signature(cls).parameters.values() for cls in (standard, ours))
        assert [(p.name, p.kind, p.annotation) for p in expected] == [(p.name, p.kind, p.annotation) for p in found]
        assert [p.default is p.empty for p in expected] == [p.default is p.empty for p in found]


def test_a_custom_hash_is_kept() -> None:
    for dataclass in (dataclasses.dataclass, quicker.dataclass):

        @dataclass(frozen=True)
        class Own:
            part: int

            def __hash__(self) -> int:
                return 7

        assert hash(Own(1)) == 7
