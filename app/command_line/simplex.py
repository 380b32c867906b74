"""`gjkscope simplex`: one simplex by every sub-distance method in every precision, or how often each of them fails."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gjkscope.app.ask.runs.answers import pairs_of
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.command_line.console import (
    DONE,
    CliCommand,
    Parser,
    UsageError,
    count_argument,
    number_argument,
    print_line,
    whole_argument,
    write,
)
from gjkscope.app.command_line.scene_argument import STDIN, chosen_pairs, read_scene_argument
from gjkscope.app.view.words.subdistances import sign_lines, solved_details, solved_words, wrong_words
from gjkscope.engine import Options, trace
from gjkscope.engine.analysis.subdistances import ROUNDOFFS, SolvedSimplex, compare_subdistances
from gjkscope.engine.gjk.stepping import vertex_points
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.wording import method_heading, quantity_name, subset_name
from gjkscope.engine.gjk.wording import vertex_name
from gjkscope.engine.options import REGIONS, SUBDISTANCES
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.text import vector
from gjkscope.engine.vectors import Vec3

SUMMARY = "Find the nearest feature of one simplex by every sub-distance method and in every precision."


def run_simplex(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    options = _parser().parse_args(words)
    if options.rates:
        return _write_rates(options)
    if (options.scene is None) == (options.vertices is None):
        raise UsageError("either SCENE or --vertices: where the simplex comes from")
    names, points = _given(options.vertices) if options.vertices else _of_step(options)
    rows = compare_subdistances(points)
    if options.json:
        print_line(json.dumps({"vertices": dict(zip(names, points, strict=True)), "methods": _entries(rows, names)}))
    else:
        print_line("\n".join(_table(rows, names, points, options.signs)))
    return DONE


COMMAND = CliCommand("simplex", "SCENE | --vertices X Y Z ...", SUMMARY, run_simplex)


def _parser() -> Parser:
    parser = Parser(
        "gjkscope simplex",
        description=f"{SUMMARY}  Wrong signs are found by exact arithmetic.",
        epilog="Single precision first rounds the vertices; what is judged is the arithmetic from there on.",
    )
    parser.add_argument(
        "scene", nargs="?", metavar="SCENE", type=Path, help="take the simplex of a step of GJK on a pair"
    )
    parser.add_argument("--pair", nargs=2, metavar=("A", "B"), help="the pair (default: the first)")
    parser.add_argument(
        "--step",
        type=whole_argument,
        metavar="N",
        help="the step, from 0 (default: the last one with the most vertices)",
    )
    parser.add_argument(
        "--subdistance", choices=SUBDISTANCES, default=REGIONS, help="how that run of GJK finds the nearest feature"
    )
    parser.add_argument(
        "--vertices", nargs="+", type=number_argument, metavar="X Y Z", help="the coordinates of one to four vertices"
    )
    parser.add_argument("--signs", action="store_true", help="also list every number whose sign was used")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    parser.add_argument(
        "--rates",
        type=count_argument,
        metavar="N",
        help="instead: how often each method fails, on N simplices a family",
    )
    parser.add_argument("--seed", type=whole_argument, default=1, metavar="N", help="of --rates (default: 1)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="of --rates: write a page of Markdown")
    return parser


def _given(numbers: Sequence[float]) -> tuple[list[str], tuple[Vec3, ...]]:
    if len(numbers) not in (3, 6, 9, 12):
        raise UsageError(f"--vertices: must be 3 to 12 numbers, three for each vertex, got {len(numbers)}")
    points = tuple((numbers[i], numbers[i + 1], numbers[i + 2]) for i in range(0, len(numbers), 3))
    return list("ABCD"[: len(points)]), points


def _of_step(options: argparse.Namespace) -> tuple[list[str], tuple[Vec3, ...]]:
    """The names and points of the candidate simplex of a step."""
    scene = read_scene_argument([options.scene])
    path = options.scene if options.scene != STDIN else Path("-")
    (first, second) = chosen_pairs(options.pair, scene, path)[0] if options.pair else pairs_of(scene)[0]
    a, b = scene.body(first), scene.body(second)
    try:
        steps = trace(a.shape, a.pose, b.shape, b.pose, "gjk", Options(subdistance=options.subdistance)).steps
    except NotApplicable as fault:
        raise UsageError(f"{path}: {fault}") from None
    if options.step is not None and options.step >= len(steps):
        raise UsageError(f"--step: GJK takes {len(steps)} steps, the last is {len(steps) - 1}, got {options.step}")
    most = max(range(len(steps)), key=lambda number: (steps[number].candidate.size, number))
    candidate = steps[most if options.step is None else options.step].candidate
    return [vertex_name(vertex) for vertex in candidate.vertices[: candidate.size]], vertex_points(candidate)


def _table(
    rows: Sequence[SolvedSimplex], names: Sequence[str], points: Sequence[Vec3], with_signs: bool
) -> Sequence[str]:
    lines = [f"{name} = {vector(point)}" for name, point in zip(names, points, strict=True)]
    cells = {(row.method, row.precision): f"{solved_words(row, names)}, {wrong_words(row)}" for row in rows}
    width = max(map(len, (*cells.values(), *ROUNDOFFS))) + 2
    first = max(len(method_heading(method)) for method in METHODS) + 2
    lines += ["", " " * first + "".join(f"{precision:<{width}}" for precision in ROUNDOFFS).rstrip()]
    for method in METHODS:
        texts = "".join(f"{cells[method, precision]:<{width}}" for precision in ROUNDOFFS)
        lines.append(f"{method_heading(method):<{first}}{texts}".rstrip())
    for row in rows:
        if with_signs or row.wrong_signs:
            lines += ["", f"{method_heading(row.method)}, {row.precision}: {solved_details(row, names)}"]
            lines += [
                f"{'×' if is_wrong else ' '} {line}"
                for line, is_wrong in sign_lines(row, names)
                if with_signs or is_wrong
            ]
    return lines


def _entries(rows: Sequence[SolvedSimplex], names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "method": row.method,
            "precision": row.precision,
            "feature": subset_name(row.subset, names) if row.subset else None,
            "weights": list(row.weights),
            "distance": row.distance if row.subset else None,
            "exact_feature": subset_name(row.exact_subset, names),
            "exact_distance": row.exact_distance,
            "fault": row.fault.value,
            "decided": row.decided,
            "subsets": [
                {
                    "feature": subset_name(trial.subset, names),
                    "passed": trial.passed,
                    "signs": [
                        {
                            "quantity": quantity_name(sign.quantity, names),
                            "value": sign.quantity.value,
                            "exact_sign": sign.exact_sign,
                            "wrong": sign.is_wrong,
                        }
                        for sign in trial.signs
                    ],
                }
                for trial in row.trials
            ],
        }
        for row in rows
    ]


def _write_rates(options: argparse.Namespace) -> int:
    from gjkscope.app.judge.surveying.subdistances import rates_page  # it draws pairs, which takes SciPy

    page = rates_page(options.rates, options.seed)
    if options.output is None:
        write(page)
        return DONE
    try:
        write_atomically(options.output, page.encode())
    except OSError as fault:
        raise UsageError(f"{options.output}: cannot be written: {fault.strerror or fault}") from None
    return DONE
