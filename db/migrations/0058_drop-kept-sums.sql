-- Sums are counted by views: the next file. In the order of whoever trades: the trims, the orders.
LOCK TABLE "trims", "orders" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
DROP TRIGGER orders_sums_insert ON "orders";--> statement-breakpoint
DROP TRIGGER orders_sums_update ON "orders";--> statement-breakpoint
DROP TRIGGER orders_sums_delete ON "orders";--> statement-breakpoint
DROP TRIGGER orders_sums_truncate ON "orders";--> statement-breakpoint
DROP TRIGGER trims_line_sales ON "trims";--> statement-breakpoint
DROP TABLE "order_shares";--> statement-breakpoint
DROP TABLE "sales_weeks";--> statement-breakpoint
DROP TABLE "sales_months";--> statement-breakpoint
DROP TABLE "order_dues";--> statement-breakpoint
DROP TABLE "buyer_days";--> statement-breakpoint
DROP TABLE "buyers";--> statement-breakpoint
ALTER TABLE "order_sums" DROP COLUMN "since";--> statement-breakpoint
DROP FUNCTION sum_orders();--> statement-breakpoint
DROP FUNCTION move_sales_of_trim();--> statement-breakpoint
DROP FUNCTION count_noted_orders();--> statement-breakpoint
DROP FUNCTION forget_order_sums();--> statement-breakpoint
DROP FUNCTION delete_order_sums();--> statement-breakpoint
DROP FUNCTION fold_order_shares();--> statement-breakpoint
DROP PROCEDURE keep_order_sums_in(text);--> statement-breakpoint
DROP PROCEDURE fill_order_sums();
