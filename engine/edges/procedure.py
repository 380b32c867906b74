"""The slides by each policy as registered procedures: `slide-none`, `slide-box2d` and so on."""

from functools import partial

from gjkscope.engine.edges import explain
from gjkscope.engine.edges.decisions import EdgePolicy
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.edges.steps import State, slide
from gjkscope.engine.registry.records import Change, SlideMethod

PREFIX = "slide-"


def _changes(_before: State, after: State) -> set[Change]:
    """A ghost collision is marked on the timeline like a wrong decision."""
    return {Change.WENT_WRONG} if any(response.is_ghost for response in after.responses) else {Change.BODIES_MOVED}


def _method(policy: EdgePolicy) -> SlideMethod:
    return SlideMethod(
        name=PREFIX + policy.name,
        title=f"Slide: {policy.title}",
        order=440 + policy.order // 10,
        state=State,
        explain=explain.explain,
        headline=explain.headline,
        changes=_changes,
        beats=explain.BEATS,
        run=partial(slide, policy=policy.name),
        policy=policy.name,
    )


PROCEDURES = tuple(_method(policy) for policy in EDGE_POLICIES.values())
