-- The pieces of each order beside its buyer and item: the index is made while the shop is open, in online/.
SELECT 1;
