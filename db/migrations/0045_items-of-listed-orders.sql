-- The orders of an item say whether they are listed: the index is made while the shop is open, in online/.
SELECT 1;
