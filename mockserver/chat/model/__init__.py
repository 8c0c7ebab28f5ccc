"""The model: replies to unscripted requests, made from the request alone.

`reading.look` decides within a microsecond or two if a conversation asks for more than talk. If it
does, a reply takes five steps: `reading` has the conversation and the texts that it is about,
`demands` finds the requested form, `content` finds the answer, `forms` writes it in that form, and
`writing` checks and mends the whole. `tools` chooses calls, `values` finds values for fields of
arguments and of JSON, `text` has numbers, dates and the data files of patterns that say how people
ask for things, and `languages` are data.
"""
