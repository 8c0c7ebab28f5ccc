"""Record and replay: a real server answers what no script says, and what it answers is kept.

With an upstream, every operation of the listing but `/health` is sent on, with the caller's own
credential or with the key that the server was given. What comes back is passed on as it comes,
streams piece by piece, and then recorded. `--save FILE` writes the recording with the rest of the
state; `--data FILE` serves it again, without a network. Both with the same file continue it: what
it has a reply for is not asked again.

What is recorded:

- A chat completion becomes a reply rule for the same request: the same members with the same
  values, `stream`, `stream_options` and `request_id` aside; so an answer that was streamed is
  replayed plain as well. A request that was sent several times has a sequence. The rule says the
  first choice's text, reasoning and calls of tools with their ids, or the refusal; whether a
  request is taken at all, and how much of the answer its limits leave, is the engine's own
  judgement, and so are usage and likelihoods. A reply that a script has is given in the upstream's
  place, and is not recorded anew. The time that the upstream took is recorded too, and
  `--replay-pace` says whether a replay takes as long.
- A write of the trace side, accepted by the upstream, is made here as well, with the ids that the
  upstream gave. Times and digests are our own.
- A read of the trace side is answered by the upstream. The records that it shows whole are kept if
  none is here that has their key: calls, versions of objects, feedback, files, and tables whose
  rows have all been shown. What is behind a plain ref is kept as a version of its object.

What is not recorded: refusals of the trace side, 401 of the chat side, answers that did not come to
their end, counts, lists of resources, and the calls that the upstream makes of completions until
somebody reads them.

Credentials are never part of it. What stands in a header whose name tells of a secret is also
masked, with asterisks, wherever else it occurs in a request or an answer that is recorded.

A reset forgets what was recorded on the trace side, which is state, and keeps the replies.
"""
