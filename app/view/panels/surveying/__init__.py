"""The Survey panel: asks engines about the same suite of pairs, and lists what fails."""
