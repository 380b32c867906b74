"""The policies of manifold generation, one module each.

To add one: a module with a `POLICY`.  Its header names the engine's version and commit, each departure, and what goes
wrong.  If a package gives the engine's manifolds, ask it in `tests/bench/real_manifolds.py`;
`python -m tests.bench.contact_fidelity` then counts equal manifolds, and `--write` stores some for the tests, which
need no engine.
"""
