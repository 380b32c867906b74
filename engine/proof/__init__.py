"""Certificates: proofs of an answer that can be checked independently."""
