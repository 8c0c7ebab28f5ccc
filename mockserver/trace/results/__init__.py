"""Results of evaluations: the rows, trials and scores that evaluation pages compare."""
