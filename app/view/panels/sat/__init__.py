"""The SAT axes panel."""
