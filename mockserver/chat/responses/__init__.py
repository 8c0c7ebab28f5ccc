"""`/v1/responses`: the chat in other clothes, with a memory.

`request` reads a request as one of the chat, whose conversation `items` puts together. The chat
answers; `output` words its choice as items, `answer` as a response, `events` as a stream. `kept`
responses can be continued, read and deleted.
"""
