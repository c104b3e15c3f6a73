-- Lists and searches of orders read the orders alone: counts by state and the names of buyers and items are no longer kept.
DROP TRIGGER orders_count_insert ON "orders";--> statement-breakpoint
DROP TRIGGER orders_count_update ON "orders";--> statement-breakpoint
DROP TRIGGER orders_count_delete ON "orders";--> statement-breakpoint
DROP TRIGGER orders_count_truncate ON "orders";--> statement-breakpoint
DROP TRIGGER orders_words_insert ON "orders";--> statement-breakpoint
DROP TRIGGER orders_words_update ON "orders";--> statement-breakpoint
DROP TRIGGER orders_words_ended ON "orders";--> statement-breakpoint
DROP TRIGGER orders_words_delete ON "orders";--> statement-breakpoint
DROP TRIGGER orders_words_truncate ON "orders";--> statement-breakpoint
DROP FUNCTION count_orders(), recount_orders(), forget_order_counts(), add_order_words(), refuse_other_words(),
	end_order_words(), remove_order_words(), forget_order_words();--> statement-breakpoint
DROP PROCEDURE write_words_again();--> statement-breakpoint
DROP TABLE "order_buyers", "order_counts", "order_items";
