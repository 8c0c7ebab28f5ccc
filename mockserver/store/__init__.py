"""The state, in TinyDB tables: the only room that imports tinydb."""
