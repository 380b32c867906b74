"""Compiles what numba compiles, into its cache, ahead of the tests.

python -m tests.compiled
"""

import numpy as np

from gjkscope import BROADPHASES, batch


def main() -> None:
    batch.prepare()
    boxes = np.array([[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]], [[2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]])
    for method in BROADPHASES:
        batch.broad_phase(boxes, method)
    batch.MovingBoxes(boxes).update([0], boxes[1:])


if __name__ == "__main__":
    main()
