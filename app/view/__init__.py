"""What is shown, whatever shows it: the words, the colours."""
