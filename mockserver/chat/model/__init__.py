"""The model: words for a reply that nobody has scripted, made from the request alone.

`look` tells in a microsecond or two whether a conversation asks for more than talk. If it does, a
reply is made in five steps: `reading` holds the conversation, `demands` says what it asks of the
form, `content` finds what answers it, `forms` writes that in the form, and `writing` checks the
whole and mends it. `tools` chooses calls, `values` finds what fills a field, in arguments and in
JSON alike, and `languages` are data.
"""
