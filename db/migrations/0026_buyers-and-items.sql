-- What each buyer ordered, by the index of their addresses: it is made while the shop is open, in online/.
SELECT 1;
