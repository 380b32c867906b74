"""Lists whose earlier versions stay readable, compared with plain copies over random changes."""

from random import Random

import pytest

from gjkscope.engine.sequences.versioned import LatestList, VersionedList


def test_each_version_keeps_the_values_it_was_copied_with() -> None:
    random = Random(3)
    for _ in range(30):
        newest: VersionedList[int] = VersionedList(range(random.randrange(3)))
        versions, copies = [newest], [list(newest)]
        for _ in range(40):
            newest, plain = newest.copy(), list(copies[-1])
            for _ in range(random.randrange(4)):
                value = random.randrange(1000)
                if plain and random.random() < 0.5:
                    index = random.randrange(-len(plain), len(plain))
                    newest[index] = plain[index] = value
                else:
                    newest.append(value)
                    plain.append(value)
            versions.append(newest)
            copies.append(plain)
        for number in random.sample(range(len(versions)), len(versions)):
            version, plain = versions[number], copies[number]
            assert [version[i] for i in range(len(plain))] == plain  # one at a time, from the log
            assert (len(version), list(version), version) == (len(plain), plain, plain)
            assert version[1:3] == plain[1:3]
            earlier = random.randrange(number + 1)
            changes, before = version.changes_since(versions[earlier]), copies[earlier]
            assert [changes.get(i, before[i] if i < len(before) else None) for i in range(len(plain))] == plain
            assert version.changes_since(None) == dict(enumerate(plain))
            assert [version[i] for i in range(-len(plain), 0)] == plain  # from the version read as a whole


def test_an_earlier_version_cannot_be_changed_and_its_copy_is_independent() -> None:
    first = VersionedList("ab")
    second = first.copy()
    second[0] = "c"
    other = first.copy()
    other.append("d")
    assert (list(first), list(second), list(other)) == (["a", "b"], ["c", "b"], ["a", "b", "d"])
    for change in (lambda: first.append("x"), lambda: first.__setitem__(0, "x")):
        with pytest.raises(ValueError, match="earlier version"):
            change()
    with pytest.raises(IndexError):
        first[2]


def test_conversion_preserves_all_versions() -> None:
    first = VersionedList((1, 2))
    second = first.copy()
    second[0] = 3
    done: dict[int, object] = {}
    assert (first.mapped(str, done), second.mapped(str, done)) == (["1", "2"], ["3", "2"])
    assert len(done) == 1  # both versions share their contents


def test_a_latest_list_is_changed_in_place() -> None:
    latest = LatestList([1, 2])
    latest.copy()[0] = 3
    assert latest == [3, 2]
