-- Indexes of orders are made in online/.
SELECT 1;
