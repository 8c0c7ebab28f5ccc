"""Tables: ordered rows, each row kept once per project, a table naming them by digest."""
