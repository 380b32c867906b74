"""Captures: pairs that an engine was asked about at run time, with its answers (`assets/clients/gjkcap.md`)."""
