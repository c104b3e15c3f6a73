ALTER TABLE "untold_orders" ADD COLUMN "what" text DEFAULT 'placed' NOT NULL;--> statement-breakpoint
ALTER TABLE "untold_sheets" ADD COLUMN "is_held_back" boolean DEFAULT false NOT NULL;