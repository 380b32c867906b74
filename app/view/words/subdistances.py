"""A simplex solved by every sub-distance method in every precision, as words: `gjkscope simplex` and the Step panel."""

from collections.abc import Iterator, Sequence

from gjkscope.engine.analysis.subdistances import JudgedSign, SolvedSimplex, SubdistanceFault
from gjkscope.engine.gjk.subdistance.wording import quantity_name, subset_name
from gjkscope.engine.text import counted, number

SIGNS = {-1: "< 0", 0: "= 0", 1: "> 0"}


def solved_words(row: SolvedSimplex, names: Sequence[str]) -> str:
    """ "edge w0 w1", "nothing found", "face w0 w1 w2: too near" """
    if not row.subset:
        return row.fault.value
    feature = subset_name(row.subset, names)
    return feature if row.fault is SubdistanceFault.NONE else f"{feature}: {row.fault.value}"


def solved_details(row: SolvedSimplex, names: Sequence[str]) -> str:
    """How a method solved a simplex, with the distance and the exact one."""
    found = f"{row.distance!r} m from the origin, " if row.subset else ""
    exact = f"exactly {row.exact_distance!r} m, at {subset_name(row.exact_subset, names)}"
    return f"{row.decided}\n{found}{exact}\n{counted(len(row.trials), 'subset')} tried, {wrong_words(row)}"


def wrong_words(row: SolvedSimplex) -> str:
    return counted(row.wrong_signs, "wrong sign") if row.wrong_signs else "no wrong sign"


def sign_lines(row: SolvedSimplex, names: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each number whose sign was used, and whether the sign is wrong; subsets begin a line of their own."""
    for trial in row.trials:
        yield f"{subset_name(trial.subset, names)}: {'passes' if trial.passed else 'fails'}", False
        for sign in trial.signs:
            yield f"  {sign_words(sign, names)}", sign.is_wrong


def sign_words(sign: JudgedSign, names: Sequence[str]) -> str:
    exact = f", exactly {SIGNS[sign.exact_sign]}" if sign.is_wrong else ""
    return f"{quantity_name(sign.quantity, names)} = {number(sign.quantity.value)}{exact}"
