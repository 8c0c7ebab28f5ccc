"""The state: TinyDB tables that are fast, and never lose an acknowledged write.

A document is held as the bytes of its JSON (`rows`). TinyDB's own API works on those bytes through
two views (`database`); slices use collections with indexes (`collection`, `index`, `order`).

Files, for a store kept in `db.json`:

- `db.json`: the last snapshot. Plain TinyDB JSON, `{"table": {"1": {..}, "2": {..}}}`, one document
  a line. It only ever changes by the renaming of a finished, synced file, so an unmodified TinyDB
  can open it at any instant; after a clean stop it holds every record.
- `db.json.journal.N`: what was written since, in segments numbered upwards. A line is the full
  after-image of one document, `{"t":"calls","k":17,"d":{..}}`, or without `d` its removal. With
  `"m":1` before `d` it is not the last of its write.
- `db.json.files/`: contents too large for JSON, a file each under its digest. A content is there
  before the record that names it is journaled; it stays when the record goes.
- `db.json.tmp`: a snapshot being written. `db.json.lock`: held by the process that has the file.

What always holds:

1. The state is the snapshot, then every segment in the order of their numbers.
2. A handler's changes are one transaction. They are in the journal before its answer is sent, by
   one write, which those share that are answered together. If a handler fails its changes are
   undone, if the write does all that it has, and nothing was ever written.
3. A write counts as a whole: recovery drops one whose last line is not there.
4. Lines are after-images, so replaying a line twice, or on a snapshot that has it already, changes
   nothing. A snapshot may therefore be taken while writes go on: it needs no moment of silence.
5. Where writes must survive a loss of power nobody is told of one before a sync has it. If a sync
   fails, what it was to have is undone, in the journal as well if that can be written still; and
   since a disk that has failed does not say so twice, none counts until a snapshot, which has it
   undone in any case, is in the place of the segments it failed.

Compaction opens segment N+1, writes the snapshot in slices between requests, syncs and renames it,
then removes the segments up to N. If it fails it removes what it wrote, and is begun again later.

Recovery removes a left-over `.tmp`, reads the snapshot, replays the segments and cuts a torn last
write, which was never acknowledged. It can be interrupted and begun again at any point. A damaged
line before that stops it: the store will not guess.
"""
