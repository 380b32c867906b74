"""The fields of steps that find the contacts of a body with a mesh."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine.simulation.mesh_contacts import State

STEPS = (State,)

FIELDS = {
    "State.candidates": Field("candidates", "", "triangles in contact with the body, by their numbers"),
    "State.triangle": Field("triangle", "", "that the step is about; −1 is none"),
    "State.manifolds": Field("manifolds", "", "of the contact policy so far, one for each triangle"),
    "State.behind": Field("left out", "", "triangles without points, or whose way out leads behind their front"),
    "State.kept": Field("kept", "", "the manifolds that count after the decisions"),
    "State.decisions": Field("decisions", "", "what the policy for internal edges made of each triangle"),
    "State.decision": Field("decision", "", "about the triangle of this step"),
    "State.group": Field("group", "", "points with similar normals, before their reduction"),
    "State.points": Field("points", "", "after the reductions so far"),
    "State.reduced": Field("reduced", "", "groups of similar normals that are reduced"),
    "pair": Field("bodies", "", "0 is the mesh, 1 the body"),
    "part_a": Field("triangle", "", "its number in the mesh"),
    "part_b": Field("part", "", "of the body; 0 if it is convex"),
    "PairManifold.policy": Field("policy", "", "that made the points"),
    "PairManifold.normal": Field("normal", "", "unit vector along which the body leaves the triangle"),
    "PairManifold.points": Field("points", "", "of the body with this triangle on its own"),
    "prefix": Field("prefix", "", "before the ids of the points, which makes them unique"),
    "part": Field("part", "", "of the body; 0 if it is convex"),
    "TriangleDecision.triangle": Field("triangle", "", "its number in the mesh"),
    "fate": Field("fate", "", "accepted, corrected, voided, or later: after a push-out"),
    "by": Field("voided by", "", "the triangle whose contact voided this one; −1 is none"),
    "raw": Field("raw normal", "", "as the contact policy found it"),
    "TriangleDecision.normal": Field("normal", "", "after the decision"),
    "depth": Field("depth", "m", "of the deepest point, along the normal"),
    "reason": Field("reason", "", "why the policy decided so"),
    "MeshPoint.triangle": Field("triangle", "", "that the point comes from"),
    "MeshPoint.normal": Field("normal", "", "unit vector from the mesh to the body"),
    "MeshPoint.point": Field("point", "", "position, depth and features"),
}
