"""The Compare and Stability panels."""
