"""Keys by identity distinguish equal values, and weak ones keep none."""

from functools import lru_cache
from weakref import ref

import numpy as np

from gjkscope.app.base.identity import Identity, WeakIdentity, kept_while_it_exists


def test_equal_values_have_different_keys() -> None:
    ones, others = np.ones(3), np.ones(3)
    for key in (Identity, WeakIdentity):
        assert key(ones) == key(ones)
        assert hash(key(ones)) == hash(key(ones))
        assert key(ones) != key(others)
    assert Identity(ones) != WeakIdentity(ones)


def test_a_cache_with_weak_keys_keeps_no_values() -> None:
    @lru_cache(maxsize=4)
    def total(known: WeakIdentity) -> float:
        return float(known.value.sum())

    ones = np.ones(3)
    kept = ref(ones)
    assert [total(WeakIdentity(ones)) for _ in range(2)] == [3.0, 3.0]
    assert total.cache_info().hits == 1
    del ones
    assert kept() is None


def test_the_key_of_a_value_that_no_longer_exists_equals_no_other() -> None:
    values = [np.ones(3), np.ones(3)]
    keys = [WeakIdentity(value) for value in values]
    values.clear()
    assert keys[0].value is None
    assert keys[0] != keys[1]
    assert keys[0] != WeakIdentity(np.ones(3))


def test_an_answer_is_kept_for_as_long_as_its_object_exists() -> None:
    class Thing:
        pass

    class Answer:
        pass

    calls: list[str] = []

    @kept_while_it_exists
    def answer(thing: Thing) -> Answer:
        calls.append("called")
        return Answer()

    first, second = Thing(), Thing()
    assert answer(first) is answer(first)
    assert answer(first) is not answer(second)
    assert len(calls) == 2
    kept = ref(answer(first))
    del first
    assert kept() is None
