"""`gjkscope contacts SCENE`: the contact points of a body and a fixed mesh or chain, part by part."""

import json
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from gjkscope.app.command_line.chain_contacts import GHOST_POLICY, margin_argument, print_chain_contacts
from gjkscope.app.command_line.console import DONE, CliCommand, Parser, UsageError, print_line
from gjkscope.app.command_line.scene_argument import read_scene_argument, scene_path
from gjkscope.app.command_line.slide import pair_on_mesh
from gjkscope.app.command_line.triangle_decisions import decision_document
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.edges.chain_contacts import CHAIN_POLICIES
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.shapes.kinds import TriangleSurface
from gjkscope.engine.simulation.explain_mesh_contacts import conclude_mesh_contacts, explain_mesh_step
from gjkscope.engine.simulation.internal_edges import NO_POLICY, decision_words
from gjkscope.engine.simulation.mesh_contacts import MeshContacts, mesh_contacts
from gjkscope.engine.text import number, vector, with_hyphens

DEFAULT_POLICY = "box3d"
SUMMARY = "Find the contact points of a body and a fixed mesh or 2D chain, part by part, as engines do."


def contacts_command_line(words: list[str]) -> int:
    """Runs the command."""
    options = _parser().parse_args(words)
    scene = read_scene_argument([options.scene])
    if scene.is_plane:
        return print_chain_contacts(scene, options)
    if options.margin is not None:
        raise UsageError("--margin: only the contacts of a 2D chain have a margin")
    options.policy, options.edges = options.policy or DEFAULT_POLICY, options.edges or NO_POLICY
    body, mesh = pair_on_mesh(scene, options)
    assert isinstance(mesh.shape, TriangleSurface)
    try:
        found = mesh_contacts(
            body.shape, body.pose, mesh.shape, mesh.pose, options.policy, options.edges, body.velocity
        )
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    if options.json:
        print_line(json.dumps(_document(body, mesh, found)))
        return DONE
    for line in _lines(body, mesh, found, options):
        print_line(with_hyphens(line))
    return DONE


COMMAND = CliCommand("contacts", "SCENE", SUMMARY, contacts_command_line)


def _parser() -> Parser:
    parser = Parser("gjkscope contacts", description=SUMMARY)
    parser.add_argument(
        "scene",
        metavar="SCENE",
        type=scene_path,
        help="a scene file with a body and a fixed mesh or chain; - is standard input",
    )
    parser.add_argument("--body", metavar="NAME", help="the body (default: the first that can move)")
    parser.add_argument("--mesh", metavar="NAME", help="the mesh or chain (default: the first fixed one)")
    parser.add_argument(
        "--policy",
        choices=POLICIES,
        metavar="NAME",
        help=f"who generates the points of each triangle: {', '.join(POLICIES)} (default: {DEFAULT_POLICY})",
    )
    parser.add_argument(
        "--edges",
        choices=EDGE_POLICIES,
        metavar="NAME",
        help=f"which contacts with internal edges count: {', '.join(EDGE_POLICIES)} (default: {NO_POLICY}); "
        f"of a chain, with its vertices: {', '.join(CHAIN_POLICIES)} (default: {GHOST_POLICY})",
    )
    parser.add_argument(
        "--margin", type=margin_argument, metavar="M", help="of a chain: contacts are up to M metres apart (default: 0)"
    )
    parser.add_argument("--trace", action="store_true", help="print every step")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _lines(body: Body, mesh: Body, found: MeshContacts, options: Namespace) -> Iterator[str]:
    yield f"{body.name} on {mesh.name}, points by {options.policy}, internal edges by {options.edges}"
    if options.trace:
        for step in found.steps:
            yield f"  step {step.iteration}: {explain_mesh_step(step, body.name, mesh.name)}"
    else:
        for decision in found.decisions:
            yield f"  {decision_words(decision)}"
    for each in found.points:
        depth = f"{number(each.point.depth, 3)} m deep"
        yield f"  point {vector(each.point.position)} of triangle {each.triangle}, {depth} along {vector(each.normal)}"
    yield conclude_mesh_contacts(found, body.name, mesh.name)


def _document(body: Body, mesh: Body, found: MeshContacts) -> dict[str, Any]:
    return {
        "body": body.name,
        "mesh": mesh.name,
        "triangles": [decision_document(decision) for decision in found.decisions],
        "points": [
            {
                "triangle": each.triangle,
                "position": each.point.position,
                "normal": each.normal,
                "depth": each.point.depth,
            }
            for each in found.points
        ],
        "depth_is_defined": found.has_depth,
        "steps": [explain_mesh_step(step, body.name, mesh.name) for step in found.steps],
    }
