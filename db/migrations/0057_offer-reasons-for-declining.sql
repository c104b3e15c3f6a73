-- The index of reasons is made while the shop is open, in online/.
SELECT 1;
