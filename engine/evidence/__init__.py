"""The search for evidence that proves an answer."""
