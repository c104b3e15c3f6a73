-- The orders of a trim that gave their pieces back: the index reads every order, so it is in online/.
SELECT 1;
