"""Record and replay: an upstream serves requests that no scripted reply fits, and its responses
are recorded.

With an upstream, every operation of the listing but `/health` is forwarded. The response is passed
on as it arrives, streams piece by piece, and then recorded: a completion as a reply rule, a write
or a read of the trace side as records. `mockserver/guide/recording.md` lists exactly what is
recorded, and what is not.
"""
