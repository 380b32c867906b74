"""Texts of names with values (printouts, JSON, debuggers, tables): their fields, gathered and assembled to bodies."""
