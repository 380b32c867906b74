"""The functions that `compiled` treats specially, some of them private and by name, exist and are reached."""

from collections import Counter

from gjkscope.engine.batch.compiled import CALLED, OVERLOADED, solve
from gjkscope.engine.runtime.compilation.functions import functions_reached_from
from gjkscope.engine.shapes.support import SUPPORTS

REACHED = tuple(functions_reached_from(solve, *SUPPORTS.values()))


def test_each_function_that_is_not_inlined_is_reached_under_its_name() -> None:
    counts = Counter(function.__name__ for function in REACHED)
    missing = [name for name in CALLED if not counts[name]]
    assert not missing, f"CALLED in engine/batch/compiled.py: {missing} were renamed or removed; update their names"


def test_each_function_that_an_extension_replaces_is_reached() -> None:
    missing = [function.__qualname__ for function in OVERLOADED if function not in REACHED]
    assert not missing, f"OVERLOADED in engine/batch/compiled.py: no compiled function calls {missing}; remove them"
