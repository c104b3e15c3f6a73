ALTER TABLE "order_sheets" ADD COLUMN "ship_to" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "ship_to" jsonb;