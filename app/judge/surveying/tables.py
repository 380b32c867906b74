"""What a survey says, as sections of text and tables, which the Markdown page and the HTML page both show.

Texts may contain `code` and [links](path), as in Markdown.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gjkscope.app.judge.surveying.examples import worst_pairs
from gjkscope.app.judge.surveying.league import LeagueRow, estimate_share, groups_of, headings, league, serious_ones
from gjkscope.app.judge.surveying.outcomes import FAILURES, NOT_JUDGED, RIGHT, Tally
from gjkscope.app.judge.surveying.record import EngineRecord, SurveyRecord
from gjkscope.app.judge.surveying.suite import MUSEUM, PAIRS

NOTHING = "–"
ENDINGS_SHOWN = 3


class Cell(NamedTuple):
    """A cell of a table."""

    text: str
    shade: float | None = None  # severity, 0 to 1


class Table(NamedTuple):
    """The first column names the rows."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    texts: frozenset[int] = frozenset()  # the columns with text instead of numbers


class PageSection(NamedTuple):
    """A part of the page."""

    key: str  # for links, and for the plot of that name, if there is one
    title: str
    paragraphs: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    details: tuple[Table, ...] = ()  # shown on demand


def survey_title(survey: SurveyRecord) -> str:
    """The heading of the page."""
    return f"Accuracy survey of {len(survey.engines)} collision detection engines"


def survey_facts(survey: SurveyRecord) -> str:
    """One line: what was run, where and when."""
    machine = survey.machine
    pairs = sum(family.pairs for family in survey.families.values())
    return (
        f"Suite {survey.suite}, seed {survey.seed}, {pairs:,} pairs per engine; gjkscope {survey.gjkscope}, "
        f"{survey.date}; {machine.processor}, {machine.cores} cores, {machine.jobs} jobs, {machine.system}, Python "
        f"{machine.python}."
    )


def warnings(survey: SurveyRecord) -> Iterator[str]:
    """What readers must know before they quote a figure."""
    if survey.is_interrupted:
        yield f"Interrupted: only {len(survey.families)} families are finished."
    if survey.pairs_per_family != PAIRS:
        yield (
            f"Not the full suite: {survey.pairs_per_family:,} instead of {PAIRS:,} pairs per family. Rare failures "
            "are missing, and the figures must not be compared with those of a full survey."
        )
    elif not survey.is_full and not survey.is_interrupted:
        yield "Not the full suite: some families are missing."
    for engine, reason in survey.left_out.items():
        yield f"Left out: {engine}, which {reason}."


def sections(survey: SurveyRecord) -> list[PageSection]:
    """The whole page."""
    rows = league(survey)
    return [
        _league_section(survey, rows),
        _family_section(survey, rows),
        _symptom_section(rows),
        _ending_section(survey, rows),
        _error_section(rows),
        _time_section(rows),
        _worst_section(survey, rows),
        _engine_section(rows),
        _suite_section(survey),
        _method_section(survey),
    ]


# --- sections ---


def _league_section(survey: SurveyRecord, rows: list[LeagueRow]) -> PageSection:
    groups = groups_of(survey)
    columns = (
        "engine",
        "serious failures",
        *(f"serious, {group} pairs" for group in groups),
        f"serious, the {_common(rows):,} common pairs",
        "all failures",
        "tolerance",
        "pairs judged",
        "median error",
        "median time, µs",
    )
    return PageSection(
        "league",
        "League table",
        (
            f"A **serious failure** is an answer that is wrong by more than {100 * survey.serious:g} % of the size of "
            "the pair, the same for all engines, or none at all: a crash, a hang, an exception, NaN. The table is "
            "ordered by their share of the pairs that the engine was judged on.",
            "**All failures** also counts answers that exceed the tolerance that the engine itself documents. As "
            "these tolerances differ, this column does not rank engines: an engine that promises less fails less.",
            "Engines take different types of shapes. A pair that an engine does not take is not a failure. The "
            "common pairs are those that every engine takes. Ordinary pairs are what a game or a robot meets; "
            "degenerate ones coincide, touch, or are thin, tiny or far away; the museum comes from bug reports.",
        ),
        (Table("League table", columns, tuple(_league_row(row, groups) for row in rows)),),
    )


def _league_row(row: LeagueRow, groups: dict[str, list[str]]) -> tuple[Cell, ...]:
    errors, times = row.error_quantiles(), row.time_quantiles()
    return (
        Cell(row.record.words),
        _serious(row.families.values()),
        *(_serious(row.families[name] for name in families) for families in groups.values()),
        _serious(row.common.values()),
        Cell(_share(row.failed)),
        Cell(tolerance_words(row.record)),
        Cell(f"{row.total.judged:,}"),
        Cell(_scientific(errors[0]) if errors else NOTHING),
        Cell(_microseconds(times[1]) if times else NOTHING),
    )


def _family_section(survey: SurveyRecord, rows: list[LeagueRow]) -> PageSection:
    columns = ("family", *headings(rows))
    families = [name for names in groups_of(survey).values() for name in names]

    def table(caption: str, share: str) -> Table:
        body = tuple(
            (Cell(family), *(_shade(getattr(row.families[family], share), row.families[family]) for row in rows))
            for family in families
        )
        return Table(caption, columns, body)

    return PageSection(
        "families",
        "Failures by family",
        (
            "The share of the judged pairs of each family that failed. The plot shows all failures by symptom; the "
            "faded part of a bar is within the tolerance for serious failures.",
        ),
        (table("Serious failures by family, in percent of the pairs judged", "serious_share"),),
        (table("All failures by family, in percent of the pairs judged", "failed_share"),),
    )


def _symptom_section(rows: list[LeagueRow]) -> PageSection:
    body = tuple(
        (Cell(row.record.words), *(Cell(f"{number:,}") for number in row.total.failures.values())) for row in rows
    )
    coverage = ("engine", "pairs", "not taken", "out of range", "not asked", "no claim", "judged", "right")
    covered = tuple(
        (
            Cell(row.record.words),
            *(Cell(f"{number:,}") for number in row.total[:5]),
            Cell(f"{row.total.judged:,}"),
            Cell(f"{row.total.judged - row.total.failed:,}"),
        )
        for row in rows
    )
    return PageSection(
        "symptoms",
        "Failures by symptom",
        (
            "An answer counts once, with the first symptom that applies, in the order of the columns. A *wrong "
            "normal* costs more than the tolerance: moving along it, the shapes separate that much later than "
            "necessary, or it proves that much less of the gap. Where several normals or points are equally good, "
            "each is right.",
            "*Not taken*: the engine has no such shape, or rejects it. *Out of range*: the absolute tolerance that "
            "the engine documents exceeds 1 % of the size of the pair. *No claim*: the engine returned nothing that "
            "can be judged.",
        ),
        (
            Table("Failures by symptom, in pairs", ("engine", *FAILURES.values()), body),
            Table("Which pairs were judged", coverage, covered),
        ),
    )


def _ending_section(survey: SurveyRecord, rows: list[LeagueRow]) -> PageSection:
    def endings(row: LeagueRow) -> str:
        shown = [f"{words} ({number:,})" for words, number in [*row.endings.items()][:ENDINGS_SHOWN]]
        more = sum([*row.endings.values()][ENDINGS_SHOWN:])
        return "; ".join([*shown, *([f"others ({more:,})"] if more else [])]) or NOTHING

    body = tuple(
        (
            Cell(row.record.words),
            *(Cell(f"{row.total.failures[code]:,}") for code in "CHE"),
            Cell(f"{row.total.not_asked:,}"),
            Cell(endings(row)),
        )
        for row in rows
    )
    return PageSection(
        "endings",
        "Crashes, hangs and exceptions",
        (
            "Each engine is asked in a child process. A *crash* ends this process, so it would have ended yours. A "
            f"*hang* takes more than {survey.time_limit:g} s, twice in a row. An *exception* is raised by the engine, "
            "or the engine reports that it has no result. After several hangs in a block of pairs, the rest of the "
            "block is not asked; hence the counts of hangs are lower bounds, and shares in the other tables assume "
            "that the pairs that were not asked fail as often as the others of their family.",
        ),
        (
            Table(
                "Crashes, hangs and exceptions, in pairs",
                ("engine", "crash", "hang", "exception", "not asked", "how it ended"),
                body,
                frozenset({5}),
            ),
        ),
    )


def _error_section(rows: list[LeagueRow]) -> PageSection:
    columns = ("engine", "distances", "median", "90 %", "99 %", "99.9 %", "worst")
    body = tuple(
        (
            Cell(row.record.words),
            Cell(f"{len(row.errors):,}"),
            *(Cell(_scientific(error)) for error in row.error_quantiles()),
        )
        for row in rows
    )
    return PageSection(
        "errors",
        "Errors of signed distances",
        (
            "The difference between the signed distance that the engine gave and the true one, relative to the size "
            "of the pair, or to its largest coordinate if that is larger. Crashes, hangs and NaN have no error and "
            "are missing here. The truth is computed in double precision with bounds that meet to 1e-9 of the size: "
            "smaller differences mean that engine and gjkscope agree, not that one is more accurate. Where the "
            "bounds have not met, the error is the distance from the interval between them.",
        ),
        (Table("Quantiles of relative errors", columns, body),),
    )


def _time_section(rows: list[LeagueRow]) -> PageSection:
    body = tuple(
        (
            Cell(row.record.words),
            *(Cell(_microseconds(time)) for time in row.time_quantiles()),
            Cell(row.record.conventions.get("query", "the whole call")),
        )
        for row in rows
    )
    return PageSection(
        "times",
        "Time per pair",
        (
            "Microseconds for the query alone, called once per pair from Python, without building shapes. These "
            "times are **not** a benchmark of the engines: they include the binding, nothing is warm, Rapier runs a "
            "whole collision step, and distance3d is written in Python. They vary from run to run; all other tables "
            "do not.",
        ),
        (
            Table(
                "Microseconds per query",
                ("engine", "5 %", "median", "95 %", "99 %", "what is timed"),
                body,
                frozenset({5}),
            ),
        ),
    )


def _worst_section(survey: SurveyRecord, rows: list[LeagueRow]) -> PageSection:
    body = tuple(
        (
            Cell(row.record.words),
            Cell(worst.failure),
            Cell(f"{worst.family} {_pair_words(survey, worst.family, worst.example.number)}"),
            Cell(f"{worst.example.error:.2g}" if worst.example.error > 0 else NOTHING),
            Cell(f"[{worst.file.partition('/')[2]}]({worst.file})"),
        )
        for row in rows
        for worst in worst_pairs(survey, row.engine)
    )
    return PageSection(
        "worst",
        "The worst pair of each kind",
        (
            "For each engine and symptom, the pair with the largest error: from an ordinary family if there is one, "
            "then from the museum. Each is a scene with the engine's answer and the certified truth; open it with "
            "`gjkscope SCENE`, check it with `gjkscope query SCENE --algorithm exact`, ask the engine again with "
            "`gjkscope query SCENE --engines NAME`.",
        ),
        (
            Table(
                "The worst pair of each kind",
                ("engine", "symptom", "pair", "error, relative to the size", "scene"),
                body,
                frozenset({1, 2, 4}),
            ),
        ),
    )


def _engine_section(rows: list[LeagueRow]) -> PageSection:
    body = tuple(
        (Cell(row.record.words), Cell(tolerance_words(row.record)), Cell(_judged_words(row.record))) for row in rows
    )
    details = tuple(
        Table(
            f"{row.record.words}: conventions",
            ("", "how it is asked, and what its answer means"),
            (
                *((Cell(label), Cell(words)) for label, words in row.record.conventions.items()),
                (Cell("rounding"), Cell(row.record.rounding)),
                *((Cell(shape), Cell(words)) for shape, words in row.record.shapes.items()),
            ),
            frozenset({1}),
        )
        for row in rows
        if row.record.conventions
    )
    return PageSection(
        "engines",
        "Engines, tolerances and conventions",
        (
            "Signs, margins, frames and units are converted to one convention: signed distance > 0 is the gap, < 0 "
            "is minus the penetration depth; the normal points from A to B. An answer is wrong only if it "
            "contradicts what is proved about the pair by more than the tolerance, which is relative to the size of "
            "the pair (or to its largest coordinate, because no engine can be more precise than its input), and not "
            "less than the absolute tolerance that the engine documents. A pair so small that this is more than 1 % "
            "of its size is out of range: it is not judged, unless the engine crashes, hangs or returns NaN.",
            "Engines run with their default settings. The tolerance is what an engine documents for ordinary pairs; "
            "a solver that documents nothing is judged by 1e-6. Contact manifolds, which only some engines return, "
            "are not judged; their deepest point is.",
        ),
        (
            Table(
                "What each engine is judged by",
                ("engine", "tolerance", "what is judged"),
                body,
                frozenset({1, 2}),
            ),
        ),
        details,
    )


def _suite_section(survey: SurveyRecord) -> PageSection:
    body = tuple(
        (Cell(name), Cell(family.group), Cell(f"{family.pairs:,}"), Cell(family.about), Cell(f"`{family.digest[:12]}`"))
        for name, family in survey.families.items()
    )
    return PageSection(
        "suite",
        "The pairs",
        (
            "Each family draws boxes, spheres, capsules, cylinders, cones, ellipsoids, convex hulls and triangles "
            "equally often. The museum has pairs from bug reports of engines, so it contains what some engines got "
            "wrong when the report was written. The digest identifies the pairs: two surveys with equal digests "
            "asked exactly the same questions.",
        ),
        (
            Table(
                "Families of pairs",
                ("family", "group", "pairs", "what it draws", "digest"),
                body,
                frozenset({1, 3, 4}),
            ),
        ),
    )


def _method_section(survey: SurveyRecord) -> PageSection:
    engines = ",".join(survey.engines)
    count = "" if survey.pairs_per_family == PAIRS else f" --count {survey.pairs_per_family}"
    return PageSection(
        "method",
        "How to reproduce this",
        (
            f'`pip install "gjkscope[survey,engines]=={survey.gjkscope}"`, then '
            f"`gjkscope survey -o DIR --engines {engines} --seed {survey.seed} --timeout "
            f"{survey.time_limit:g}{count}`. The same versions give the same tables, except for the times. To put "
            "your own engine into the table, add its address to `--engines`: `FILE.py:FUNCTION`, a program, or a "
            "library, as for `gjkscope hunt`.",
            "`survey.json` has the outcome, the error and the time of every pair. Each outcome is one character: "
            + "; ".join(f"`{code}` {words}" for code, words in survey.legend.items() if code in (RIGHT, *NOT_JUDGED))
            + "; letters are failures, and its `legend` lists them. `gjkscope survey --pair FAMILY:NUMBER` prints a "
            "pair as a scene; numbers count from 0.",
            "The truth is gjkscope's own: GJK and EPA in double precision with proved bounds, for every answer that "
            "looks wrong also a certificate that can be verified independently, and for polytopes exact arithmetic "
            "(`--algorithm exact`). An answer that nothing proved contradicts counts as right.",
            "Limits: the pairs are drawn, not taken from games or robots; a family is not a measure of how often you "
            "meet its pairs. Shares of 2,000 pairs are uncertain by about one percentage point. The adapters are "
            "part of what is measured: please report a convention that is wrong.",
        ),
    )


# --- words ---


def tolerance_words(record: EngineRecord) -> str:
    """The tolerance of an engine, for people: "1e-5, ≥ 1e-6 m"."""
    least = f", ≥ {_scientific(record.least_error)} m" if record.least_error else ""
    return f"{_scientific(record.tolerance)}{least}"


def _judged_words(record: EngineRecord) -> str:
    if record.judges_gaps:
        return "verdict, signed distance, normal and witness points, as far as it gives them"
    return (
        "separated pairs: only the verdict, because its distances between contact features may exceed the gap; "
        "overlapping pairs: signed distance, normal and witness points"
    )


def _pair_words(survey: SurveyRecord, family: str, number: int) -> str:
    return survey.families[family].names[number] if family == MUSEUM else f"{number}"


def _common(rows: list[LeagueRow]) -> int:
    return sum(tally.pairs for tally in rows[0].common.values()) if rows else 0


def _serious(tallies: Iterable[Tally]) -> Cell:
    counted = [tally for tally in tallies if tally.judged]
    share = estimate_share(counted, serious_ones)
    return Cell(_share(share), share) if counted else Cell(NOTHING)


def _shade(share: float, tally: Tally) -> Cell:
    return Cell(_share(share), share) if tally.judged else Cell(NOTHING)


def _share(share: float) -> str:
    """A percentage; "0" only if nothing failed."""
    percent = 100 * share
    if percent == 0:
        return "0"
    if percent < 0.01:
        return "< 0.01 %"
    return f"{percent:.2f} %" if percent < 9.995 else f"{percent:.1f} %"


def _scientific(number: float) -> str:
    """With two digits: "3e-5", "1.2e-7"."""
    if number == 0:
        return "0"
    digits, _, exponent = f"{number:.1e}".partition("e")
    return f"{digits.removesuffix('.0')}e{int(exponent)}"


def _microseconds(time: float) -> str:
    return f"{time:,.0f}" if time >= 100 else f"{time:.2g}"
