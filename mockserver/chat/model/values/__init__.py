"""Values: from the words of a prompt to what a field of a schema holds.

Each is built from those below it:

    fill, results      a schema filled; values for the next call from the results of tools
    matching           the values of a prompt that belong to the fields of a schema
    fields             what a schema says of the values that it takes
    finding            the stretches of a prompt that may be values
    plausible          values that nobody has said, by the names of fields
    words              names of people, places and things
"""
