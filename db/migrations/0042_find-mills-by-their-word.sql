-- Buyers who may have the word of another mill: the index is made while the shop is open, in online/.
SELECT 1;
