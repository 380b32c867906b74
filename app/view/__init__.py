"""What is shown: words and colours, draw lists of both views, their renderer, and the panels around them."""
