"""Connected components of a graph that is given by arrays."""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.intp]


def connected_components(count: int, first: Ints, second: Ints) -> Ints:
    """The component of each of `count` nodes, numbered in the order of their first nodes.

    `first` and `second` are the ends of the edges.  Each round hooks roots onto smaller ones and shortens the paths to
    them (Shiloach, Vishkin, An O(log n) parallel connectivity algorithm, 1982).

    >>> connected_components(5, np.array([3, 4]), np.array([1, 0])).tolist()
    [0, 1, 2, 1, 0]
    """
    root = np.arange(count)
    while True:
        ends = root[first], root[second]
        is_open = ends[0] != ends[1]
        if not is_open.any():
            return np.asarray(np.unique(root, return_inverse=True)[1], dtype=np.intp)
        low, high = np.minimum(*ends)[is_open], np.maximum(*ends)[is_open]
        np.minimum.at(root, high, low)
        while ((shorter := root[root]) != root).any():
            root = shorter
