"""XML that was pasted with what was around it: HTML, diffs, mail, line numbers, typographic quotes."""

from time import process_time

import pytest

from gjkscope.app.bring.notations.xml.cleaning import REMOVED, clean_xml
from tests.app.bring.notations.xml.models import read_bodies, read_model

TWO = """<worldbody>
  <geom name="a" type="box" size="1 2 3"
        pos="0 0 1"/>
  <geom name="b" size=".5" pos="0 0
        -2"/>
</worldbody>"""


def _html(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _number_lines(text: str) -> str:
    return "\n".join(f"{number:4d}  {line}" for number, line in enumerate(text.split("\n"), 98))


def _quote_as_mail(text: str) -> str:
    return "He wrote:\n" + "\n".join(f"> {line}" for line in text.split("\n")) + "\nNo contact."


def _curl_quotes(text: str) -> str:
    return text.replace('="', "=\u201c").replace('"', "\u201d")


@pytest.mark.parametrize("paste", [_html, _number_lines, _quote_as_mail, _curl_quotes])
def test_models_are_taken_out_of_what_is_around_them(paste: object) -> None:
    text = paste(TWO)  # type: ignore[operator]
    bodies = read_bodies(text)
    assert bodies["a"].pose.position == (0, 0, 1)
    assert bodies["b"].pose.position == (0, 0, -2)
    assert len(clean_xml(text)[0]) == len(text)


def test_facts_point_to_the_pasted_text() -> None:
    text = _html(TWO)
    spans = {(fact.body, fact.field): fact.span for fact in read_model(text).facts}
    assert text[slice(*spans["a", "half extents"])] == "1 2 3"


DIFF = """@@ -1,4 +1,4 @@
 <worldbody>
-  <geom name="a" type="box" size="1 2 3" pos="0 0 9"/>
+  <geom name="a" type="box" size="1 2 3" pos="0 0 1"/>
   <geom name="b" size=".5"/>
 </worldbody>"""


@pytest.mark.parametrize("text", [DIFF, DIFF.split("\n", 1)[1]])
def test_a_diff_gives_the_model_after_it(text: str) -> None:
    imported = read_model(text)
    assert [body.pose.position for body in imported.scene.bodies] == [(0, 0, 1), (0, 0, 0)]
    assert REMOVED in imported.warnings


@pytest.mark.parametrize(
    "text",
    [
        TWO,
        "1 2 3\n2 3 4\n9 9 9",
        "1 a\n2 b",
        'x="1\n-1 0 0\n+1"',
        "- <geom/>\n- <geom/>",
        "a > b\n> c",
        '<a b="&lt;c&gt;"/>',
        "\u201cquoted\u201d",
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert clean_xml(text) == (text, ())


@pytest.mark.parametrize("part", ["&lt;", "> ", ">", "-<\n", "+<\n", "1 \n", "=\u201c", "@@ -1 ", "@@ -1\n", "&quot;"])
def test_cleaning_takes_linear_time(part: str) -> None:
    began = process_time()
    clean_xml(part * (100_000 // len(part)))
    assert process_time() - began < 2.0  # quadratic backtracking takes minutes
