"""Records have the fields that their classes name; registries import what is looked up, and nothing else."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.registry.discovery import Discovered
from gjkscope.engine.registry.record import Record

ROOT = Path(__file__).resolve().parents[3]

LOOK_UP = """
import sys
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.procedures import PROCEDURES
assert "mpr" in PROCEDURES and "box3d" in POLICIES and "box4d" not in POLICIES
before = {*sys.modules}
for registry, name in ((PROCEDURES, "mpr"), (POLICIES, "box3d")):
    assert registry[name].name == name
print(*sorted({*sys.modules} - before))
"""


class Named(Record):
    name: str
    order: int = 3


class Counted(Named):
    count: int
    step: type = int


def test_a_record_has_the_fields_of_its_class_and_of_those_it_derives_from() -> None:
    record = Counted(name="a", count=2)
    assert vars(record) == {"name": "a", "order": 3, "count": 2, "step": int}


class MakesAnnotationsOnRequest(type(Record)):  # type: ignore[misc]
    """Makes classes like Python 3.14: their `vars` have no annotations before these are asked for."""

    def __new__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> Any:
        annotations = members.pop("__annotations__")
        made = super().__new__(cls, name, bases, members)
        made.annotations = annotations
        return made

    def __getattribute__(cls, name: str) -> Any:
        return super().__getattribute__("annotations" if name == "__annotations__" else name)


def test_fields_are_found_where_annotations_are_made_on_request() -> None:
    class Lazy(Record, metaclass=MakesAnnotationsOnRequest):
        name: str
        order: int = 3

    assert "__annotations__" not in vars(Lazy)
    assert vars(Lazy(name="a")) == {"name": "a", "order": 3}


def test_a_function_as_default_is_not_bound_to_the_record() -> None:
    class Worded(Record):
        words: object = len

    assert Worded().words is len


@pytest.mark.parametrize("given", [{"name": "a"}, {"name": "a", "count": 2, "colour": "red"}])
def test_a_missing_or_unknown_field_is_an_error_that_lists_the_fields(given: dict[str, str]) -> None:
    with pytest.raises(TypeError, match=r"Counted: the fields are name, order, count, step, got name"):
        Counted(**given)  # type: ignore[arg-type]


def test_a_field_cannot_be_set() -> None:
    record = Named(name="a")
    with pytest.raises(AttributeError, match=r"Named\.name cannot be set"):
        record.name = "b"  # type: ignore[misc]
    assert record.name == "a"


@pytest.mark.parametrize("registry", [POLICIES, EDGE_POLICIES, SOLVERS])
def test_a_module_is_called_like_its_record(registry: Discovered[object]) -> None:
    records = [*registry.values()]
    assert [record.name for record in records] == [*registry]  # type: ignore[attr-defined]
    orders = [record.order for record in records]  # type: ignore[attr-defined]
    assert orders == sorted(orders)
    assert len(registry) == len(records)


def test_looking_up_a_record_imports_it_alone() -> None:
    run = subprocess.run([sys.executable, "-c", LOOK_UP], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    imported = run.stdout.split()
    assert {"gjkscope.engine.mpr.algorithm", "gjkscope.engine.contacts.policies.box3d"} <= {*imported}
    others = ("headbutt", "brute", "obb", "edges", "policies.jolt", "policies.bullet")
    assert [name for name in imported if any(other in name for other in others)] == []
