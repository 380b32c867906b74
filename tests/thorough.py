"""`make thorough`: the tests and the cases that `make test` has no time for.

    @pytest.mark.thorough
    def test_every_shipped_demo_is_a_film() -> None: ...

    for _ in range(cases(200, 1000)):

A test is marked if it takes a second or more and faster tests check its parts: it looks at all that is shipped, goes a
long way through the window, or tries a tool of the developers as a whole.

A test draws its cases in the same order both times, so the few are the first of the many.  They are enough to reach
every branch that the test asserts to have reached.
"""

import os

THOROUGH = os.environ.get("GJKSCOPE_THOROUGH", "") == "1"


def cases(few: int, many: int) -> int:
    """The number of cases: `many` in `make thorough`, otherwise `few`."""
    return many if THOROUGH else few
