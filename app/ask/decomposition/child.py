"""The child process that runs CoACD: `python -m gjkscope.app.ask.decomposition.child`.

Reads one line of JSON from standard input: `vertices`, `faces`, `threshold`, `most_parts` (−1 for any number) and
`seed`.  Prints the number of parts, and then one line of JSON with the vertices of each part.  CoACD's own output goes
to standard error.
"""

import json
from typing import IO, Any

from gjkscope.app.base.processes.pipes import private_pipes


def answer(request: IO[bytes], answers: IO[bytes]) -> None:
    """Decomposes the mesh of the request."""
    import coacd
    import numpy as np

    given: dict[str, Any] = json.loads(request.readline())
    mesh = coacd.Mesh(np.array(given["vertices"], np.float64), np.array(given["faces"], np.int32))
    coacd.set_log_level("error")
    parts = coacd.run_coacd(mesh, threshold=given["threshold"], max_convex_hull=given["most_parts"], seed=given["seed"])
    answers.write(b"%d\n" % len(parts))
    for vertices, _ in parts:
        answers.write(json.dumps(vertices.tolist()).encode() + b"\n")
    answers.flush()


if __name__ == "__main__":
    answer(*private_pipes())
