"""Sources: from which calls, spans and conversations the rows of a dataset were made."""
