"""What can be asked about the pairs of a scene, and the report that answers it: `gjkscope query`, and assistants."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.ask.runs.answers import AccuracyOf, answers, broad_answers, comparisons, first_contacts, push_outs
from gjkscope.app.ask.runs.choices import ALL_ALGORITHMS, CHOICES_OF, CONTACT_SEARCHES, PUSH_OUTS
from gjkscope.app.ask.runs.contacts import PairContacts, contact_tables, pair_contacts
from gjkscope.app.ask.runs.origins import with_origins
from gjkscope.app.ask.runs.reports import judge_reports
from gjkscope.app.ask.solvers.adapter import accuracy_of
from gjkscope.app.command_line.console import UsageError
from gjkscope.app.command_line.engine_argument import ask_chosen_engines, ask_for_casts, engines_for
from gjkscope.app.command_line.scene_argument import COMPARE, chosen_pairs
from gjkscope.app.scenes.scene import Pair, Scene
from gjkscope.app.share.export.report import Report
from gjkscope.engine import BROADPHASES
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS

NAMES = (*ALL_ALGORITHMS, *ENGINE_ALGORITHMS, COMPARE, *PUSH_OUTS, *CONTACT_SEARCHES, *BROADPHASES)
ALL = "all"  # policies, side by side


def algorithm_named(name: str) -> str:
    """The algorithm; for the name of an engine, such as "rapier" or "hpp-fcl", the one that it uses."""
    if name in NAMES:
        return name
    from gjkscope.app.judge.retelling import ALGORITHMS_OF

    return ALGORITHMS_OF.get(name.casefold(), (name,))[0]


class Questions(NamedTuple):
    """What is asked about a scene."""

    algorithms: Sequence[str | None] = (None,)  # of `NAMES`; None: the default one
    pair: Sequence[str] | None = None  # names of two bodies; None: all pairs of the scene
    policy: str | None = None  # of contact points, or `ALL`; None: no contact points
    engines: tuple[str, ...] = ()  # to ask
    tolerance: float | None = None  # for judging reports, relative to the pair's size
    with_steps: bool = False
    options: Options = DEFAULT
    casts: bool = False  # whether engines are asked when moving bodies first touch


def scene_report(scene: Scene, path: Path, questions: Questions) -> Report:
    """The answers.  `path` names the scene in them and in errors.  Raises `UsageError`."""
    _check_dimension(scene, path, questions)
    names = questions.algorithms
    narrow = [name for name in names if name is None or name in (*ALL_ALGORITHMS, *ENGINE_ALGORITHMS)]
    named = [name for name in names if name is not None]
    broad = [name for name in named if name in BROADPHASES]
    push = [name for name in named if name in PUSH_OUTS]
    search = [name for name in named if name in CONTACT_SEARCHES]
    pairs = chosen_pairs(questions.pair, scene, path) if len(broad) < len(names) or questions.engines else ()
    engines = engines_for(scene, questions.engines)
    judged, unsupported = ask_chosen_engines(scene, pairs, engines, questions.tolerance) if engines else ((), ())
    answering = pairs if len(broad) < len(names) else ()
    judged = (
        *judge_reports(scene, questions.pair, TOLERANCE if questions.tolerance is None else questions.tolerance),
        *judged,
    )
    if questions.policy is not None:
        judged = tuple(with_origins(report, *(scene.body(name) for name in report.pair)) for report in judged)
    return Report(
        scene,
        path,
        tuple(answers(scene, answering, narrow, questions.with_steps, questions.options, _accuracy(questions))),
        tuple(broad_answers(scene, broad)),
        tuple(comparisons(scene, answering, questions.options)) if COMPARE in names else (),
        tuple(push_outs(scene, answering, push)) if push else (),
        tuple(first_contacts(scene, answering, search)),
        _contacts(scene, answering, questions.policy),
        tuple(contact_tables(scene, answering)) if questions.policy == ALL else (),
        questions.with_steps,
        judged,
        unsupported,
        ask_for_casts(scene, pairs, engines, questions.tolerance) if questions.casts else (),
    )


def _accuracy(questions: Questions) -> AccuracyOf:
    """That with which the answers of engines' algorithms are judged."""
    asked = questions.tolerance
    return accuracy_of if asked is None else lambda _: asked


def _check_dimension(scene: Scene, path: Path, questions: Questions) -> None:
    """Raises `UsageError` for an algorithm that has no 2D version, or for contact points, if the scene is 2D."""
    if not scene.is_plane:
        return
    known = [name for name in NAMES if name == COMPARE or name in CHOICES_OF[scene.dimension]]
    for name in questions.algorithms:
        if name is not None and name not in known:
            raise UsageError(f"{path}: --algorithm: {name} has no 2D version; must be one of {', '.join(known)}")
    if questions.policy:
        raise UsageError(f"{path}: --contacts: contact points are generated in 3D scenes only, and this one is 2D")


def _contacts(scene: Scene, pairs: Sequence[Pair], policy: str | None) -> tuple[PairContacts, ...]:
    return () if policy is None or policy == ALL else tuple(pair_contacts(scene, pairs, policy))
