-- Classes of stock with the article number: the index is made while the shop is open, in online/.
SELECT 1;
