"""Answers that are computed, by the formulas of `formulas.txt`.

Its modules, with those that they are made of:

    arithmetic   what a message asks to compute, made plain
    formulas     the formula that fits a text, and its answer
    functions    the functions of formulas: `sequences`, `parts` of texts, `spans` of time
    solutions    the solution of a word problem: `problems` are made of quantities
    expressions  sums in figures, parsed and evaluated
"""
