"""Tools of testers: the control API, its verbs in Python, record and replay."""
