"""Solvers for the tests that misbehave: programs that speak the protocol, and functions of a Python file."""

import sys
from pathlib import Path

from gjkscope.app.ask.solvers.process_solver import ProcessSolver

PROGRAM = """
import ctypes, json, os, signal, sys, time
for line in sys.stdin:
    number = json.loads(line)["id"]
    {body}
    sys.stdout.flush()
"""
GOOD = 'print(json.dumps({"id": number, "signed_distance": -0.25, "normal": [0, 1, 0], "note": "fine"}))'

FUNCTIONS = """
import os, sys, time
import numpy as np
from gjkscope import Sphere

def exact(a, pose_a, b, pose_b):
    between = pose_b[:3, 3] - pose_a[:3, 3]
    length = np.linalg.norm(between)
    normal = between / length
    return {"signed_distance": length - a.radius - b.radius, "normal": normal,
            "witness_a": pose_a[:3, 3] + a.radius * normal, "verdict": "separated",
            "points": [{"position": normal, "depth": np.float64(0.5)}]}

def faces(a, pose_a, b, pose_b):
    return {"signed_distance": 0.0, "face_a": np.eye(3), "face_b": [[0, 0, 1]]}

def number(a, pose_a, b, pose_b):
    print("printed to standard output")
    return np.float32(0.5)

def nothing(a, pose_a, b, pose_b):
    return None

def only_spheres(a, pose_a, b, pose_b):
    return 1.0 if isinstance(a, Sphere) and isinstance(b, Sphere) else None

def not_finite(a, pose_a, b, pose_b):
    return {"signed_distance": float("nan"), "normal": [float("inf"), 0, 0]}

def raises(a, pose_a, b, pose_b):
    raise RuntimeError("the simplex is degenerate\\nand more")

def aborts(a, pose_a, b, pose_b):
    print("ccd_assert failed", file=sys.stderr)
    os.abort()

def exits(a, pose_a, b, pose_b):
    sys.exit(3)

def hangs(a, pose_a, b, pose_b):
    time.sleep(3600)

def allocates(a, pose_a, b, pose_b):
    return float(len(bytearray(64 << 30)))

def overflows_the_stack(a, pose_a, b, pose_b):
    return overflows_the_stack(a, pose_a, b, pose_b)

def text(a, pose_a, b, pose_b):
    return "close"

def unknown_field(a, pose_a, b, pose_b):
    return {"depth": 1.0}

def two_numbers(a, pose_a, b, pose_b):
    return {"normal": [1, 2]}
"""


def program(folder: Path, body: str, seconds: float = 10.0) -> ProcessSolver:
    """A program that carries out `body` for each request, whose id is `number`."""
    file = folder / "program.py"
    file.write_text(PROGRAM.format(body=body.replace("\n", "\n    ")) if body else "import sys\nsys.exit(4)\n")
    return ProcessSolver("program", [sys.executable, "-IS", str(file)], seconds=seconds)  # -IS: starts quickly
