"""Record and replay: a real server answers, and its answers are kept for later.

With an upstream, every operation of the listing but `/health` is sent on, with the caller's own
credential or with the key that the server was given. What comes back is passed on as it comes,
streams piece by piece, and then recorded. `--save FILE` writes the recording with the rest of the
state; `--data FILE` serves it again, without a network. Both with the same file continue it: what
it has a reply for is not asked again.

What is recorded:

- A chat completion becomes a reply rule for the same request: the same fields with the same
  values, `stream`, `stream_options` and `request_id` aside; so an answer that was streamed is
  replayed plain as well. A request that was sent several times has a sequence. The rule says the
  first choice's text, reasoning and calls of tools with their ids, or the refusal; whether a
  request is taken at all, and how much of the answer its limits leave, is the engine's own
  judgement, and so are usage and logprobs. A scripted reply is given in place of the upstream's,
  and is not recorded again. The time that the upstream took is recorded too; `--replay-pace` says
  whether a replay takes as long.
- A write of the trace side, accepted by the upstream, is made here as well, with the ids that the
  upstream gave. Times and digests are our own.
- A read of the trace side is answered by the upstream. The complete records in the answer are kept
  unless one here has the same key: calls, versions of objects, feedback, files, and tables whose
  rows have all been read. The value behind a plain ref is kept as a version of its object.

What is not recorded: refusals of the trace side, 401 of the chat side, answers that did not come to
their end, counts, lists of resources, and the calls that the upstream makes of completions until
somebody reads them.

Credentials are never recorded. The values of credential headers are masked with asterisks wherever
else they occur in a recorded request or answer.

A reset drops what was recorded on the trace side, which is state, and keeps the replies.
"""
