"""The store: TinyDB tables that are fast and never lose an acknowledged write.

A document is held as the bytes of its JSON (`rows`). TinyDB's own API works on those bytes through
two views (`database`); slices use collections with indexes (`collection`, `index`, `order`). A
handler's changes are one transaction (`transaction`), and what it has written is in the
write-ahead log (`log`, `lines`) before it is answered.

Files, for a store kept in `db.json`:

- `db.json`: the last snapshot. Plain TinyDB JSON, `{"table": {"1": {..}, "2": {..}}}`, one document
  a line. It only ever changes by the renaming of a finished, synced file, so an unmodified TinyDB
  can open it at any instant; after a clean stop it holds every record. The table `_mockserver`
  holds the version of the format.
- `db.json.journal.N`: the log, in segments numbered upwards. A line is a checksum and the full
  after-image of one document, `1f3a5c7e {"t":"calls","k":17,"d":{..}}`, or without `d` its removal.
  With `"m":1` before `d` it is not the last of its write.
- `db.json.files/`: contents too large for JSON, a file each under its digest. A content is there
  before the record that names it is logged; it stays when the record goes.
- `db.json.tmp`: a snapshot being written. `db.json.lock`: held by the process that has the file.

All have the permissions of `db.json` once that is there. What always holds:

1. The state is the snapshot, then every segment in the order of their numbers.
2. A transaction's changes are in the log before it ends, by one write. If the handler fails, or the
   write does, they are undone, and nothing was ever written.
3. A write counts as a whole: recovery drops one whose last line is not there.
4. Lines are after-images, so replaying a line twice, or on a snapshot that has it already, changes
   nothing. A snapshot may therefore be taken while writes go on: it needs no moment of silence.
5. Where writes must survive a loss of power an answer waits for a sync that began after its
   writes, and shares it with others (`disk`).
6. If a sync fails, or the lock or the folder is lost, nobody can tell what the disk holds: the
   store stops. Whoever needs it is refused, and a restart finds what the disk has.

Compaction opens segment N+1, writes the snapshot in slices between requests, syncs and renames it,
then removes the segments up to N. If it fails it removes what it wrote, and is begun again later.

Recovery removes a left-over `.tmp`, reads the snapshot, replays the segments and cuts a torn last
write, which was never acknowledged. It can be interrupted and begun again at any point. A damaged
line stops it: the store will not guess. `mockserver repair` keeps what can be read.
"""
