"""The state: tables that are fast, are a TinyDB to tests, and never lose an acknowledged write.

A document is stored as the bytes of its JSON (`rows`). Slices use collections with indexes
(`collection`, `index`, `order`), tests TinyDB's API (`database`). A handler's changes are one
transaction (`transaction`), which is in the write-ahead log (`log`, `lines`) when it ends. Where
writes must survive a loss of power, a response waits for a shared sync (`disk`). Between requests,
the log is folded into the snapshot file (`upkeep`, `snapshot_file`). `mockserver/guide/state.md`
documents the files, their invariants and the recovery.
"""
