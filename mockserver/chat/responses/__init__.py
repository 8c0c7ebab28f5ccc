"""`/v1/responses`: the chat with another request and response format, which keeps its responses.

`request` converts a request to one of the chat, with the conversation from `items`. `output`
converts the chat's choice to items, `answer` to a response body and `events` to a stream. Kept
responses can be continued, read and deleted.
"""
