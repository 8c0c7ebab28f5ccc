"""Judgement: the label of a text, praise and blame in it, and its agreement with another."""
