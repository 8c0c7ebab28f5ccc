"""Answers from the texts of a prompt: passages, tables, lists, opinions and the results of tools.

Its modules, with those that they are made of:

    documents      the documents of a request and the texts in its message, with `citations`
    grounding      the answer from passages: a `question`, its `evidence` by `relevance`, `polarity`
    lookup         the answer from a table: `rows` in a text, a `datatable` of them, `aggregates`
    listing        the items of a text: `extraction`, `steps`, and `selection` of table rows
    classification the label of a text, by the `lexicon`; `membership` of items
    sentiment      praise and blame in a text, and opinions
    agreement      two texts compared, with a `verdict`
    ranking        the order of passages by their relevance
    results        answers from the results of tools, and `reports` of them; `business` replies
    summary        sentences chosen from a text; `code` explained and changed
    given          what a prompt brings to be laid out: items, cells and sections
"""
