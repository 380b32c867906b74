"""The XML reader: places of values, fragments, and hostile texts."""

from contextlib import suppress
from time import process_time

import pytest

from gjkscope.app.base.tokens import TextError
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.xml.document import DEEPEST, parse_xml
from gjkscope.app.bring.notations.xml.numbers import number_tokens, read_numbers

TAGS = ("model", "geom", "pose")


def texts(text: str) -> list[str]:
    """What the values of the attributes of all roots are, cut out of the text at their spans."""
    return [text[slice(*value.span)] for root in parse_xml(text, TAGS).roots for value in root.attributes.values()]


def test_values_know_their_places() -> None:
    text = '<?xml version="1.0"?>\n<geom name="ä b"\n  size = \'1 2\' />\n<geom pos="3"/>'
    assert texts(text) == ["ä b", "1 2", "3"]
    value = parse_xml(text, TAGS).roots[0].attributes["size"]
    first, second = number_tokens(value)
    assert (first.line, first.column, text[first.start : first.end]) == (3, 11, "1")
    assert (second.line, second.column, text[second.start : second.end]) == (3, 13, "2")


def test_references_do_not_move_the_places_of_later_numbers() -> None:
    text = '<geom size="1&#32;2 &#45;3"/>'
    tokens = number_tokens(parse_xml(text, TAGS).roots[0].attributes["size"])
    assert [token.value for token in tokens] == [1.0, 2.0, -3.0]
    assert [text[token.start : token.end] for token in tokens][:2] == ["1", "2"]


def test_comments_separate_numbers_of_an_element() -> None:
    text = "<pose>1 2\r\n3<!-- up -->4\n<![CDATA[5]]></pose>"
    content = parse_xml(text, TAGS).roots[0].content
    assert content is not None
    tokens = number_tokens(content)
    assert [token.value for token in tokens] == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert [text[token.start : token.end] for token in tokens] == ["1", "2", "3", "4", "5"]
    assert [token.line for token in tokens] == [1, 1, 2, 2, 3]


def test_fragments_are_read() -> None:
    open_at_the_end = parse_xml('<model><geom size="1"/><geom size="2">', TAGS)
    assert [child.is_closed for child in open_at_the_end.roots[0].children] == [True, False]
    several = parse_xml('</model>\n<geom size="1"/></a:b><x:geom size="2"/> <geom/>', TAGS)
    assert [root.name for root in several.roots] == ["geom", "geom", "geom"]


def test_text_around_the_elements_is_kept_apart() -> None:
    text = 'It fails:\n<geom size="1"/>\nfor (i = 0; i < 3 && j; i++) x[i] = 4;\n<geom/>\nthe end'
    document = parse_xml(text, TAGS)
    assert len(document.roots) == 2
    loose = "|".join(" ".join(text[slice(*span)].split()) for span in document.loose)
    assert "It fails:" in loose
    assert "x[i] = 4;" in loose.replace("|", "")
    assert "the end" in loose


def test_string_literals_are_unquoted() -> None:
    text = 'x = "<model>"\n  "<geom name=\\"a\\" size=\\"1 2\\"/>\\n"\n  "</model>";\n'
    geom = parse_xml(text, TAGS).roots[0].children[0]
    assert geom.attributes["name"].text == "a"
    assert [text[token.start : token.end] for token in number_tokens(geom.attributes["size"])] == ["1", "2"]


@pytest.mark.parametrize(
    "code",
    [
        """s = "<sdf version='1.9'>"\n    "<pose>1 2 3"\n    " 0 0 0</pose></sdf>";""",
        """out << "<sdf version='1.9'>\\n" << "<pose>1 2 3 "\n  << "0 0 0</pose>"\n  << "</sdf>";""",
        """s += "<sdf version='1.9'>";\ns += "<pose>1 2 3 ";\ns += "0 0 0</pose></sdf>";""",
        """s = '<sdf version="1.9">' + '<pose>1 2 3 ' +\n    '0 0 0</pose></sdf>'""",
        """s = "<sdf version='1.9'><pose>1 2 3 " \\\n  "0 0 0</pose></sdf>\"""",
    ],
)
def test_literals_that_code_joins_are_one_text(code: str) -> None:
    (root,) = parse_xml(code, {*TAGS, "sdf"}).roots
    content = root.children[0].content
    assert root.is_closed
    assert content is not None
    assert content.text.split() == ["1", "2", "3", "0", "0", "0"]


def test_joining_literals_takes_linear_time() -> None:
    for part in ('" \n', '"<', '"\\n', '"+ ', '" ' + " " * 1000 + "\n"):
        began = process_time()
        with suppress(ValueError):
            parse_xml("'<a>" + part * (100_000 // len(part)), TAGS)
        assert process_time() - began < 2.0  # quadratic backtracking takes minutes


def test_tags_in_comments_are_not_read() -> None:
    assert len(parse_xml('<!-- <geom size="3"/> --><geom/>', TAGS).roots) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<!DOCTYPE a [<!ENTITY b "c">]>\n<geom size="&b;"/>', "line 1, column 1: <!DOCTYPE is refused"),
        ('<model><!DOCTYPE a SYSTEM "/etc/passwd"></model>', "line 1, column 8: <!DOCTYPE is refused"),
        ('\n<geom size="&b;"/>', "line 2, column 1: undefined entity"),
        ('<geom size="1"/>\n<geom size="2" si', "line 2, column 1: '<geom size=\"2\" si' is cut off"),
        ("<model><geom></model>", "line 1, column 14: </model> does not match <geom> in line 1"),
        ('<geom size="1" size="2"/>', "line 1, column 16: duplicate attribute"),
        ("<model><geom\x00/></model>", "line 1, column 13: not well-formed"),
    ],
)
def test_what_is_not_xml_is_refused_at_its_place(text: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse_xml(text, TAGS)
    assert str(caught.value).startswith(message)


def test_nesting_is_limited() -> None:
    parse_xml("<model>" * DEEPEST, TAGS)
    with pytest.raises(TextError, match=f"nested too deeply: at most {DEEPEST}"):
        parse_xml("<model>" * (DEEPEST + 1), TAGS)


def test_a_long_text_around_a_model_is_passed_over() -> None:
    document = parse_xml('<geom size="1"/>\n' + "a < b & c\n" * 50_000, TAGS)
    assert len(document.roots) == 1


def test_many_stray_tags_are_refused() -> None:
    with pytest.raises(TextError, match="too many pieces"):
        parse_xml("<geom/>" + "</a>" * 3000, TAGS)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("1 nan", "line 1, column 15: size of <geom>: 'nan' is not finite"),
        ("-inf 1", "line 1, column 13: size of <geom>: '-inf' is not finite"),
        ("1 1e400", "line 1, column 15: size of <geom>: '1e400' is too large"),
        ("1e-400 1", "line 1, column 13: size of <geom>: '1e-400' is too small"),
        ("1 2x", "line 1, column 15: size of <geom>: '2x' is not a number"),
        ("1,2", "line 1, column 13: size of <geom>: '1,2' is not a number: numbers are separated by spaces"),
        ("${a} 1", "line 1, column 13: size of <geom>: '${a}' is not a number: expand the macros first"),
        ("1", "line 1, column 13: size of <geom>: must have 2 numbers, got 1"),
        ("1 2 3", "line 1, column 13: size of <geom>: must have 2 numbers, got 3"),
        ("1 " * 9000, "line 1, column 13: size of <geom>: must have 2 numbers, got 9,000"),
        ("", "line 1, column 13: size of <geom>: must have 2 numbers, got 0"),
    ],
)
def test_what_is_not_a_number_is_refused_at_its_place(value: str, message: str) -> None:
    text = f'<geom size="{value}"/>'
    with pytest.raises(TextError) as caught:
        read_numbers(parse_xml(text, TAGS).roots[0].attributes["size"], ReadContext(text), 2)
    assert str(caught.value).startswith(message)


def test_numbers_are_recorded_where_they_stand() -> None:
    text = '<geom size="1 .5"/>'
    context = ReadContext(text, shifts={14: 0.25})
    numbers = read_numbers(parse_xml(text, TAGS).roots[0].attributes["size"], context, 2)
    assert numbers.values == (1.0, 0.75)
    assert {start: token.text for start, token in context.numbers.items()} == {12: "1", 14: ".5"}
