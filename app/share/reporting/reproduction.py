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


def pytest_file(found: Findings) -> str:
    """A test that fails for each algorithm, and each engine that was asked, while its answer contradicts the truth."""
    truth, has_distance = found.truth, found.truth is not None and found.truth.signed_distance is not None
    a, b = found.deciding
    return SOURCE.format(
        title=f"{docstring_text(found.scene.name)}: {docstring_text(a.name)} and {docstring_text(b.name)}.",
        about=_about(found),
        imports=_imports(found),
        names=" and ".join(map(ascii, found.pair)),
        parts=", of which these convex parts decide" if (a, b) != found.bodies else "",
        bodies="\n".join(
            f"{name}, POSE_{name} = {shape_code(body.shape)}, {pose_code(body.pose)}"
            for name, body in (("A", a), ("B", b))
        ),
        truth=f"DISTANCE = {truth.signed_distance!r}  # metres" if truth and has_distance else "",
        cases=_list_code(_cases(found)),
        options=", OPTIONS.get(algorithm, Options())" if found.options.chosen() else "",
        distance=DISTANCE if has_distance else "",
        more=_more(found),
    )


def engine_texts(found: Findings) -> Iterator[EngineText | LeftOut]:
    """The pair in each engine's notation."""
    if found.scene.is_plane:
        yield LeftOut("code for engines", "their notations are written for 3D shapes")
        return
    for name, writer in writers().items():
        try:
            written = write_pair(found.scene, found.pair, name)
        except NotExpressible as refusal:
            yield LeftOut(writer.title, str(refusal))
        else:
            yield EngineText(f"engines/{name}{writer.extension}", writer.title, written.text, written.notes)


def tested(found: Findings) -> Iterator[ComparisonRow]:
    """The answers that a test is written for: all that can be right or wrong, and runs that gave up."""
    for row in found.examined:
        can_be_judged = found.truth is None or found.compared.matches_expected(row) is not None
        if can_be_judged or gave_up(row):
            yield row


def _cases(found: Findings) -> Iterator[tuple[str, str, float]]:
    for row in tested(found):
        said, truth = row.result.verdict.value, found.truth
        right = truth is None or found.compared.matches_expected(row)  # "exact" may say 1e-17 where others touch
        slack = (truth.tolerance or 0.0) if truth else 0.0
        slack += row.rounding if "float32" in row.options else 0.0
        yield row.algorithm, said if right or truth is None else truth.verdict, slack


def _about(found: Findings) -> str:
    lines = [docstring_text(found.scene.source), ""] if found.scene.source else []
    if found.truth is None:
        lines.append("Nothing is proved about this pair: the tests repeat what the algorithms answered.")
    else:
        lines.append("The tests state the truth, and fail for each algorithm that contradicts it.")
        lines.append(f"Where it comes from: {docstring_text(found.truth.method or 'the scene')}.")
    return "\n".join(lines)


def _imports(found: Findings) -> str:
    a, b = found.deciding
    names = {"Pose", "query", *re.findall(r"\b[A-Z]\w+(?=\()", shape_code(a.shape) + shape_code(b.shape))}
    lines = []
    if _is_proved(found):
        lines.append("import json")
        names |= {"certificate_from_dict", "check"}
    if found.engines:
        names.add("replay_pairs")
    if _is_proved(found) or found.engines:
        lines.append("from pathlib import Path")
    names |= {"Options"} if found.options.chosen() else set()
    ordered = ", ".join(sorted(names, key=lambda name: (name[0].islower(), name)))
    return "\n".join([*lines, *([""] if lines else []), "import pytest", "", f"from gjkscope import {ordered}"])


def _more(found: Findings) -> str:
    text = PROOF if _is_proved(found) else ""
    if found.options.chosen():
        chosen = {name: getattr(found.options, name) for name in found.options.chosen()}
        given = [(row.algorithm, row.options) for row in found.compared.comparison.rows if row.options]
        entries = (
            f"{name!r}: Options({', '.join(f'{one}={chosen[one]!r}' for one in options)})" for name, options in given
        )
        text = f"\n\nOPTIONS = {{{', '.join(entries)}}}\n{text}"
    return text + (ENGINES % repr(found.engines) if found.engines else "")


def _is_proved(found: Findings) -> bool:
    return found.answer.result is not None and found.answer.result.proved is not None


def _list_code(items: Iterator[object]) -> str:
    return "".join(["[\n", *(f"    {item!r},\n" for item in items), "]"])
