"""A lesson as a page of the website: all its pages, each with its figure, tasks, questions and predictions."""

from typing import assert_never

from gjkscope.app.share.web.course.figures import Guide, other_panels
from gjkscope.app.share.web.course.html import Html, element, inline_markdown, markdown, markup, words_of_markdown
from gjkscope.app.share.web.course.layout import (
    LESSONS,
    NOTEBOOKS,
    SHEETS,
    SearchEntry,
    SitePage,
    figure_box,
    figure_name,
    lines,
    link,
)
from gjkscope.app.state.inspection.predictions import challenge_of
from gjkscope.app.state.model import Lesson, LessonTask, Part, PredictionTask
from gjkscope.app.state.model.lesson import MarkdownText, Question, progress_key
from gjkscope.app.teach.lessons.contents import LessonEntry
from gjkscope.app.teach.lessons.vocabulary import with_definitions
from gjkscope.app.view.words.subscripts import with_subscripts

LETTERS = "abcdefgh"  # labels of the choices of a question
HOW_TO_DRAG = "Let go of the origin to answer; by keyboard, move it with the arrow keys, and press Enter."
HOW_TO_CHOOSE = "Click it in the picture, or choose here."
TO_DO, TO_ANSWER, TO_PREDICT = "Try it", "What do you think?", "Predict"


class LessonWriter:
    """Writes the page of a lesson; `guides` are those of its figures."""

    def __init__(self, entry: LessonEntry, lesson: Lesson, guides: list[Guide]) -> None:
        self._entry, self._lesson, self._guides = entry, lesson, guides

    def page(self, before: LessonEntry | None, after: LessonEntry | None) -> SitePage:
        """The page, with links to the lessons before and after it."""
        sections = [self._section(number) for number in range(len(self._lesson.pages))]
        contents = lines(
            element("h1", self._entry.heading),
            element("div", markdown(self._lesson.about), class_="about"),
            self._contents(),
            *sections,
            _neighbours(before, after),
        )
        return SitePage(f"{LESSONS}/{self._entry.name}.html", self._lesson.title, contents)

    def search_entries(self) -> list[SearchEntry]:
        """An entry for each page of the lesson."""
        title = self._entry.heading
        return [
            SearchEntry(f"{LESSONS}/{self._entry.name}.html#page-{i + 1}", title, page.title, _text_of(page.parts))
            for i, page in enumerate(self._lesson.pages)
        ]

    def _contents(self) -> Html:
        items = (
            element("li", link(f"#page-{i + 1}", page.title), data_keys=" ".join(self._entry.keys[i]))
            for i, page in enumerate(self._lesson.pages)
        )
        again = element("button", "Print", type="button", class_="print-all", disabled=True)
        sheet = link(f"../{SHEETS}/{self._entry.name}.html", "Exercise sheet")
        return element(
            "nav",
            element("ol", *items),
            sheet,
            self._notebook(),
            again,
            aria_label="Pages of this lesson",
            class_="pages",
        )

    def _notebook(self) -> Html | None:
        path = self._entry.notebook
        return None if path is None else link(f"../{NOTEBOOKS}/{path.name}", "Notebook for JupyterLab")

    def _section(self, number: int) -> Html:
        page = self._lesson.pages[number]
        heading = element("h2", element("span", str(number + 1), class_="number"), " ", page.title)
        parts = [self._part(number, i, part) for i, part in enumerate(page.parts)]
        return element(
            "section",
            heading,
            element("div", *parts, self._note_of_panels(number), class_="words"),
            self._figure(number),
            id=f"page-{number + 1}",
            class_="lesson-page",
            data_key=progress_key(self._lesson.name, number),
        )

    def _figure(self, number: int) -> Html:
        guide = self._guides[number]
        sliders = [_slider(i, slider, self._lesson, number) for i, slider in enumerate(guide["sliders"])]
        name = f"Figure: {self._lesson.pages[number].title}"
        return figure_box(figure_name(self._lesson.name, number), name, *sliders)

    def _note_of_panels(self, number: int) -> Html | None:
        names = other_panels(self._lesson, number)
        if not names:
            return None
        return element("p", f"In the window, this page also has the panel {' and '.join(names)}.", class_="small")

    # --- parts ---

    def _part(self, number: int, part: int, what: Part) -> Html:
        match what:
            case MarkdownText():
                return self._words(number, part, what)
            case LessonTask():
                return self._task(number, part, what)
            case Question():
                return self._question(number, part, what)
            case PredictionTask():
                return self._predict(number, part, what)
        assert_never(what)

    def _words(self, number: int, part: int, words: MarkdownText) -> Html:
        return markdown(*with_definitions(words.text, self._lesson.name, number), prefix=f"note-{number}-{part}")

    def _task(self, number: int, part: int, task: LessonTask) -> Html:
        guide = self._guides[number]["tasks"][part]
        hint = element("details", element("summary", "Hint"), markdown(task.hint), class_="hint")
        words = [markdown(task.text), hint]
        if not guide["done"] and "places" not in guide:
            words = [markdown(task.watch)] if task.watch else [words[0], self._window_note(number, guide), hint]
        return self._box(
            number,
            part,
            "task",
            TO_DO,
            *words,
            _show_me() if "film" in guide else None,
            _feedback(element("div", markdown(task.praise), class_="good", data_for="done", hidden=True)),
        )

    def _window_note(self, number: int, guide: Guide) -> Html:
        """A note that the page cannot do this, and how to do it in the window."""
        shown = " “Show me” plays it here." if "film" in guide else ""
        command = element("code", f"gjkscope --lesson {self._entry.number}.{number + 1}")
        return element("p", "Do this in the window: ", command, ".", shown, class_="small")

    def _question(self, number: int, part: int, question: Question) -> Html:
        choices, answers = [], []
        for i, choice in enumerate(question.choices):
            right = i == question.right
            words = markup(f"{LETTERS[i]}) ", inline_markdown(choice.text))
            choices.append(_choice(words, i, right))
            why = markdown(question.why if right else choice.mistake)
            answers.append(_answer(f"{LETTERS[i]})", why, i, right))
        return self._box(
            number, part, "question", TO_ANSWER, markdown(question.text), _choices(choices), _feedback(*answers)
        )

    def _predict(self, number: int, part: int, task: PredictionTask) -> Html:
        challenge = challenge_of(task.prediction, self._lesson.pages[number].first)
        praise = element("div", markdown(task.prediction.praise), class_="good", data_for="done", hidden=True)
        ask = markdown(task.prediction.text)
        if challenge.is_dragged:
            how = element("p", HOW_TO_DRAG, class_="how small", hidden=True)
            wrong = element("div", class_="bad", data_for="wrong", hidden=True)
            feedback = _feedback(wrong, praise)
            return self._box(number, part, "predict drag-origin", TO_PREDICT, ask, how, feedback, _show_me())
        guide = self._guides[number]["predictions"][part]
        choices, answers = [], []
        for i, target in enumerate(challenge.targets):
            right = i in challenge.right
            name = with_subscripts(target.name)
            choices.append(_choice(markup(name), i, right))
            if not right:
                why = markdown(guide["choices"][i]["why"])
                answers.append(_answer(f"{name}:", why, i, False))
        how = element("p", HOW_TO_CHOOSE, class_="how small", hidden=True)
        again = element("button", "Ask me", type="button", class_="ask", hidden=True)
        reveal = element("button", "Show me", type="button", class_="reveal")
        feedback = _feedback(*answers, praise)
        return self._box(number, part, "predict", TO_PREDICT, ask, how, _choices(choices), feedback, again, reveal)

    def _box(self, number: int, part: int, kind: str, title: str, *children: Html | None) -> Html:
        return element(
            "section",
            element("h3", title, data_title=title),
            *children,
            class_=f"part {kind}",
            data_part=part,
            data_key=progress_key(self._lesson.name, number, part),
        )


def _slider(number: int, slider: Guide, lesson: Lesson, page: int) -> Html:
    shown = lesson.pages[page].display.sliders[number]
    words = slider["words"]
    field = element(
        "input",
        type="range",
        min=0,
        max=len(words) - 1,
        value=slider["at"],
        data_slider=number,
        disabled=True,
        aria_valuetext=words[slider["at"]],
    )
    return element(
        "label", f"{shown.body} {shown.part}", field, element("output", words[slider["at"]]), class_="slider"
    )


def _choice(words: Html, number: int, right: bool) -> Html:
    return element("li", element("button", words, type="button", data_choice=number, data_right=right))


def _answer(which: str, why: Html, number: int, right: bool) -> Html:
    """Why a choice is right or wrong; `which` names the choice where all are shown, without JavaScript."""
    name = element("span", which, class_="which")
    return element("div", name, why, class_="good" if right else "bad", data_for=number, hidden=True)


def _choices(choices: list[Html]) -> Html:
    return element("ul", *choices, class_="choices")


def _show_me() -> Html:
    return element("button", "Show me", type="button", class_="show-me", disabled=True)


def _feedback(*answers: Html) -> Html:
    return element("div", *answers, role="status", class_="feedback")


def _neighbours(before: LessonEntry | None, after: LessonEntry | None) -> Html:
    """Links to the previous and the next lesson."""
    earlier = link(f"{before.name}.html", f"← {before.heading}", rel="prev") if before else element("span")
    later = element("span")
    if after:
        forward = link(f"{after.name}.html", f"{after.heading} →", rel="next")
        later = element("div", forward, element("div", markdown(after.about)))
    return element("nav", earlier, later, class_="neighbours", aria_label="Previous and next lesson")


def _text_of(parts: tuple[Part, ...]) -> str:
    """The words of the parts, without marks of Markdown."""
    return " ".join(words_of_markdown(text) for part in parts for text in _texts(part))


def _texts(part: Part) -> list[str]:
    """What a reader of the part sees before answering."""
    match part:
        case MarkdownText():
            return [part.text]
        case LessonTask():
            return [part.text]
        case Question():
            return [part.text, *(choice.text for choice in part.choices)]
        case PredictionTask():
            return [part.prediction.text]
    assert_never(part)
