"""What a test does to a server: the control API, its verbs in Python, record and replay."""
