"""The model: replies to unscripted requests, made from the request alone.

`reading.look` decides within a microsecond or two if a conversation asks for more than talk. If it
does, a reply takes five steps: `reading` has the conversation and the texts that it is about,
`demands` finds the requested form, `content` finds the answer, `forms` writes it in that form, and
`writing` checks and mends the whole. If the request offers tools, `tools` chooses the calls first.

Each room imports only those below it:

    writing     drafts of a reply, of which the best is chosen
    tools       the calls that a request asks for, with their arguments; agents that call in text
    forms       a writer for each form: labels, JSON, tables, letters, code
    demands     what a conversation asks of the form of its reply, each with its check
    content     the answer: computed, quoted from the conversation, remembered or known
    values      values for the fields of arguments and of JSON
    reading     the conversation, its labelled texts, passages and examples
    talk        plain sentences about a topic
    languages   a data file for each language
    text        numbers, dates, stems, and the data files of patterns for what people ask
"""
