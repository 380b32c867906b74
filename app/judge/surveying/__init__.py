"""Surveys: a fixed suite of pairs, asked of several engines, judged, and written as tables and a page with plots."""
