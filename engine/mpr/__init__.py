"""MPR, also known as XenoCollide."""
