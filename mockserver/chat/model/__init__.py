"""The model: replies that nobody has scripted, written from the request alone.

`look` decides within a microsecond or two whether a conversation asks for more than talk. If it
does, a reply takes five steps: `reading` holds the conversation, `demands` finds the form that it
asks for, `content` finds the answer, `forms` writes it in that form, and `writing` checks and
corrects the whole. `tools` chooses calls, `values` fills the fields of arguments and of JSON,
`tables` reads the data files in which all of them look up how people ask for things, and
`languages` are data.
"""
