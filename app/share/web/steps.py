"""What a page needs to compute the steps of algorithms itself, where the reader has put the bodies.

The engine's functions write the steps (`engine/batch/compiled_steps.py`); `player/livesteps.js` reads them, draws their
marks and says what they do.
"""

from collections.abc import Sequence
from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.share.web.step_words import number_rows, step_words
from gjkscope.app.state.inspection.extents import difference_ball, world_ball
from gjkscope.app.state.inspection.label_names import label_pattern, shown_labels
from gjkscope.app.state.model import State
from gjkscope.app.state.model.display import Visibility
from gjkscope.engine.batch.stepped import STEPPED, step_layouts
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.registry.algorithms import ALGORITHMS, PLANAR_ALGORITHMS

Words = dict[str, Any]

MOST_STEPS = 400  # of a run that a page computes: as many as it records
# Of `Visibility`: what the marks depend on.
SHOWN = (
    *("steps", "supports", "planes", "regions", "path", "witnesses", "difference", "beliefs", "closer"),
    "separating_plane",
)


def live_steps(state: State) -> Words:
    """What a page needs for the steps of the pair that the state shows; only the `reason` if it cannot compute them."""
    reason = why_steps_are_recorded(state.run.options)
    if reason:
        return {"reason": reason}
    middle, radius = world_ball(state)
    center, difference_radius = difference_ball(state)
    page, labels = state.page, shown_labels(state)
    shape_a, shape_b = (body.shape for body in state.document.pair_bodies)
    known = STEPPED[shape_a.dimension]
    taken = [name for name, stepped in known.items() if stepped.takes(shape_a, shape_b)]
    return {
        **steps_of_algorithms(state.display.visible, shape_a.dimension, taken),
        "middle": middle,
        "center": center,
        "radii": {"world": radius, "difference": difference_radius},
        "offered": page is None,
        "labels": None if labels is None else [label_pattern(name) for name in labels],
        "decimals": None if page is None else page.display.precision,
    }


def steps_of_algorithms(visible: Visibility, dimension: int, names: Sequence[str] | None = None) -> Words:
    """What does not depend on the pair: the algorithms of these names, or all, and all labels shown in full."""
    known, layouts = STEPPED[dimension], step_layouts(dimension)
    titles = PLANAR_ALGORITHMS if dimension == 2 else ALGORITHMS
    return {
        "dimension": dimension,
        "most": MOST_STEPS,
        "algorithms": [
            {
                "name": name,
                "number": known[name].number,
                "title": titles[name].title,
                "layouts": layouts[name],
                "rows": number_rows(known[name].state),
            }
            for name in (known if names is None else names)
        ],
        "words": step_words(dimension),
        "visible": {name: getattr(visible, name) for name in SHOWN},
        "offered": True,
        "labels": None,
        "decimals": None,
    }


def why_steps_are_recorded(options: Options) -> str:
    """Why a page cannot compute the steps with these options; empty if it can."""
    if replace(options, tolerance=DEFAULT.tolerance) != DEFAULT:
        return "pages compute the steps of algorithms without options alone"
    return ""
