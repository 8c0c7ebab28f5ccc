"""Lists: the items of a text, found, chosen, changed and written as orders want them."""
