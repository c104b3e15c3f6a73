-- Buyers by their first order, and those who owe: the indexes are made while the shop is open, in online/.
SELECT 1;
