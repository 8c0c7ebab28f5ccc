"""Objects: named values in versions, each version named by its digest."""
