"""What every other package uses: files, JSON, number formatting and background jobs."""
