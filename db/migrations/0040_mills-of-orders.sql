-- Orders and buyers by their mill: the indexes are made while the shop is open, in online/.
SELECT 1;
