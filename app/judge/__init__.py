"""Judges answers: hunts for wrong ones, surveys of engines, captures."""
