"""Procedures for lessons: they show one idea, and answer only those pairs that consist of nothing else."""
