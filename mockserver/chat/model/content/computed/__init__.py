"""Answers that are computed: sums, word problems, units, dates, letters and words."""
