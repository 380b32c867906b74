"""`gjkscope contacts SCENE` for 2D scenes: the contacts of a body and a chain, segment by segment."""

import argparse
import json
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from gjkscope.app.command_line.console import DONE, UsageError, number_argument, print_line
from gjkscope.app.command_line.slide import scene_body
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.engine.edges.chain_contacts import CHAIN_POLICIES, ChainContacts, SegmentDecision, chain_contacts
from gjkscope.engine.edges.explain_chain_contacts import (
    chain_decision_words,
    conclude_chain_contacts,
    explain_chain_step,
)
from gjkscope.engine.plane.shapes.kinds import Chain
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.text import number, vector, with_hyphens

GHOST_POLICY = "box2d"


def print_chain_contacts(scene: Scene, options: Namespace) -> int:
    """Prints the contacts that the options of `gjkscope contacts` ask for."""
    body, chain = _pair_on_chain(scene, options)
    assert isinstance(chain.shape, Chain)
    edges = options.edges or GHOST_POLICY
    if edges not in CHAIN_POLICIES:
        raise UsageError(f"--edges: a chain has {' or '.join(CHAIN_POLICIES)}, not {edges}, which is for meshes")
    if options.policy is not None:
        raise UsageError("--policy: the points on a chain are those of its policy for edges; leave this out")
    try:
        found = chain_contacts(body.shape, body.pose, chain.shape, chain.pose, edges, options.margin or 0.0)
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    if options.json:
        print_line(json.dumps(_document(body, chain, found)))
        return DONE
    for line in _lines(body, chain, found, edges, options.trace):
        print_line(with_hyphens(line))
    return DONE


def margin_argument(text: str) -> float:
    value = number_argument(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"must be at least 0, got {text!r}")
    return value


def _pair_on_chain(scene: Scene, options: Namespace) -> tuple[Body, Body]:
    """The body and the chain.  Raises `UsageError` if one is missing, or there is none of that name."""
    moving = [body for body in scene.bodies if body.mass > 0 and is_hull(body.shape)]
    chains = [body for body in scene.bodies if body.mass == 0 and isinstance(body.shape, Chain)]
    return (
        scene_body(moving, options.body, f"{options.scene}: --body: no convex body that can move"),
        scene_body(chains, options.mesh, f"{options.scene}: --mesh: no chain with mass 0"),
    )


def _lines(body: Body, chain: Body, found: ChainContacts, edges: str, is_traced: bool) -> Iterator[str]:
    yield f"{body.name} on {chain.name}, vertices by {edges}"
    if is_traced:
        for step in found.steps:
            yield f"  step {step.iteration}: {explain_chain_step(step, body.name, chain.name)}"
    else:
        for decision in found.decisions:
            yield f"  {chain_decision_words(decision)}"
    for decision in found.decisions:
        for point in decision.points:
            where = f"point {vector(point.position)} of segment {decision.segment}"
            yield f"  {where}, separation {number(point.separation, 3)} m along {vector(decision.normal)}"
    yield conclude_chain_contacts(found, body.name, chain.name)


def _document(body: Body, chain: Body, found: ChainContacts) -> dict[str, Any]:
    return {
        "body": body.name,
        "chain": chain.name,
        "segments": [_segment_document(decision) for decision in found.decisions],
        "ghosts": found.ghosts,
        "steps": [explain_chain_step(step, body.name, chain.name) for step in found.steps],
    }


def _segment_document(decision: SegmentDecision) -> dict[str, Any]:
    outcome = decision.outcome
    return {
        "segment": decision.segment,
        "fate": decision.fate.value,
        "rule": None if outcome is None else outcome.rule.name.lower(),
        "normal": decision.normal if decision.points else None,
        "raw_normal": decision.raw.normal,
        "raw_separation": decision.raw.separation,
        "raw_verdict": decision.judged.verdict.name.lower(),
        "vertex": decision.judged.end.vertex,
        "turn": decision.judged.end.turn,
        "ghost": decision.is_ghost,
        "raw_ghost": decision.raw_is_ghost,
        "points": [{"position": point.position, "separation": point.separation} for point in decision.points],
        "axes": []
        if outcome is None
        else [
            {
                "axis": axis.name,
                "direction": axis.direction,
                "separation": axis.separation,
                "verdict": axis.verdict.name.lower(),
            }
            for axis in outcome.axes
        ],
    }
