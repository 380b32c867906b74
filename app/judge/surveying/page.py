"""`index.html`: a survey as one page that needs nothing else, with plots beside tables, light and dark."""

import re
from collections.abc import Iterator
from html import escape

from gjkscope.app.judge.surveying.plots import survey_plots
from gjkscope.app.judge.surveying.record import SurveyRecord
from gjkscope.app.judge.surveying.tables import Cell, PageSection, Table, sections, survey_facts, survey_title, warnings

PLOT_TITLES = {
    "league": "Bars: share of failures per engine",
    "families": "Bars: share of failures per engine, family and symptom",
    "symptoms": "Bars: share of failures per engine and symptom",
    "endings": "Bars: crashes, hangs and exceptions per engine",
    "errors": "Histograms: relative errors of signed distances per engine",
    "times": "Ranges: time per query per engine",
}

# Okabe and Ito's palette, which remains distinct for colour-blind readers; yellow is darker on white.
STYLE = """
:root { color-scheme: light dark;
  --page: #ffffff; --ink: #1b1f24; --faint: #c3c9d0; --soft: #59636e; --link: #0059a8; --band: #f4f6f8; --bad: 213 94 0;
  --symptom-0: #d55e00; --symptom-1: #e69f00; --symptom-2: #8a8f98; --symptom-3: #1b1f24; --symptom-4: #cc79a7;
  --symptom-5: #0072b2; --symptom-6: #56b4e9; --symptom-7: #009e73; --symptom-8: #c8b400;
  --series-0: #0072b2; --series-1: #e69f00; --series-2: #009e73; --series-3: #d55e00;
  --series-4: #cc79a7; --series-5: #56b4e9; --series-6: #8a8f98; --series-7: #c8b400; }
@media (prefers-color-scheme: dark) { :root {
  --page: #14171a; --ink: #e6e9ec; --faint: #444b54; --soft: #9aa4af; --link: #7cc0ff; --band: #1d2126;
  --symptom-3: #f4f6f8; --symptom-5: #2b78d0; --symptom-8: #f0e442; --series-0: #3d9bdc; --series-7: #f0e442; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.6rem 0 .4rem; }
p { max-width: 52rem; margin: .5rem 0; }
a { color: var(--link); }
code { font: .88em ui-monospace, monospace; background: var(--band); padding: .1em .3em; border-radius: 3px;
  overflow-wrap: anywhere; }
.facts, caption { color: var(--soft); font-size: .85rem; }
.warning { border-left: 4px solid var(--symptom-1); background: var(--band); padding: .5rem .8rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; padding: 0; }
.scroll { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding-bottom: .3rem; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--faint); vertical-align: top; }
thead th { vertical-align: bottom; border-bottom: 2px solid var(--soft); max-width: 9rem; }
th[scope=row], .text { text-align: left; font-weight: normal; }
th[scope=row] { font-weight: 600; white-space: nowrap; }
td:not(.text) { white-space: nowrap; }
td.text { min-width: 8rem; max-width: 40rem; }
figure { margin: .8rem 0; overflow-x: auto; }
svg { width: 100%; min-width: 40rem; height: auto; max-width: 62rem; }
details { margin: .4rem 0; }
summary { cursor: pointer; }
"""


def as_page(survey: SurveyRecord) -> str:
    """The page.  Raises `ImportError` without matplotlib."""
    plots = survey_plots(survey)
    parts = sections(survey)
    title = escape(survey_title(survey))
    body = [
        f"<header><h1>{title}</h1>",
        f'<p class="facts">{escape(survey_facts(survey))}</p>',
        *(f'<p class="warning" role="note">{_inline(warning)}</p>' for warning in warnings(survey)),
        "</header>",
        '<nav aria-label="Contents"><ul>',
        *(f'<li><a href="#{part.key}">{escape(part.title)}</a></li>' for part in parts),
        "</ul></nav>",
        "<main>",
        *(line for part in parts for line in _section(part, plots.get(part.key))),
        "</main>",
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style>"
    )
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def _section(section: PageSection, plot: str | None) -> Iterator[str]:
    yield f'<section id="{section.key}"><h2>{escape(section.title)}</h2>'
    yield from (f"<p>{_inline(paragraph)}</p>" for paragraph in section.paragraphs)
    if plot is not None:
        label = f"{PLOT_TITLES[section.key]}. The table below has the numbers."
        yield f'<figure role="img" aria-label="{escape(label)}">{plot}</figure>'
    for table in section.tables:
        yield from _table(table)
    for table in section.details:
        yield f"<details><summary>{escape(table.caption)}</summary>"
        yield from _table(table)
        yield "</details>"
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.caption)}">'
    yield f"<table><caption>{escape(table.caption)}</caption><thead><tr>"
    for i, column in enumerate(table.columns):
        yield f'<th scope="col"{_kind(i == 0 or i in table.texts)}>{escape(column)}</th>'
    yield "</tr></thead><tbody>"
    for first, *rest in table.rows:
        cells = "".join(_data(cell, i + 1 in table.texts) for i, cell in enumerate(rest))
        yield f'<tr><th scope="row">{_inline(first.text)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _data(cell: Cell, is_text: bool) -> str:
    # The square root makes small shares visible; text keeps its contrast on at most half of the colour.
    shade = f' style="background:rgb(var(--bad) / {0.5 * cell.shade**0.5:.3f})"' if cell.shade else ""
    return f"<td{_kind(is_text)}{shade}>{_inline(cell.text)}</td>"


def _kind(is_text: bool) -> str:
    return ' class="text"' if is_text else ""


def _inline(text: str) -> str:
    """Code, links and emphasis, as in Markdown."""
    html = escape(text, quote=False)
    parts = re.split(r"(`[^`]+`)", html)
    return "".join(f"<code>{part[1:-1]}</code>" if part.startswith("`") else _emphasise(part) for part in parts)


def _emphasise(html: str) -> str:
    html = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', html)
    html = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", html)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", html)
