"""Builds HTML.  Text becomes markup only through `element`, which escapes it, and `markdown`, which allows no HTML."""

from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from gjkscope.app.base.formulas import FORMULA, is_alone, is_valid, plain_formula
from gjkscope.app.share.web.formulas import formula_markup
from gjkscope.app.teach.lessons.lit_code import code_lines
from gjkscope.app.view.words.markup import with_non_breaking_spaces
from gjkscope.app.view.words.subscripts import markdown_with_subscripts

VOID = {"input", "img", "link", "meta", "br", "source"}  # elements without contents
ADDRESSES = ("https://", "http://")  # that links may lead to
MARKS = (
    ("<dfn>", "dfn_open", "dfn", 1),
    ("</dfn>", "dfn_close", "dfn", -1),
    ("<sub>", "sub_open", "sub", 1),
    ("</sub>", "sub_close", "sub", -1),
)
"""The elements of HTML that Markdown may have: the mark, and the name, tag and nesting of its token."""


class Html(str):
    """Markup, as opposed to text."""

    __slots__ = ()


Child = str | None
Attribute = str | int | bool | None


def element(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element.  Children that are not `Html` are escaped; a True attribute has no value, a False one is left out.

    An underscore at the end of an attribute's name is dropped, and others become hyphens.

    >>> element("p", "a < b", class_="note", hidden=True)
    '<p class="note" hidden>a &lt; b</p>'
    """
    opened = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{opened}>")
    return Html(f"<{name}{opened}>{markup(*children)}</{name}>")


def markup(*children: Child) -> Html:
    """Markup and text, one after the other; None is left out."""
    return Html("".join(child if isinstance(child, Html) else escape(child) for child in children if child is not None))


def markdown(text: str, notes: Sequence[tuple[str, str]] = (), prefix: str = "note") -> Html:
    """Text in Markdown.  HTML in it is shown as text, and only web addresses become links.

    `notes` are those of the text's `<dfn>` elements, each a word and its note, which is shown beside the pointer and
    the focus; their ids begin with `prefix`.
    """
    env: dict[str, Any] = {"notes": list(notes), "prefix": prefix, "count": 0}
    return Html(_reader().render(_prepared(text), env))


def inline_markdown(text: str) -> Html:
    """A line of Markdown, without a paragraph."""
    return Html(_reader().renderInline(_prepared(text)))


def words_of_markdown(text: str) -> str:
    """The words of Markdown, in one line.

    >>> words_of_markdown("A **bold** *word*\n\n- and `code`")
    'A bold word and code'
    """
    blocks = _reader().parse(text, {})
    words = ("".join(map(_plain, block.children)) if block.children else block.content for block in blocks)
    return " ".join(" ".join(words).split())


def _plain(part: Token) -> str:
    if part.type == "formula":
        return plain_formula(part.content)
    return " " if part.type in ("softbreak", "hardbreak") else part.content


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    reader.validateLink = _is_address  # type: ignore[method-assign,assignment]
    reader.inline.ruler.before("autolink", "definition", _definition)
    reader.inline.ruler.before("escape", "formula", _formula)
    reader.add_render_rule("formula", _draw_formula)
    reader.add_render_rule("dfn_open", _open_definition)
    reader.add_render_rule("dfn_close", _close_definition)
    reader.add_render_rule("link_open", _open_link)
    reader.add_render_rule("fence", _fence)
    reader.disable("image")
    return reader


def _is_address(address: str) -> bool:
    return address.startswith(ADDRESSES)


def _prepared(text: str) -> str:
    return with_non_breaking_spaces(markdown_with_subscripts(text))


def _definition(state: StateInline, silent: bool) -> bool:
    """A rule of the Markdown parser: the start or the end of a term with a note, or of a subscript."""
    for mark, name, tag, nesting in MARKS:
        if state.src.startswith(mark, state.pos):
            if not silent:
                state.push(name, tag, nesting)  # type: ignore[arg-type]
            state.pos += len(mark)
            return True
    return False


def _formula(state: StateInline, silent: bool) -> bool:
    """A rule of the Markdown parser: LaTeX between dollars."""
    match = FORMULA.match(state.src, state.pos)
    if match is None or not is_valid(match["formula"]):
        return False
    if not silent:
        token = state.push("formula", "svg", 0)
        token.content, token.meta = match["formula"], {"alone": is_alone(state.src, match)}
    state.pos = match.end()
    return True


def _draw_formula(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    return formula_markup(tokens[index].content, display=tokens[index].meta["alone"])


def _open_definition(_renderer: Any, _tokens: Sequence[Token], _index: int, _options: Any, env: Any) -> str:
    noted = env.get("count", 0) < len(env.get("notes", ()))
    return f'<dfn tabindex="0" aria-describedby="{env["prefix"]}-{env["count"]}">' if noted else "<dfn>"


def _close_definition(_renderer: Any, _tokens: Sequence[Token], _index: int, _options: Any, env: Any) -> str:
    """The note follows its term, so that it can be placed below it."""
    notes, count = env.get("notes", ()), env.get("count", 0)
    env["count"] = count + 1
    if count >= len(notes):
        return "</dfn>"
    note = element("span", notes[count][1], role="tooltip", id=f"{env['prefix']}-{count}")
    return f"</dfn>{note}"


def _open_link(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("rel", "noopener noreferrer")
    shown: str = renderer.renderToken(tokens, index, options, env)
    return shown


def _fence(_renderer: Any, tokens: Sequence[Token], index: int, _options: Any, _env: Any) -> str:
    """Code, with a name for the lines of each beat."""
    lines = code_lines(tokens[index].content)
    if not any(line.beat for line in lines):
        return element("pre", element("code", tokens[index].content))
    return element("pre", element("code", *(element("span", f"{text}\n", data_beat=beat) for text, beat in lines)))


def _attribute(key: str, value: Attribute) -> str:
    name = key.removesuffix("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
