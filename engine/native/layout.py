"""Cores, poses and answers in memory, as `depth.py` and `boxes.py` write and read them, and machine code does.

They are arrays.  There is a row of three numbers for each array, of which the last one is its address.

The two rows of a core:

1. int64: its kind, its first axis, and the address and number of the blocks of its vertices.
2. float64: its size (3), its parameter, its centre (3) and its radius.

The rows of a pair, for `depth.py`:

1. The two rows of A's core, and the two of B's.
2. float64, of each pose: the rotation, row by row, and the position.
3. int64, of the answer: the exit and the number of steps of the last algorithm, the number of GJK's steps if EPA has
   run, and the verdict.
4. float64, of the answer: the lower and the upper bound, the signed distance, the normal (3), and both witness points
   (6).

The rows of many shapes, for `boxes.py`:

1. The two rows of each core.
2. float64, of each pose: as those of a pair.
3. float64, of each box: the least corner and the greatest.
"""

ROW = 24  # bytes from a row to the next one
CORE_ROWS = 2
POSE_NUMBERS = 12

# The numbers of a pair's rows, the first of several, and how many there are.
CORE_A, CORE_B = 0, CORE_ROWS
POSES, INTEGERS, NUMBERS = 2 * CORE_ROWS, 2 * CORE_ROWS + 1, 2 * CORE_ROWS + 2
PAIR_ROWS = 2 * CORE_ROWS + 3

FOUND_INTEGERS = 4
FOUND_NUMBERS = 12

# The numbers of the rows after those of all cores.
ALL_POSES, ALL_BOXES = 0, 1

BOX_NUMBERS = 6
