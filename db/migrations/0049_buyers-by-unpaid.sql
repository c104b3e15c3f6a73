-- Buyers by what they owe: the index is made while the shop is open, in online/.
SELECT 1;
