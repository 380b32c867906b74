"""Listening to a running engine: the `.gjkcap` format over TCP (`assets/clients/gjkcap.md`, "Streams")."""
