"""Readers, one module per notation; each registers itself."""
