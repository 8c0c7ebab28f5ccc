"""Scripted replies: rules that answer chat completions in the model's place.

Of all rules the first that matches answers; without one the model does. A request is still
checked, and its limits, stop strings and log probabilities apply to what a rule says.
`mockserver/guide/replies.md` documents all that a rule may say.
"""
