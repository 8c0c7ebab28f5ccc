"""Content: what a reply says, from the nearest source that has an answer.

Each is built from those below it:

    answers                       the order of the sources
    business, documents, roles    the menu of a business; documents and texts of a request; roles
    remembered                    what was said before: statements, lists, follow-ups
    computed, known               sums, dates and problems; facts, kinds of things, translations
    quoted                        answers from the texts of a prompt
    quantities                    numbers with their units
    cues, found                   patterns of what people ask; an answer
"""
