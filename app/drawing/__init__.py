"""What is drawn, as plain arrays: draw lists made from the state and the trace, with no GPU in sight."""
