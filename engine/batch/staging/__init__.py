"""Compiles functions that numba cannot, by running them once on symbols instead of numbers.

The algorithms of engines (`engine/published`) keep words, simplices of any size and records of their tests in a state,
which has no fixed type.  What they compute depends on numbers only through comparisons, though.  So the interpreter
runs the functions themselves, unmodified, on symbols (`symbols.py`), which record the arithmetic; a comparison takes
one of its two outcomes, and the function is run again for the other one (`exploring.py`).  The tree of all runs is a
program in plain arithmetic, which LLVM compiles (`emitting.py`).  A state with symbols has a fixed shape: which phase
it is in, how many vertices it has.  One step of each shape that occurs is explored (`machine.py`).

1. Every operation is the interpreter's, in its order and precision, so the results are the same bits.
2. A branch on which the interpreter would raise an error, or which is declared as not compiled, ends the program for
   that pair; the interpreter answers it.
3. Nothing here imports numba.

How it can fail: a function that depends on numbers in another way than by comparing them (as the index of a tuple, as
the key of a dictionary) raises `TypeError` while it is explored.
"""

OUT = 13  # numbers of an answer: verdict, exit, iterations, signed distance, normal, witness points
NO_DISTANCE = 64  # is added to the number of the exit if the engine gives no distance
