"""A verdict, its distance and its proof in words."""

from math import inf, isfinite

from gjkscope.app.ask.runs.choices import REPORT, choice_of
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.inspection.traces import inspect, run_options
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.words.markup import NO_BREAK
from gjkscope.engine.analysis.compare import agreement
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.compound.query import MADE_OF_PARTS
from gjkscope.engine.evidence.explain import CERTIFIED, interval_words, not_certified_words, verdict_words
from gjkscope.engine.evidence.search import OF_HULL, OF_HULLS
from gjkscope.engine.options import Options
from gjkscope.engine.proof.certificate import Certificate, Proof
from gjkscope.engine.published.sentences import corrected_words
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.text import number

WITHOUT_DISTANCE = {
    Verdict.SEPARATED: "lower bound: an axis separates the shapes",
    Verdict.TOUCHING: "the shapes share a point",
    Verdict.PENETRATING: "lower bound on the depth: overlap proved, depth not found",
    Verdict.UNDECIDED: "the shapes share a point; touching or overlapping is undecided",
}
GIVEN_UP = (Exit.CYCLE, Exit.ITERATION_LIMIT, Exit.DEGENERATE_INPUT)  # exits of a search that did not converge
SHARED_POINT = (Exit.TOUCHING, Exit.ORIGIN_ENCLOSED)  # exits that prove a shared point

HULL_HELP = (
    "the mesh is not convex, and this algorithm replaces it by its convex hull: if the hull is separated, the mesh is\n"
    "at least as far away; if it overlaps, the mesh may not. Mesh distance takes its triangles, and convex parts\n"
    "(Decompose) give the depth of the mesh"
)

NO_PROOF_HELP = {
    OF_HULL: HULL_HELP,
    OF_HULLS: HULL_HELP,
    "too large": "the shapes have too many vertices for a proof in exact arithmetic within the budget",
    MADE_OF_PARTS: "a certificate would prove the distance of the two deciding parts, not that no others are nearer",
}
"""Why there is no certificate, by `Result.uncertified`."""


def certificate_words(certificate: Certificate | None) -> str:
    """What the certificate proves, with all digits."""
    if certificate is None:
        return "no proof in exact arithmetic was found"
    hulls = " of the convex hulls (not of the meshes)" if certificate.of_hulls else ""
    if certificate.exact:
        return f"proved in exact arithmetic: the signed distance{hulls} is\n{certificate.upper!r} m"
    how = "proved with outward-rounded bounds" if certificate.bounded else "proved in exact arithmetic"
    if certificate.proves is Proof.VERDICT:
        how = f"only the verdict is {how}"
    return f"{how}: the signed distance{hulls} is from\n{certificate.lower!r}\nto {certificate.upper!r} m"


def algorithm_words(state: State) -> str:
    """The chosen algorithm's title and options, or the engine that reported the run."""
    if state.run.algorithm == REPORT and (report := iterated_report(state)) is not None:
        return report.by
    title = choice_of(state.run.algorithm, state.document.scene.dimension).title
    return ", ".join((title, *option_labels(run_options(state))))


def option_labels(options: Options) -> tuple[str, ...]:
    """The chosen options as titles show them: "float32", "johnson", "'seed face' corrected"."""
    values = {
        "subdistance": options.subdistance,
        "acceleration": options.acceleration,
        "frank_wolfe": options.frank_wolfe,
        "corrected": corrected_words(options.corrected),
    }
    return tuple(values.get(name, name) for name in options.chosen())


def run_words(run: State, whole: State) -> str:
    """Identifies one of the runs that `whole` shows: "GJK distance, float32, B–A", or the engine of a report."""
    swapped = () if run.document.pair == whole.document.pair else (f"{run.document.pair[0]}–{run.document.pair[1]}",)
    return ", ".join((algorithm_words(run), *swapped))


def contradicts(own: Result, answer: Result, slack: float = 0.0) -> bool:
    """Whether one of the two verdicts must be wrong, by more than `slack` metres of distance.

    If only one of them is about the hulls of meshes, the meshes are at least as far apart as these.
    """
    if Verdict.UNDECIDED in (own.verdict, answer.verdict) or own.verdict is answer.verdict:
        return False
    (lower, upper), (least, most) = _sides(own), _sides(answer)
    if own.of_hulls is not answer.of_hulls:
        return (lower - most if own.of_hulls else least - upper) > slack
    return slack == 0 or max(lower - most, least - upper) > slack


def is_wrong_run(own: Result, answer: Result, slack: float) -> bool:
    """Whether the answer of a run must be wrong: its verdict, or the distance that an engine's algorithm claims."""
    if contradicts(own, answer, slack):
        return True
    claimed = own.signed_distance if own.algorithm in ENGINE_ALGORITHMS else None
    return claimed is not None and max(answer.lower - claimed, claimed - answer.upper) > slack


def run_slack(state: State) -> float:
    """How much the distance of the chosen run may differ from the truth without being wrong, metres."""
    pair = inspect(state).pair
    claims = TOLERANCE * size(*pair) if state.run.algorithm in ENGINE_ALGORITHMS else 0.0
    return max(agreement(pair, run_options(state)), claims)


def _sides(result: Result) -> tuple[float, float]:
    """The bounds on the distance that the verdict implies."""
    lower = max(result.lower, 0.0) if result.verdict is Verdict.SEPARATED else result.lower
    return lower, min(result.upper, 0.0) if result.verdict is Verdict.PENETRATING else result.upper


def own_words(own: Result) -> str:
    """The verdict with the distance or its bound, or why there is no verdict."""
    if own.verdict is Verdict.UNDECIDED:
        verdict = "no answer" if own.algorithm in ENGINE_ALGORITHMS else "undecided"
        return f"{verdict} ({own.exit.words})"
    bound = {Verdict.SEPARATED: own.lower, Verdict.PENETRATING: own.upper}.get(own.verdict, inf)
    known = own.signed_distance is not None or isfinite(bound)
    return f"{verdict_words(own)} {distance_text(own)}" if known else verdict_words(own)


def distance_text(answer: Result) -> str:
    """The signed distance with its unit, or the bound known for it."""
    if answer.signed_distance is not None:
        return f"{number(answer.signed_distance)}{NO_BREAK}m"
    if answer.verdict is Verdict.SEPARATED:
        return f"≥{NO_BREAK}{number(answer.lower)}{NO_BREAK}m"
    if answer.verdict is Verdict.PENETRATING:
        return f"≤{NO_BREAK}{number(answer.upper)}{NO_BREAK}m"
    return "distance unknown"


def distance_words(answer: Result) -> str:
    """What the number means."""
    if answer.verdict is Verdict.UNDECIDED and answer.exit not in SHARED_POINT:
        return f"the search ended without a verdict: {answer.exit.words}"
    if answer.signed_distance is None:
        return WITHOUT_DISTANCE[answer.verdict]
    if answer.certificate is not None and answer.proved is not None and not answer.certified:
        return f"not certified, by {_names(answer)}; proved: {interval_words(answer.certificate)}"
    by = f", by {_names(answer)}"
    if answer.verdict is Verdict.PENETRATING:
        return f"penetration depth, as a negative distance{by}"
    return f"signed distance: the gap between the shapes{by}"


def _names(answer: Result) -> str:
    """ "GJK and EPA"."""
    return answer.algorithm.upper().replace("+", " and ")


def proof_mark(answer: Result) -> tuple[str, tones.Tone]:
    """A short note beside the verdict about what is proved, and its colour."""
    if answer.proved is None:
        return not_certified_words(answer), tones.TEXT_DIM
    if answer.certified and answer.signed_distance is not None:
        return CERTIFIED, tones.GOOD
    return "verdict certified", tones.GOOD
