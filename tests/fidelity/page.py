"""The page of the documentation on fidelity: equal answers, departures, and the reported failures that are repeated."""

from collections.abc import Iterator, Sequence
from typing import Any

from gjkscope.app.base.resources import resource
from gjkscope.app.judge.retelling import Retelling, Retold, retell_scene
from gjkscope.app.scenes.scene_file import read_scene
from tests.fidelity.policies.page import policies_section
from tests.fidelity.reference import Outcome, Reference

Entry = dict[str, Any]  # of one engine, as `python -m tests.fidelity` keeps it

HEAD = """# Fidelity

The algorithms of engines are written from the engines' public sources, in the order of their operations and in their
precision. This page says how often they give the same answer as the real engine, and which of the failures reported to
the engines they repeat. To renew it:

```
python -m tests.fidelity NAME...                      # compare; each result is kept in tests/fidelity/results
python -m tests.fidelity --count 0 -o docs/fidelity.md   # write this page from the results
```

The pairs are seeded: ordinary, on a grid, touching, nested, deep, tiny, and far from the origin. *Close* is equal
within 4 roundoffs of the largest number, in the engine's precision. *Museum* counts the pairs of the museum that are
equal or close, of those that the algorithm takes.

"""
LICENCE = "{} is under the {}, so gjkscope does not follow its source."
NO_ALGORITHM = {  # by the engine of a report
    "DOLFINx": LICENCE.format("DOLFINx", "LGPL"),
    "openGJK in float32": LICENCE.format("openGJK", "GPL"),
    "PhysX": "The size of the box was lost before the query: no algorithm that gets it can repeat this.",
}
FAILURES = """## Reported failures

Of the {total} scenes of the museum with an answer that was reported as wrong, {reproduced} are reproduced: an engine's
algorithm gives the reported answer. `gjkscope museum --published` lists them with all numbers.

"""


def page(entries: Sequence[tuple[Reference, Entry]]) -> str:
    """The page, of these engines and of the whole museum."""
    return HEAD + "\n".join([*_tally(entries), "", *_departures(entries), policies_section()]) + _failures()


def _tally(entries: Sequence[tuple[Reference, Entry]]) -> Iterator[str]:
    heads = ("algorithm", "engine", "pairs", "equal", "close", *("other numbers", "other verdict", "other failure"))
    yield from _table_head((*heads, "museum", "date"))
    for reference, entry in entries:
        seeded, museum = entry["seeded"], entry["museum"]
        total = sum(seeded.values())
        shares = [f"{100 * seeded[outcome.value] / max(total, 1):.2f} %" for outcome in Outcome]
        engine = f"{reference.engine} {entry['version']}"
        cells = [
            f"`{reference.algorithm}`",
            engine,
            f"{total:,}",
            *shares,
            f"{museum['equal']} of {museum['of']}",
        ]
        yield f"| {' | '.join([*cells, entry['date']])} |"


def _departures(entries: Sequence[tuple[Reference, Entry]]) -> Iterator[str]:
    yield from ("## Sources and departures", "")
    for reference, _ in entries:
        yield f"- `{reference.algorithm}`: written from {reference.source}. {reference.departures}".rstrip()
    yield from ("", "")


def _failures() -> str:
    rows = list(_retold_scenes())
    reproduced = sum(retelling is not None and retelling.retold is Retold.REPRODUCED for _, _, retelling in rows)
    lines = [*_table_head(("scene", "engine", "algorithm", "outcome", "first mistake, or why not"))]
    for name, engine, retelling in rows:
        if retelling is None:
            said = (
                "–",
                Retold.NOT_REPRODUCED.value,
                NO_ALGORITHM.get(engine, f"gjkscope has no algorithm of {engine}."),
            )
        else:
            said = (f"`{retelling.algorithm}`", retelling.retold.value, retelling.why.replace("|", "\\|"))
        lines.append(f"| {name} | {engine} | {' | '.join(said)} |")
    return FAILURES.format(total=len(rows), reproduced=reproduced) + "\n".join(lines) + "\n"


def _retold_scenes() -> Iterator[tuple[str, str, Retelling | None]]:
    """Each scene with a report, its engine, and the retelling that comes closest to the report."""
    order = list(Retold)
    for path in sorted(resource("assets", "scenes", "museum").glob("*.json")):
        scene = read_scene(path)
        if scene.reported:
            retellings = sorted(retell_scene(path.stem, scene), key=lambda retelling: order.index(retelling.retold))
            yield path.stem, scene.reported[0].by, next(iter(retellings), None)


def _table_head(heads: Sequence[str]) -> tuple[str, str]:
    return f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"
