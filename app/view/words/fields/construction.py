"""The fields of steps of the construction of A − B."""

from gjkscope.app.view.words.field import Field
from gjkscope.engine import construction

STEPS = (construction.State,)

FIELDS = {
    "phase": Field("phase", "", "what the step shows"),
    "start_vertex": Field("from vertex", "", "vertex of A from which −B comes"),
    "end_vertex": Field("to vertex", "", "vertex of A on which −B arrives"),
    "start": Field("centre before", "m", "the centre of −B at the beginning of the step"),
    "end": Field("centre", "m", "the centre of −B at the end of the step"),
    "corners": Field("corners of −B", "m", "the differences of this vertex of A and the vertices of B"),
    "vertices_b": Field("vertices of B", "", "their numbers, in the order of the corners"),
    "found": Field("differences", "", "of vertices, so far"),
    "differences": Field("of", "", "the number of differences of all vertices"),
    "travelled": Field("edges", "", "of A that −B has been swept along so far"),
    "edges": Field("of", "", "the number of edges of A"),
    "returning": Field("returning", "", "whether −B was swept along this edge before"),
    "completed": Field("faces", "", "of A around which −B has now been, by their vertices"),
    "sampled_a": Field("A is sampled", "", "its vertices are points of a curved or detailed boundary"),
    "sampled_b": Field("B is sampled", "", "its vertices are points of a curved or detailed boundary"),
    "planar": Field("2D", "", "whether A and B lie in the plane z = 0"),
}
