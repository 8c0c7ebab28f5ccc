"""Data files: the contents of projects in a form that people write and review.

A file is read and checked (`source`, `read`, `models`), loaded through the services that serve
requests (`load` has a loader per section), and written (`dump`). A file cannot hold what the
interface refuses. `mockserver/guide/data.md` documents the format.
"""
