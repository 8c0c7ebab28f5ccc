"""Data files: the contents of projects, written by a person, in a form that a review can read.

A file is read and checked (`read`, `source`, `models`), loaded through the services that serve
requests (`load`, a module per family of records), and written (`dump`). A file cannot hold what
the interface refuses. `mockserver/guide/data.md` documents the format.
"""
