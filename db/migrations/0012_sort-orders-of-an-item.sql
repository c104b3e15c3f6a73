-- The index is made while the shop is open: online/0015_order-lifecycle.sql.
SELECT 1;
