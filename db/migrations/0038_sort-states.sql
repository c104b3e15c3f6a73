-- Each place where orders may stand, in every sorting: the indexes are made while the shop is open, in online/.
SELECT 1;
