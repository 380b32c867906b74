"""The signed distance of two polytopes in exact integer arithmetic."""
