"""Answers from the texts of a prompt: passages, tables, lists, opinions and the results of tools.

Each is built from those below it:

    citations, results       sources as they are asked for; answers from the results of tools
    reports                  results as sentences
    summary, code            sentences chosen from a text; code explained and changed
    grounding                the answer to a question from passages
    lists                    the items of a text, chosen, changed and written as orders want
    tables                   cells, rows and columns of data
    judgement                the label of a text, praise and blame, agreement of two texts
    lexicon                  the words that indicate a label or a kind of thing
"""
