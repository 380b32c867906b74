"""How faithfully the algorithms of engines repeat the engines: both answer the same seeded pairs.

    python -m tests.fidelity                       # all algorithms whose engine is installed
    python -m tests.fidelity libccd --count 2000

An engine's reference is a module of `references` that defines `REFERENCE`.
"""
