"""The tables of docs/edges.md are what is measured."""

import pytest

from tests.bench.edge_policies import PAGE, SCENES, table


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.slow
def test_the_page_has_the_table_that_is_measured(name: str) -> None:
    assert table(name) in PAGE.read_text(encoding="utf-8")
