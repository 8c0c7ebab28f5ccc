"""The model: words for a reply that nobody has scripted, made from the request alone.

A reply is made in five steps. `reading` looks at the conversation, `demands` says what it asks of
the form, `content` finds what answers it, `forms` writes that in the form, and `writing` checks
the whole and mends it.
"""
