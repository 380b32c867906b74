"""Connected components, compared with SciPy's."""

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components as by_scipy

from gjkscope.engine.shapes.components import connected_components


@pytest.mark.parametrize("edges", [0, 5, 30, 60, 300])
def test_random_graphs(edges: int) -> None:
    rng = np.random.default_rng(edges)
    for _ in range(20):
        first, second = rng.integers(0, 60, (2, edges))
        graph = coo_array((np.ones(edges), (first, second)), shape=(60, 60))
        assert np.array_equal(connected_components(60, first, second), by_scipy(graph, directed=False)[1])


def test_a_long_chain_in_any_order() -> None:
    order = np.random.default_rng(1).permutation(100_000)
    assert not connected_components(len(order), order[:-1], order[1:]).any()
