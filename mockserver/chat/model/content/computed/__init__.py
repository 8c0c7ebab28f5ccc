"""Answers that are computed, by the formulas of `formulas.txt`.

arithmetic   the formula that fits a message, and its answer
functions    the functions of formulas: `sequences`, `parts` of texts, `spans` of time, `units`
solutions    the solution of a word problem: `problems` are made of `quantities`
expressions  sums in figures, parsed and evaluated
rounding     decimal places
"""
