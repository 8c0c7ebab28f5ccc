"""Fields: what a schema says of the values that it takes."""
