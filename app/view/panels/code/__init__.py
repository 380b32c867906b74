"""The Code panel."""
