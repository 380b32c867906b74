"""Utilities shared by all packages: files, JSON, number parsing and background jobs."""
