"""Record and replay: a real server answers what no scripted reply does, and its answers are kept.

With an upstream, every operation of the listing but `/health` is sent on. What comes back is
passed on as it comes, streams piece by piece, and then recorded: a completion as a reply rule, a
write or a read of the trace side as records. `mockserver/guide/recording.md` says exactly what is
recorded, and what is not.
"""
