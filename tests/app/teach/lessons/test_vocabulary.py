"""The terms of the course: each is taught by a page, and nothing that a page shows uses a term of a later page."""

from collections.abc import Iterator

import pytest

from gjkscope.app.state.actions import GoToStep, update
from gjkscope.app.state.inspection.beats import words_of_beats
from gjkscope.app.state.inspection.label_names import shows_label
from gjkscope.app.state.inspection.predictions import challenge_of, why_not_there
from gjkscope.app.state.inspection.traces import last_step, names_in_steps, step_record
from gjkscope.app.state.model import LessonPage, LessonTask, Prediction, PredictionTask
from gjkscope.app.state.model.lesson import MarkdownText, Question
from gjkscope.app.teach.lessons.contents import LessonEntry, contents
from gjkscope.app.teach.lessons.glossary import TERMS, definition, pattern, terms_in
from gjkscope.app.teach.lessons.vocabulary import (
    known_terms,
    premature_terms,
    taught_at,
    untaught_terms,
    with_definitions,
)
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine.explain import explain, headline
from tests.app.teach.lessons.shipped import shipped_lesson

MOST_STEPS = 12  # of a run, evenly spread: later steps use the same sentences
SENTENCES = ("Sentence", "Step", "Steps")  # panels that show the sentences of steps


def test_each_term_is_taught_by_one_page() -> None:
    assert untaught_terms() == ()
    assert sum(len(terms) for entry in contents() for terms in entry.teaches) == len(TERMS)


def test_the_page_that_teaches_a_term_names_it() -> None:
    for term, (name, page) in taught_at().items():
        entry = next(entry for entry in contents() if entry.name == name)
        assert pattern(term).search("\n".join(texts_of_page(shipped_lesson(entry.path).pages[page]))), term


@pytest.mark.parametrize("entry", contents(), ids=lambda entry: entry.name)
def test_a_page_uses_no_term_that_is_taught_later(entry: LessonEntry) -> None:
    early = [
        f"page {number + 1}, {page.title}: {term!r}, taught in {taught_at()[term]}: {text[:80]!r}"
        for number, page in enumerate(shipped_lesson(entry.path).pages)
        if page.title != "Sources"  # titles of papers
        for text in (*texts_of_page(page), *texts_of_views(page))
        for term in premature_terms(text, entry.name, number)
    ]
    assert early == []


def texts_of_page(page: LessonPage) -> Iterator[str]:
    yield page.title
    for part in page.parts:
        match part:
            case MarkdownText():
                yield part.text
            case LessonTask():
                yield from (part.text, part.hint, part.praise)
            case Question():
                yield from (part.text, part.why)
                yield from (text for choice in part.choices for text in (choice.text, choice.mistake))
            case PredictionTask():
                yield from (part.prediction.text, part.prediction.praise, part.prediction.explain)
                yield from answers_about(part.prediction, page)


def answers_about(prediction: Prediction, page: LessonPage) -> Iterator[str]:
    """What a wrong answer is answered with."""
    challenge = challenge_of(prediction, page.first)
    yield from (text for target in challenge.targets for text in (target.name, target.label, target.why))
    if challenge.is_dragged:
        yield why_not_there(challenge, page.first)


def texts_of_views(page: LessonPage) -> Iterator[str]:
    """The labels of the views, and the sentences of the panels, at steps of the page's run."""
    sentences, overlays = any(title in SENTENCES for title in page.display.panels), page.first.display.visible
    last, names = last_step(page.first), [body.name for body in page.first.document.scene.bodies]
    for step in sorted({last * i // MOST_STEPS for i in range(MOST_STEPS + 1)}) if sentences or overlays.steps else []:
        state = update(page.first, GoToStep(step))
        if sentences and (record := step_record(state)) is not None:
            yield from (headline(record, *names_in_steps(state)), explain(record, *names_in_steps(state)))
            yield from (text for _, *beat in words_of_beats(state) for text in beat)
        if overlays.steps:
            drawn = (world_drawing(state), difference_drawing(state))
            yield from (
                label.text
                for list_ in drawn
                for label in list_.labels
                if shows_label(page.display.labels, label.text, names)
            )


def test_terms_are_found_in_all_their_forms() -> None:
    assert list(terms_in("Two\nsupport points\u00a0and simplices", TERMS)) == ["support point", "simplex"]
    assert list(terms_in("A bounding-box test, or an AABB", TERMS)) == ["bounding box"]
    assert list(terms_in("unsupported points", TERMS)) == []


def test_a_definition_is_attached_to_the_first_use_of_a_term_that_is_known() -> None:
    last = contents()[-1]
    noted = with_definitions("`simplex` A **simplex** and a simplex.", last.name, 0)
    assert noted == ("`simplex` A **<dfn>simplex</dfn>** and a simplex.", (("simplex", definition("simplex")),))
    assert with_definitions("A simplex), and", last.name, 0).text == "A <dfn>simplex),</dfn> and"
    first = contents()[0].name
    assert with_definitions("A simplex.", first, 0) == ("A simplex.", ())
    assert known_terms(first, 0) == ()
    assert known_terms(first, 1) == ("witness point",)
    assert list(premature_terms("A simplex.", first, 0)) == ["simplex"]
