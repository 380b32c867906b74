"""Readers, one module per notation; each registers itself.  `docs/developing/notation.md` says how to add one."""
