CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"order_id" uuid,
	"sheet_id" uuid,
	"buyer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"side" text NOT NULL,
	"words" text,
	CONSTRAINT "messages_about_one" CHECK (num_nonnulls("messages"."order_id", "messages"."sheet_id") = 1),
	CONSTRAINT "messages_side" CHECK ("messages"."side" in ('buyer', 'us'))
);
--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("order_id","id") WHERE "messages"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_sheet" ON "messages" USING btree ("sheet_id","id") WHERE "messages"."sheet_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_buyer" ON "messages" USING btree ("buyer_id","id");