"""The console: a page that shows what a server heard, holds and does.

Static files, no build, nothing from another host. All that the page does are requests to the
control API, so nothing is possible here that a test cannot do.
"""
