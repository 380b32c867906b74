"""What notebooks show for runs, answers, comparisons and scenes: a compact player, and text where HTML is not allowed.

The page is the `srcdoc` of a sandboxed iframe, so neither it nor the notebook can touch the other, and nothing is
loaded.  Viewers that remove iframes, such as those of untrusted notebooks, keep the text inside it.
"""

from collections.abc import Iterator, Sequence
from html import escape
from string import Template

from msgspec import Struct

from gjkscope.app.ask.runs.answers import PairComparison
from gjkscope.app.ask.runs.choices import CHOICES_OF
from gjkscope.app.scenes.of_pair import PAIR, scene_of_pair
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.share.export.report import comparison_lines, distance_in_text
from gjkscope.app.share.web.content import LONGEST_RUN, scene_content
from gjkscope.app.share.web.page import content_page
from gjkscope.engine.analysis.compare import Comparison
from gjkscope.engine.evidence.explain import verdict_words, with_hull_note
from gjkscope.engine.evidence.search import hull_words
from gjkscope.engine.explain import explain
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.result import AskedPair, Result, Trace
from gjkscope.engine.text import with_hyphens

HEIGHT = 580  # pixels
MOST_STEPS = 20  # that a text lists
NEWLINE = "&#10;"  # saved notebooks are lists of lines, which JupyterLite joins by commas
MOST_COMPARED = 60  # steps of a run that is one of several: a cell should not take seconds

FRAME = Template(
    '<iframe title="$title" srcdoc="$page" sandbox="allow-scripts" loading="lazy" width="100%" height="$height" '
    'style="border: 0" allowfullscreen><pre>$text</pre></iframe>'
)
FAULT = Template("<p>The player cannot be made: $fault</p>\n<pre>$text</pre>")


class _Subject(Struct, frozen=True):
    """What a player shows."""

    scene: Scene
    algorithms: tuple[str, ...]
    options: Options = DEFAULT
    steps: int = 0  # of the longest run, if it is known


def notebook_html(value: object) -> str | None:
    """A player in an iframe; the reason and the text if it cannot be made; None if there is no pair."""
    subject = _subject_of(value)
    if subject is None:
        return None
    text = notebook_text(value) or _summary(value)
    try:
        page = _page(subject)
    except (ArithmeticError, ImportError, MemoryError, OSError, ValueError) as fault:
        return FAULT.substitute(fault=escape(str(fault) or type(fault).__name__), text=escape(text))
    title = f"Player: {subject.scene.name}"
    html = FRAME.substitute(title=escape(title), page=escape(page), height=HEIGHT, text=escape(text))
    return html.replace("\n", NEWLINE)


def notebook_text(value: object) -> str | None:
    """A few lines instead of all fields; None for objects that are short already."""
    if isinstance(value, Trace):
        return "\n".join(_trace_lines(value))
    if isinstance(value, Comparison):
        return with_hyphens("\n".join(comparison_lines(PairComparison(PAIR, value))))
    if isinstance(value, Scene):
        bodies = ", ".join(f"{body.name} ({body.shape.kind})" for body in value.bodies)
        return "\n".join(filter(None, (f"{value.name}: {bodies}", value.unread_words)))
    return None


def _page(subject: _Subject) -> str:
    steps = (0, LONGEST_RUN - 1) if subject.steps > LONGEST_RUN else None
    content = scene_content(subject.scene, subject.algorithms, steps=steps, motion=0.0, options=subject.options)
    return content_page(content, embed=True, compact=True)


def _subject_of(value: object) -> _Subject | None:
    if isinstance(value, Scene) and len(value.bodies) > 1:
        return _Subject(value, ("gjk",))
    if isinstance(value, Trace | Result) and value.asked is not None:
        names = value.algorithm.split("+")
        return _of_pair(value.asked, names, value.steps if isinstance(value, Result) else len(value.steps))
    if isinstance(value, Comparison) and value.rows and value.rows[0].trace.asked is not None:
        asked = value.rows[0].trace.asked
        options = next((row.trace.asked.options for row in value.rows if row.trace.asked and row.options), DEFAULT)
        rows = [row for row in value.rows if row.result.steps <= MOST_COMPARED] or value.rows[:1]
        return _of_pair(
            asked._replace(options=options), [row.algorithm for row in rows], max(row.result.steps for row in rows)
        )
    return None


def _of_pair(asked: AskedPair, algorithms: Sequence[str], steps: int) -> _Subject:
    titles = ", ".join(CHOICES_OF[asked.shape_a.dimension][name].title for name in algorithms)
    return _Subject(scene_of_pair(titles, *asked[:4]), tuple(algorithms), asked.options, steps)


def _summary(value: object) -> str:
    """One line about an answer."""
    if not isinstance(value, Result):
        return repr(value)
    distance = "" if value.signed_distance is None else f", {distance_in_text(value)}"
    return f"{value.algorithm}: {verdict_words(value)}{distance}, {value.steps} steps, {value.exit.words}"


def _trace_lines(run: Trace) -> Iterator[str]:
    yield _summary(run.result)
    for number, step in enumerate(run.steps[:MOST_STEPS]):
        note = hull_words(run.result) if number == len(run.steps) - 1 else ""
        yield f"{number:>3}  {with_hyphens(with_hull_note(explain(step, *PAIR), note))}"
    if len(run.steps) > MOST_STEPS:
        yield f"  …  {len(run.steps) - MOST_STEPS} more"
