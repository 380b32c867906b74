"""Brute force: every vertex against every face, with ray parity."""
