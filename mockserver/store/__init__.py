"""The state: TinyDB tables that are fast, and never lose an acknowledged write.

A document is stored as the bytes of its JSON (`rows`). TinyDB's API works on these (`database`);
slices use collections with indexes (`collection`, `index`, `order`).
A handler's changes are one transaction (`transaction`), which is in the write-ahead log (`log`,
`lines`) when it ends. Where writes must survive a loss of power, a response waits for a shared sync
(`disk`). `mockserver/guide/state.md` documents the files, their invariants and the recovery.
"""
