"""Content: what a reply says, computed, remembered, quoted from texts, or known."""
