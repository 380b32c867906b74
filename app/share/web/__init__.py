"""Self-contained web pages: the player, its data and its documents."""
