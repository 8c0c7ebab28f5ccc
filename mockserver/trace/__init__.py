"""The trace API: calls, objects, tables, files, feedback, costs, evaluations; a slice for each."""
