"""`make thorough`: the tests with all the cases that `make test` has no time for.

    for _ in range(cases(200, 1000)):

A test draws its cases in the same order both times, so the few are the first of the many.  They are enough to reach
every branch that the test asserts to have reached.
"""

import os

THOROUGH = os.environ.get("GJKSCOPE_THOROUGH", "") == "1"


def cases(few: int, many: int) -> int:
    """The number of cases: `many` in `make thorough`, otherwise `few`."""
    return many if THOROUGH else few
