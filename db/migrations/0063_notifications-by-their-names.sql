-- The shop counts orders of new trims and forgets reported low stock in the transactions that write them.
DROP TRIGGER "trims_orders_insert" ON "trims";--> statement-breakpoint
DROP TRIGGER "trims_forget_low_stock" ON "trims";--> statement-breakpoint
DROP FUNCTION add_trim_orders(), forget_low_stock();--> statement-breakpoint
ALTER TABLE "low_stock_told" RENAME TO "low_stock_notified";--> statement-breakpoint
ALTER TABLE "low_stock_notified" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "low_stock_notified" RENAME CONSTRAINT "low_stock_told_pkey" TO "low_stock_notified_pkey";--> statement-breakpoint
ALTER TABLE "low_stock_notified" RENAME CONSTRAINT "low_stock_told_trim_id_trims_id_fk" TO "low_stock_notified_trim_id_trims_id_fk";--> statement-breakpoint
ALTER TABLE "untold_orders" RENAME TO "pending_order_notifications";--> statement-breakpoint
ALTER TABLE "pending_order_notifications" RENAME CONSTRAINT "untold_orders_pkey" TO "pending_order_notifications_pkey";--> statement-breakpoint
ALTER SEQUENCE "untold_orders_seq_seq" RENAME TO "pending_order_notifications_seq_seq";--> statement-breakpoint
ALTER TABLE "untold_sheets" RENAME TO "pending_sheet_notifications";--> statement-breakpoint
ALTER TABLE "pending_sheet_notifications" RENAME CONSTRAINT "untold_sheets_pkey" TO "pending_sheet_notifications_pkey";--> statement-breakpoint
ALTER SEQUENCE "untold_sheets_seq_seq" RENAME TO "pending_sheet_notifications_seq_seq";
