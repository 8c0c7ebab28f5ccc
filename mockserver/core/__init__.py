"""Words every room uses: errors, ids, time, JSON, digests, refs. Imports nothing of ours."""
