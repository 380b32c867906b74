"""What reproduces a pair elsewhere: a test for pytest, and the pair in the notations of engines."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.bring.notations.writing import NotExpressible, write_pair, writers
from gjkscope.app.share.export.snippet import docstring_text, pose_code, shape_code
from gjkscope.app.share.reporting.findings import Findings, gave_up
from gjkscope.engine.analysis.compare import ComparisonRow

CERTIFICATE, SCENE, TEST = "certificate.json", "scene.json", str(Path("test_pair").with_suffix(".py"))

SOURCE = '''"""{title}

{about}
"""

{imports}

# The bodies {names}{parts}.
{bodies}

{truth}
CASES = {cases}


@pytest.mark.parametrize(("algorithm", "verdict", "tolerance"), CASES)
def test_algorithm(algorithm, verdict, tolerance):
    result = query(A, POSE_A, B, POSE_B, algorithm{options})
    assert result.verdict.value == verdict
{distance}{more}'''

DISTANCE = """    if result.signed_distance is not None and result.upper - result.lower <= tolerance:
        assert abs(result.signed_distance - DISTANCE) <= tolerance
    else:
        assert result.lower - tolerance <= DISTANCE <= result.upper + tolerance
"""

PROOF = f'''

def test_certificate():
    record = json.loads(Path(__file__).with_name("{CERTIFICATE}").read_text("utf-8"))
    assert check(certificate_from_dict(record), A, POSE_A, B, POSE_B)
'''

ENGINES = f'''

@pytest.mark.parametrize("engine", %s)
def test_engine(engine):
    for outcome in replay_pairs(engine, Path(__file__).with_name("{SCENE}")):
        assert not outcome.fault, outcome.words
'''


class EngineText(NamedTuple):
    """The pair for an engine."""

    file: str
    title: str  # of the engine
    text: str
    notes: tuple[str, ...]  # what is not exact


class LeftOut(NamedTuple):
    """Something that a report lacks, and why."""

    title: str
    reason: str


def pytest_file(findings: Findings) -> str:
    """A test that fails for each algorithm, and each engine that was asked, while its answer contradicts the truth."""
    truth, has_distance = findings.truth, findings.truth is not None and findings.truth.signed_distance is not None
    a, b = findings.deciding
    return SOURCE.format(
        title=f"{docstring_text(findings.scene.name)}: {docstring_text(a.name)} and {docstring_text(b.name)}.",
        about=_about(findings),
        imports=_imports(findings),
        names=" and ".join(map(ascii, findings.pair)),
        parts=", of which these convex parts decide" if (a, b) != findings.bodies else "",
        bodies="\n".join(
            f"{name}, POSE_{name} = {shape_code(body.shape)}, {pose_code(body.pose)}"
            for name, body in (("A", a), ("B", b))
        ),
        truth=f"DISTANCE = {truth.signed_distance!r}  # metres" if truth and has_distance else "",
        cases=_list_code(_cases(findings)),
        options=", OPTIONS.get(algorithm, Options())" if findings.options.chosen() else "",
        distance=DISTANCE if has_distance else "",
        more=_more(findings),
    )


def engine_texts(findings: Findings) -> Iterator[EngineText | LeftOut]:
    """The pair in each engine's notation."""
    if findings.scene.is_plane:
        yield LeftOut("code for engines", "their notations are written for 3D shapes")
        return
    for name, writer in writers().items():
        try:
            written = write_pair(findings.scene, findings.pair, name)
        except NotExpressible as refusal:
            yield LeftOut(writer.title, str(refusal))
        else:
            yield EngineText(f"engines/{name}{writer.extension}", writer.title, written.text, written.notes)


def tested_rows(findings: Findings) -> Iterator[ComparisonRow]:
    """The answers that a test is written for: all that can be right or wrong, and runs that gave up."""
    for row in findings.examined:
        can_be_judged = findings.truth is None or findings.compared.matches_expected(row) is not None
        if can_be_judged or gave_up(row):
            yield row


def _cases(findings: Findings) -> Iterator[tuple[str, str, float]]:
    for row in tested_rows(findings):
        said, truth = row.result.verdict.value, findings.truth
        right = truth is None or findings.compared.matches_expected(row)  # "exact" may say 1e-17 where others touch
        slack = (truth.tolerance or 0.0) if truth else 0.0
        slack += row.rounding if "float32" in row.options else 0.0
        yield row.algorithm, said if right or truth is None else truth.verdict, slack


def _about(findings: Findings) -> str:
    lines = [docstring_text(findings.scene.source), ""] if findings.scene.source else []
    if findings.truth is None:
        lines.append("Nothing is proved about this pair: the tests repeat what the algorithms answered.")
    else:
        lines.append("The tests state the truth, and fail for each algorithm that contradicts it.")
        lines.append(f"Where it comes from: {docstring_text(findings.truth.method or 'the scene')}.")
    return "\n".join(lines)


def _imports(findings: Findings) -> str:
    a, b = findings.deciding
    names = {"Pose", "query", *re.findall(r"\b[A-Z]\w+(?=\()", shape_code(a.shape) + shape_code(b.shape))}
    lines = []
    if _is_proved(findings):
        lines.append("import json")
        names |= {"certificate_from_dict", "check"}
    if findings.engines:
        names.add("replay_pairs")
    if _is_proved(findings) or findings.engines:
        lines.append("from pathlib import Path")
    names |= {"Options"} if findings.options.chosen() else set()
    ordered = ", ".join(sorted(names, key=lambda name: (name[0].islower(), name)))
    return "\n".join([*lines, *([""] if lines else []), "import pytest", "", f"from gjkscope import {ordered}"])


def _more(findings: Findings) -> str:
    text = PROOF if _is_proved(findings) else ""
    if findings.options.chosen():
        chosen = {name: getattr(findings.options, name) for name in findings.options.chosen()}
        given = [(row.algorithm, row.options) for row in findings.compared.comparison.rows if row.options]
        entries = (
            f"{name!r}: Options({', '.join(f'{key}={chosen[key]!r}' for key in options)})" for name, options in given
        )
        text = f"\n\nOPTIONS = {{{', '.join(entries)}}}\n{text}"
    return text + (ENGINES % repr(findings.engines) if findings.engines else "")


def _is_proved(findings: Findings) -> bool:
    return findings.answer.result is not None and findings.answer.result.proved is not None


def _list_code(items: Iterator[object]) -> str:
    return "".join(["[\n", *(f"    {item!r},\n" for item in items), "]"])
