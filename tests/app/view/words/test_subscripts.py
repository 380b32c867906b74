"""Which parts of texts are subscripts, and how labels, sentences, tables, lessons and pages show them."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from imgui_bundle import imgui, rich_md

from gjkscope.app.ask.runs.progress import StepEvent
from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.share.web.course.html import inline_markdown
from gjkscope.app.share.web.words import words_of_step
from gjkscope.app.state.actions import GoToStep, LeaveLesson, update
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.view.panels.requests import ReadLesson
from gjkscope.app.view.words.subscripts import has_subscripts, markdown_with_subscripts, runs_of, with_subscripts
from tests.app.interface import Bench, start_state


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


def test_sentences_use_unicode_where_it_has_the_subscript() -> None:
    assert with_subscripts("face w0 w12 of raw0, s_A(d), A v0") == "face w₀ w₁₂ of raw0, s_A(d), A v0"
    markdown = "**w0** = s_A(d) − s_B(−d), `w0`\n```\nw1 = 2\n```\nw1"
    shown = "**w₀** = s<sub>A</sub>(d) − s<sub>B</sub>(−d), `w0`\n```\nw1 = 2\n```\nw₁"
    assert markdown_with_subscripts(markdown) == shown


def test_the_window_shows_subscripts_in_sentences_tables_and_lessons(
    shared: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def heard(real: Callable[[str], None], text: str) -> None:
        written.append(text)
        real(text)

    for module, name in ((imgui, "text"), (imgui, "text_wrapped"), (rich_md, "render_raw")):
        monkeypatch.setattr(module, name, partial(heard, getattr(module, name)))
    shared.open(update(start_state("sphere-box"), GoToStep(1)))
    shared.front("Steps")
    shared.settle()
    assert {"w₀", "w₁", "edge w₀ w₁"} <= {*written}, "the table of the simplex, and the list of steps"
    assert any("w₁" in text and len(text) > 60 for text in written), "the sentence"
    shared.perform(ReadLesson("03-support-mappings", 3), frames=4)
    assert any("<f0></f0>" in text for text in written), "a formula is typeset"
    assert not any(re.search(r"\bw\d|\bs_[AB]\(", text) for text in written if "`" not in text)
    shared.perform(LeaveLesson(), frames=2)


def test_pages_show_subscripts() -> None:
    assert inline_markdown("*w0* = s_A(d)") == "<em>w₀</em> = s<sub>A</sub>(d)"
    state = update(start_state("sphere-box"), GoToStep(1))
    words = words_of_step(step_record(state), MISSING, ("A", "B"), step_sentence(state), (StepEvent.ADDED,))
    assert words["headline"] == "edge w₀ w₁"
    assert [row[0] for row in words["tables"][0]["rows"]] == ["w₀", "w₁"]
    assert "w1" in step_sentence(state), "which programs read"
    assert "w1" not in words["sentence"]
