"""The search for evidence that proves an answer, and what it proves in words."""
