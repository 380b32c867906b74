"""Bodies in motion, tick by tick, with continuous collision detection."""
