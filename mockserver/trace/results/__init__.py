"""Results of evaluations: their rows, trials and scores, for comparison."""
