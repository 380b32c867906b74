"""Headbutt as it was published, as a solver that shows its iterations:

    gjkscope query SCENE.json --engines headbutt.py:headbutt
    gjkscope SCENE.json --engines headbutt.py:headbutt

A solver returns a dictionary: the fields of a report, and `iterations`.  Each iteration has the simplex at its end, the
direction that it searched, and, if the solver computes it, the closest point, in world coordinates of A - B.
"""

import gjkscope


def headbutt(a, pose_a, b, pose_b):
    """Whether two shapes intersect, and how Headbutt finds out."""
    run = gjkscope.trace(a, pose_a, b, pose_b, "headbutt")
    iterations = [
        {
            "simplex": [{"point": vertex.point, "a": vertex.a, "b": vertex.b} for vertex in step.simplex],
            "direction": step.direction,
        }
        for step in run.steps
    ]
    iterations[-1]["note"] = run.result.exit.words
    return {"verdict": run.result.verdict.value, "iterations": iterations}
