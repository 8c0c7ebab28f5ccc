"""Data files: what projects hold, written by a person, in a form that a review can read.

A file is read and checked (`read`, `source`, `models`), loaded through the services that serve
requests (`load`, a module per family of records), and written (`dump`, `save`). What the interface
refuses, a file cannot hold either. `mockserver/guide/data.md` documents the format.
"""
