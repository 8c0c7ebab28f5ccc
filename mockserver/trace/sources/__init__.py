"""Sources: the calls, spans and conversations that the rows of a dataset were made from."""
