-- The values of an act are searched, too: the index is made while the shop is open, in online/.
SELECT 1;
