"""Formulas between dollars: found, typeset as outlines, said in Unicode, and reported with their position."""

import json
import re

import pytest

from gjkscope.app.base.formulas import (
    EM,
    FormulaError,
    check_formulas,
    contours,
    formulas_in,
    is_valid,
    typeset,
    with_plain_formulas,
)
from gjkscope.app.share.web.course.html import inline_markdown, markdown, words_of_markdown
from gjkscope.app.share.web.film import demo_frames, film_track
from gjkscope.app.share.web.recording import PageRecording
from gjkscope.app.teach.demos.file import DemoError, parse_demo
from gjkscope.app.teach.lessons.file import LessonError, parse_lesson
from gjkscope.app.view.words.markup import plain_text, without_marks
from gjkscope.app.view.words.subscripts import markdown_with_subscripts

SUPPORT = r"$s_A(d) = \max_{a \in A}\, d \cdot a$"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("$A - B$ and $d$", ["A - B", "d"]),
        ("`$HOME` and ```$x$```", []),
        ("from $5 to $6, or $7", []),
        ("a $ b $ c", []),
        ("$x$2", []),
        (r"\$x$ is no formula", []),
    ],
)
def test_dollars_open_a_formula_only_around_letters(text: str, wanted: list[str]) -> None:
    assert formulas_in(text) == wanted


def test_an_outline_is_as_large_as_the_formula() -> None:
    formula = typeset(r"\frac{1}{2} \lVert d \rVert")
    points = [point for outline in formula.glyphs for line in contours(outline) for point in line]
    across, down = zip(*points, strict=True)
    assert min(across) / EM == pytest.approx(formula.left, abs=0.1)
    assert min(down) / EM == pytest.approx(formula.top, abs=0.01)
    assert max(down) / EM == pytest.approx(formula.depth, abs=0.01)


def test_limits_are_below_only_in_a_formula_on_its_own_line() -> None:
    inline, display = (typeset(r"\sum_i \lambda_i", display) for display in (False, True))
    assert display.depth > inline.depth
    assert display.width < inline.width


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (r"\foo{x}", r"no command \foo"),
        ("a_{b", "a { without a }"),
        ("a}", "a } without a {"),
        (r"\left( a", r"\left needs a \right"),
        ("a^", "missing"),
        (r"\color{red}{x}", "colours"),
        (r"\boxed{x}", "boxes"),
    ],
)
def test_a_formula_that_cannot_be_typeset_says_why(source: str, reason: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(reason)):
        typeset(source)
    with pytest.raises(FormulaError, match=re.escape(reason)) as caught:
        check_formulas(f"$a$ and ${source}$")
    assert caught.value.start == len("$a$ and ")


def test_a_wrong_formula_that_is_typed_live_stays_as_it_is() -> None:
    assert not is_valid("a_{b")
    assert with_plain_formulas("so $a_{b$ and $a$") == "so $a_{b$ and a"
    assert inline_markdown("so $a_{b$") == "so $a_{b$"


def test_a_demo_with_a_wrong_formula_names_line_and_character() -> None:
    steps = [{"do": "together", "steps": [{"do": "card", "text": "A\n$\\foo$"}]}]
    text = json.dumps({"gjkdemo": 1, "name": "n", "scene": "boxes-edge-edge", "steps": steps}, indent=1)
    line = next(i for i, line in enumerate(text.split("\n"), 1) if "foo" in line)
    with pytest.raises(DemoError, match=rf"my.gjkdemo.json: line {line}: .*text: formula at character 3: .*\\foo"):
        parse_demo(text, "my.gjkdemo.json")


def test_a_lesson_with_a_wrong_formula_names_the_line() -> None:
    with pytest.raises(LessonError, match=r"01-t.md: line 8: formula \$a_\{b\$: there is a \{ without a \}"):
        parse_lesson("# T\n\nAbout.\n\n## P\n\nText.\nAnd $a_{b$.\n", "01-t", "01-t.md")


def test_formulas_on_the_site_are_outlines_named_by_their_source() -> None:
    page = markdown(f"So {SUPPORT}:\n\n> {SUPPORT}\n\n`{SUPPORT}`")
    assert page.count("<svg ") == 2
    assert page.count('role="img" aria-label="s_A(d) = \\max_{a \\in A}\\, d \\cdot a"') == 2
    assert "style=" not in page, "the site's policy forbids it"
    assert words_of_markdown("So $a_1 < 2$.") == "So a_1<2."


def test_a_formula_cannot_become_markup_on_the_site() -> None:
    assert "<script>" not in markdown(r'$\text{"><script>}$')


def test_the_player_gets_the_outlines_of_the_formulas_in_a_film() -> None:
    steps = [{"do": "caption", "text": f"So {SUPPORT}.", "seconds": 0.1}]
    demo = parse_demo(json.dumps({"gjkdemo": 1, "name": "n", "scene": "boxes-edge-edge", "steps": steps}))
    film = film_track(PageRecording(), "n", demo_frames(demo), demo.seconds, [])
    (source,) = film["formulas"]
    assert f"So ${source}$." in [frame.get("caption") for frame in film["frames"]]
    assert film["formulas"][source]["d"] == typeset(source).path


def test_short_texts_have_formulas_in_unicode() -> None:
    assert plain_text(f"**So** {SUPPORT}") == "So s_A(d)=max_(a∈A) d·a"
    assert without_marks(r"*So* $\sum_i \lambda_i = 1$") == "So ∑_iλ_i=1"
    assert with_plain_formulas(r"$\frac{a}{2} + \sqrt{x} + y_1^2$") == "(a)/(2)+√(x)+y_1^2"


def test_subscripts_in_formulas_are_left_to_the_typesetter() -> None:
    assert markdown_with_subscripts("w0 and $s_A(d) = w1$") == "w₀ and $s_A(d) = w1$"
