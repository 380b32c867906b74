"""The page on performance has a place for each benchmark, and only that part of it is replaced."""

import pytest

from tests.bench.__main__ import BENCHMARKS, PAGE, place


@pytest.mark.parametrize("name", BENCHMARKS)
def test_each_benchmark_has_a_place_on_the_page(name: str) -> None:
    page = PAGE.read_text()
    before, after = page.split(f"<!-- make bench: {name} -->")
    changed = place(page, name, "| new | table |")
    assert changed.startswith(before)
    assert changed.endswith(after.split("<!-- end -->", 1)[1])
    assert "| new | table |" in changed
    assert place(changed, name, "| new | table |") == changed


def test_a_benchmark_without_a_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="no place for unknown"):
        place("# Page\n", "unknown", "")
