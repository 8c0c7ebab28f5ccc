"""Text: its parts, numbers, dates and stems, and the data files of patterns and words."""
