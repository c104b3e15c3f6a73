-- The orders of a line by the index of its trims, those of a state by pieces: what reads every order is in online/.
SELECT 1;
