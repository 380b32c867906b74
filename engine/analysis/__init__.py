"""Analysis of answers and runs: comparison, judgement, stability and replay."""
