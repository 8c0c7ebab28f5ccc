"""Tables: answers from the cells, the rows and the columns of data in a prompt."""
