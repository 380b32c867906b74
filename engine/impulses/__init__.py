"""Impulses at contact points: mass properties, and two standard solvers whose every step can be seen."""
