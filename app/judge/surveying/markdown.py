"""`survey.md`: the tables of a survey as Markdown."""

from collections.abc import Iterator

from gjkscope.app.judge.surveying.record import SurveyRecord
from gjkscope.app.judge.surveying.tables import PageSection, Table, sections, survey_facts, survey_title, warnings


def as_markdown_page(survey: SurveyRecord) -> str:
    """The page, without plots."""
    head = [f"# {survey_title(survey)}", "", survey_facts(survey)]
    notes = [line for warning in warnings(survey) for line in ("", f"**{warning}**")]
    return "\n".join([*head, *notes, *(line for section in sections(survey) for line in _section(section))]) + "\n"


def _section(section: PageSection) -> Iterator[str]:
    yield from ("", f"## {section.title}")
    for paragraph in section.paragraphs:
        yield from ("", paragraph)
    for table in section.tables:
        yield from ("", *_table(table))
    for table in section.details:
        yield from ("", f"### {table.caption}", "", *_table(table))


def _table(table: Table) -> Iterator[str]:
    rules = (":---" if i == 0 or i in table.texts else "---:" for i in range(len(table.columns)))
    yield _row(table.columns)
    yield _row(rules)
    for row in table.rows:
        yield _row(_escape(cell.text) for cell in row)


def _row(cells: Iterator[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _escape(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
