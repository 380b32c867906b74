"""Iterations of another GJK: what an engine recorded while it answered, checked step by step."""
