"""Objects: named values in versions, each with a digest."""
