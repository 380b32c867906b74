"""Exact integers and geometric predicates."""
