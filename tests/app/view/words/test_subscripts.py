"""Which parts of labels are subscripts."""

import pytest

from gjkscope.app.view.words.subscripts import has_subscripts, runs_of


def marked(text: str) -> str:
    """The text with its subscripts in brackets."""
    return "".join(f"[{run.text}]" if run.is_subscript else run.text for run in runs_of(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("w0", "w[0]"),
        ("w12 no nearer", "w[12] no nearer"),
        ("face w0 w1 w2", "face w[0] w[1] w[2]"),
        ("s_A(d) − s_B(−d)", "s[A](d) − s[B](−d)"),
        ("s_crate 7(d)", "s[crate 7](d)"),
        ("w0 = s_A(d)", "w[0] = s[A](d)"),
    ],
)
def test_indices_of_vertices_and_bodies_of_support_mappings_are_subscripts(text: str, wanted: str) -> None:
    assert has_subscripts(text)
    assert marked(text) == wanted


@pytest.mark.parametrize("text", ["", "0.5 m", "box 1: A v0", "raw0", "w0x", "s_A", "crates_2(d)", "A w"])
def test_other_numbers_and_names_are_not(text: str) -> None:
    assert not has_subscripts(text)
    assert marked(text) == text
