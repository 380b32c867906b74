"""`report_text`: the findings as Markdown, ready to be pasted into an issue."""

import platform
import shlex
from collections.abc import Iterator, Mapping

import numpy as np

from gjkscope.app.bring.notations.describing import body_values, exact_numbers
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.export.report import distance_in_text, expectation_text
from gjkscope.app.share.export.snippet import option_words
from gjkscope.app.share.reporting.findings import Findings, gave_up, known_algorithms
from gjkscope.app.share.reporting.markdown_text import (
    code_block,
    code_span,
    escaped,
    folded,
    link_or_code,
    markdown_table,
)
from gjkscope.app.share.reporting.reproduction import SCENE, TEST, LeftOut
from gjkscope.app.view.words.markup import without_marks
from gjkscope.engine.analysis.compare import ComparisonRow
from gjkscope.engine.evidence.explain import proof_words, verdict_words
from gjkscope.engine.proof.certificate import Evidence
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.text import counted, number, with_hyphens
from gjkscope.version import __version__

LARGEST_TEST = 6_000  # characters of a test that is repeated in the text; an issue holds 65,536


def report_text(findings: Findings, test: str, files: Mapping[str, str], left_out: tuple[LeftOut, ...]) -> str:
    """The whole text; `test` is the pytest file, `files` has a description of each file of the report."""
    parts = [f"# {title(findings)}", *_about(findings), *_answer(findings), *_reports(findings), *_algorithms(findings)]
    parts += [*_pair(findings), *_reproduce(findings, test), *_files(files, left_out), *_versions()]
    return "\n\n".join(parts) + "\n"


def title(findings: Findings) -> str:
    """What is wrong, or else what is true, for the heading."""
    return " ".join(
        filter(None, (_finding(findings), f"({findings.scene.unread_words})" if findings.scene.unread else ""))
    )


def _finding(findings: Findings) -> str:
    wrong = [judged for judged in findings.judged if judged.found.right is False]
    name = code_span(findings.scene.name)
    if wrong:
        return f"{name}: {_words(wrong[0].words)}"
    if findings.faulty:
        row = findings.faulty[0]
        claim = f"gives up ({row.result.exit.words})" if gave_up(row) else f"answers {_claim(row.result)}"
        return f"{name}: {row.algorithm} {claim}, but {_situation(findings)}"
    return f"{name}: {_situation(findings)}"


def _situation(findings: Findings) -> str:
    a, b = map(code_span, findings.pair)
    truth = findings.truth
    if truth is None:
        return f"{a} and {b}, undecided"
    verdict, distance = Verdict(truth.verdict), truth.signed_distance
    if verdict is Verdict.TOUCHING:
        return f"{a} and {b} touch"
    if distance is None:
        return f"{a} and {b} are {verdict.value}"
    if verdict is Verdict.SEPARATED:
        return f"{a} and {b} are {_plain_number(distance)} m apart"
    return f"{a} and {b} overlap by {_plain_number(-distance)} m"


def _plain_number(value: float) -> str:
    return with_hyphens(number(value))


def _claim(result: Result) -> str:
    distance = "" if result.signed_distance is None else f", {_plain_number(result.signed_distance)} m"
    return f"{verdict_words(result)}{distance}"


def _words(sentence: str) -> str:
    """A sentence about a report, with numbers that other programs can read."""
    return escaped(with_hyphens(sentence))


def _about(findings: Findings) -> Iterator[str]:
    for paragraph in (findings.scene.about or "").split("\n\n"):
        if paragraph.strip():
            yield escaped(without_marks(paragraph))
    if findings.scene.source:
        yield f"Source: {link_or_code(findings.scene.source)}"


def _answer(findings: Findings) -> Iterator[str]:
    """The default answer, with all digits."""
    result = findings.answer.result
    yield "## The answer"
    if result is None:
        yield escaped(str(findings.answer.refusal))
        return
    rows = [("verdict", verdict_words(result)), *_numbers(result, findings.scene.dimension), ("proof", _proof(result))]
    if findings.scene.unread:
        rows.append(("note", f"**{findings.scene.unread_words}**: {_unread(findings.scene)}"))
    if findings.truth is not None and findings.scene.expected:
        rows.append(
            ("expected by the scene", f"{expectation_text(findings.truth)} ({escaped(findings.truth.method or '')})")
        )
    yield markdown_table((f"by {result.algorithm}", ""), rows)
    yield "The signed distance is the gap, or minus the penetration depth; the normal points from A to B. World space."


def _unread(scene: Scene) -> str:
    """The unread parts of the text that the scene was imported from."""
    return "; ".join(escaped(part.text) for part in scene.unread)


def _numbers(result: Result, dimension: int) -> Iterator[tuple[str, str]]:
    if result.signed_distance is not None:
        yield "signed distance", f"{result.signed_distance + 0.0!r} m"
    yield "bounds", f"{result.lower!r} to {result.upper!r} m"
    for name in ("normal", "witness_a", "witness_b"):
        value = getattr(result, name)
        if value is not None:
            yield name.replace("_", " "), with_hyphens(exact_numbers(value[:dimension]))


def _proof(result: Result) -> str:
    if result.proved is None or result.certificate is None:
        return with_hyphens(proof_words(result))
    return (
        f"{with_hyphens(proof_words(result))}: {', '.join(_evidence(result.certificate.evidence))}; `certificate.json`"
    )


def _evidence(evidence: Evidence) -> Iterator[str]:
    if evidence.surfaces is not None:
        planes = sum(node.axis is not None for node in evidence.surfaces.nodes)
        yield f"{counted(planes, 'plane')} that part all pairs of triangles"
        yield "two points that bound the distance from above"
    if evidence.axis is not None:
        yield "an axis that bounds the distance from below"
    if evidence.weights:
        yield "two points that bound it from above"
    around = len(evidence.faces) or len(evidence.edges)
    if around:
        yield f"{counted(around, 'face' if evidence.faces else 'edge')} of A − B around the origin"


def _reports(findings: Findings) -> Iterator[str]:
    if not findings.judged and not findings.unsupported:
        return
    yield "## What engines reported"
    rows = [
        (code_span(judged.report.by), {True: "right", False: "**wrong**", None: "not judged"}[judged.found.right],
         _words(judged.words))
        for judged in findings.judged
    ]  # fmt: skip
    rows += [(code_span(answer.by), "not asked", escaped(answer.unsupported or "")) for answer in findings.unsupported]
    yield markdown_table(("engine", "judgement", "answer"), rows)
    for judged in findings.judged:
        if judged.run is not None and judged.run.sentences:
            yield f"{code_span(judged.report.by)}: {' '.join(map(_words, judged.run.sentences))}"


def _algorithms(findings: Findings) -> Iterator[str]:
    yield "## Algorithms of gjkscope"
    head = ("algorithm", "verdict", "signed distance", "steps", "ended with", "proof", "against the truth")
    comparison = findings.compared.comparison
    rows = [_row(findings, row) for row in comparison.rows]
    rows += [(entry.algorithm, "not answered", escaped(entry.reason), "", "", "", "") for entry in comparison.refusals]
    yield markdown_table(head, rows)
    for name in findings.options.chosen():
        yield f"Option: {code_span(f'{name} = {getattr(findings.options, name)!r}')}"
    for pair in comparison.disagreements:
        names = f"{pair.first.algorithm} and {pair.second.algorithm}"
        yield f"{names} disagree about the {pair.kind.value}, by {pair.apart:.3g} m."


def _row(findings: Findings, row: ComparisonRow) -> tuple[str, ...]:
    result = row.result
    judged = {True: "agrees", False: "**contradicts it**", None: "undecided" if findings.truth else "not known"}
    distance = distance_in_text(result).removeprefix("signed distance ")
    name = f"{row.algorithm} ({', '.join(row.options)})" if row.options else row.algorithm
    against = "**no answer**" if gave_up(row) else judged[findings.compared.matches_expected(row)]
    return (
        name,
        verdict_words(result),
        distance,
        str(result.steps),
        result.exit.words,
        with_hyphens(proof_words(result)),
        against,
    )


def _pair(findings: Findings) -> Iterator[str]:
    """The shapes and poses with all digits."""
    yield "## The pair"
    values = [dict(body_values(body)) for body in findings.bodies]
    rows = [("shape", *(body.shape.kind for body in findings.bodies))]
    rows += [
        (name, *(with_hyphens(column.get(name, "")) for column in values))
        for name in dict.fromkeys([*values[0], *values[1]])
    ]
    yield markdown_table(("", *map(code_span, findings.pair)), rows)
    units = "Metres; quaternions are x, y, z, w; y is up." if not findings.scene.is_plane else "2D; metres and radians."
    others = len(findings.scene.bodies) - 2
    yield units + (f" The scene has {counted(others, 'other body', 'other bodies')}." if others else "")


def _reproduce(findings: Findings, test: str) -> Iterator[str]:
    yield "## How to reproduce"
    yield "With gjkscope, in the folder of the report:"
    yield code_block("\n".join((_query(findings), f"pytest {TEST}", f"gjkscope {SCENE}")), "sh")
    if len(test) <= LARGEST_TEST:
        yield folded(TEST, code_block(test, "python"))


def _query(findings: Findings) -> str:
    """The command that prints these answers; with options, only for the algorithms that take them."""
    chosen, known = findings.options.chosen(), known_algorithms(findings.scene)
    names = [] if chosen else [name for name in findings.shown if name in known]
    words = ["gjkscope", "query", SCENE, "--algorithm", ",".join(names) or "compare"]
    words += ["--pair", *findings.pair] if len(findings.scene.pairs or ()) > 1 else []
    return shlex.join([*words, *option_words(findings.options)])


def _files(files: Mapping[str, str], left_out: tuple[LeftOut, ...]) -> Iterator[str]:
    yield "## Files"
    yield "\n".join(f"- `{name}`: {words}" for name, words in files.items())
    if left_out:
        yield "Not included:"
        yield "\n".join(f"- {escaped(omission.title)}: {escaped(omission.reason)}" for omission in left_out)


def _versions() -> Iterator[str]:
    yield "## Versions"
    yield (
        f"gjkscope {__version__}, Python {platform.python_version()}, NumPy {np.__version__}, "
        f"{platform.system()} {platform.machine()}"
    )
