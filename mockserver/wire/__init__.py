"""HTTP in, HTTP out: the only floor that knows the framework."""
