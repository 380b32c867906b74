"""A dictionary whose earlier versions remain readable as lists."""

from random import Random

from gjkscope.engine.sequences.ledger import Ledger


def test_each_version_keeps_its_items_in_order() -> None:
    """Random changes, against copies of a dictionary."""
    random, ledger, plain = Random(47), Ledger([(0, "0"), (1, "1")]), {0: "0", 1: "1"}
    versions, copies = [], []
    for key in range(2, 200):
        ledger.add(key, str(key))
        plain[key] = str(key)
        for old in random.sample(sorted(plain), min(len(plain), random.choice((0, 0, 1, 2)))):
            assert ledger.remove(old) == plain.pop(old)
        assert ledger == plain
        versions.append(ledger.list_items())
        copies.append(tuple(plain.values()))
    assert versions == copies
    assert [versions[i] for i in (150, 3, 150)] == [copies[i] for i in (150, 3, 150)]
    assert min(map(len, copies)) < max(map(len, copies)) - 10


def test_a_list_is_shared_until_the_items_change() -> None:
    ledger = Ledger([(0, "0")])
    first = ledger.list_items()
    assert ledger.list_items() is first
    ledger.add(1, "1")
    second = ledger.list_items()
    assert ledger.list_items() is second
    ledger.remove(0)
    assert (*first,) == ("0",)
    assert (*second,) == ("0", "1")
    assert (*ledger.list_items(),) == ("1",)
