"""The tables of docs/edges.md are what is measured."""

import pytest

from gjkscope.engine.edges.registry import EDGE_POLICIES
from tests.bench.edge_policies import PAGE, SCENES, table
from tests.thorough import cases

SOME = cases(3, 1)  # each scene measures every third policy; together, the scenes measure them all


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.slow
def test_the_page_has_the_table_that_is_measured(name: str) -> None:
    policies = list(EDGE_POLICIES)[list(SCENES).index(name) % SOME :: SOME]
    title, *measured = table(name, policies).splitlines()
    _, _, after = PAGE.read_text(encoding="utf-8").partition(title)
    published = after.strip().split("\n\n")[0].splitlines()
    assert [line for line in published if line in measured] == [line for line in measured if line]
    assert len(published) == 2 + len(EDGE_POLICIES), "two lines of heads, and one for each policy"
