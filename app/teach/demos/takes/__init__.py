"""Takes: live recordings of a session, and how they are edited."""
