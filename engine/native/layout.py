"""The numbers of a pair and its answer in memory, as `depth.py` writes and machine code reads them.

Seven arrays, and a row of three numbers for each of them, of which the last one is its address:

1. int64, of A's core: its kind, its first axis, and the address and number of the blocks of its vertices.
2. float64, of A's core: its size (3), its parameter, its centre (3) and its radius.
3. The same two of B's core.
4. float64, of each pose: the rotation, row by row, and the position.
5. int64, of the answer: the exit and the number of steps of the last algorithm, the number of GJK's steps if EPA has
   run, and the verdict.
6. float64, of the answer: the lower and the upper bound, the signed distance, the normal (3), and both witness points
   (6).
"""

ROW = 24  # bytes from a row to the next one
ROWS = 7
POSE_NUMBERS = 12
FOUND_INTEGERS = 4
FOUND_NUMBERS = 12
BOX_NUMBERS = 6  # the least corner of a box, and the greatest
