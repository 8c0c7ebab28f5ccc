"""The interface described for machines, and a page on which people read and try it."""
