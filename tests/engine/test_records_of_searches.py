"""What is declared of the searches: the numbers of their names, and what their records say of them."""

from enum import IntEnum
from importlib import import_module
from inspect import getmembers, isclass

import pytest

from gjkscope.engine.registry.algorithms import ALGORITHMS

MODULES = """
    arithmetic.predicates clamp.steps epa.steps epa_newton.steps exact.steps gjk.simplex gjk.steps headbutt.steps
    mpr.steps
    registry.belief result sat.gauss_map sat.steps shapes.surfaces tetrahedron.steps
""".split()


def enumerations() -> list[type[IntEnum]]:
    """Those whose numbers compiled code stores, or steps count with."""
    modules = [import_module(f"gjkscope.engine.{name}") for name in MODULES]
    found = {cls for module in modules for _, cls in getmembers(module, isclass) if issubclass(cls, IntEnum)}
    return sorted(found - {IntEnum}, key=lambda cls: cls.__qualname__)


@pytest.mark.parametrize("names", enumerations(), ids=lambda cls: cls.__name__)
def test_names_are_numbered_from_zero_without_a_gap(names: type[IntEnum]) -> None:
    """Two names with one number would be one name."""
    assert [member.value for member in names.__members__.values()] == list(range(len(names.__members__)))


def test_there_are_enumerations() -> None:
    assert len(enumerations()) >= 12


def test_provers_are_tried_from_the_one_that_proves_most() -> None:
    """Exact arithmetic is conclusive; EPA's polytope proves the depth of curved shapes."""
    provers = {name: algorithm.prover for name, algorithm in ALGORITHMS.items() if algorithm.prover is not None}
    order = sorted(provers, key=lambda name: provers[name].order)
    assert order.index("exact") < order.index("epa")
    assert len({prover.order for prover in provers.values()}) == len(provers)
    assert [name for name in order if provers[name].is_final] == ["exact"]


def test_records_say_what_a_search_seeks_and_how_it_may_fail() -> None:
    def named(holds: dict[str, bool]) -> set[str]:
        return {name for name in "gjk epa epa-newton sat mpr clamp tetrahedron headbutt exact".split() if holds[name]}

    records = ALGORITHMS.items()
    assert named({name: record.seeks_depth for name, record in records}) == {"epa", "epa-newton"}
    assert named({name: not record.least_depth for name, record in records}) == {"mpr"}
    assert named({name: record.of_surfaces for name, record in records}) == set()
    assert named({name: record.visits_features for name, record in records}) == {"sat"}
    searches = {name: record.search for name, record in records}
    cycling = {name: view is not None and view.may_cycle for name, view in searches.items()}
    assert named(cycling) == {"gjk", "mpr", "tetrahedron", "headbutt"}
    orders = [record.order for _, record in records]
    assert len(set(orders)) == len(orders)
