"""Files: content by digest."""
