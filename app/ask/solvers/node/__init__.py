"""Engines from npm: a script for each, `adapters/NAME.mjs`, which Node runs beside the engine's child process."""
