"""Tools: which of them the model calls, with what arguments, and when it stops calling."""
