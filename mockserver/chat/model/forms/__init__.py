"""Forms: a writer for each form that a reply may have.

Each is built from those below it:

    completion, templates   the next output after examples; lines with places to fill in
    tags                    a reply within tags
    data                    JSON, tables and records, whose values are read, judged or made up
    documents               letters, posts, plans and other texts of a known kind
    lists                   lists of texts
    wordings                the answer in texts that add nothing to it
    judging                 labels, scores and verdicts, with reasons
    code                    functions, classes, commands and SQL
    slots, task, prose      the places of a prompt, the reply to write, sentences within bounds
    marking                 words in bold, in highlights or in capitals
    layout                  the paragraphs, lines, sections and items of prose
    shortening              texts and documents cut to bounds
    words                   words for writing, and the names that prompts use
"""
