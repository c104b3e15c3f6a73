-- Adds what leaves the warehouse as deliveries, so that an order may ship in parts.
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"shipped_on" date NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"tracking_url" text,
	"actor_id" uuid,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_lines" (
	"delivery_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"pieces" integer NOT NULL,
	CONSTRAINT "delivery_lines_delivery_id_order_id_pk" PRIMARY KEY("delivery_id","order_id"),
	CONSTRAINT "delivery_lines_pieces" CHECK ("delivery_lines"."pieces" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_shipping";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_cancelled_in_time";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "delivery_id" uuid;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "pieces" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipped_pieces" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tolerance" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_lines_order" ON "delivery_lines" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_partly_shipped" CHECK ("orders"."shipping" <> 'partly-shipped' or ("orders"."shipped_pieces" between 1 and "orders"."order_quantity" - 1 and "orders"."shipped_pieces" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_tolerance" CHECK ("orders"."tolerance" between 0 and 10) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping" CHECK ("orders"."shipping" in ('pending', 'in-production', 'packed', 'partly-shipped', 'shipped', 'delivered')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled_in_time" CHECK ("orders"."review" <> 'cancelled' or "orders"."shipping" not in ('partly-shipped', 'shipped', 'delivered')) NOT VALID;--> statement-breakpoint
-- What has shipped until now: one parcel number is one delivery; without it, what left within a minute is.
CREATE TEMPORARY TABLE "shipped_before" ON COMMIT DROP AS
	SELECT DISTINCT ON ("placed"."id") "placed"."id" AS "order_id", "placed"."order_quantity" AS "pieces", "event"."created_at",
		"event"."actor_id", "placed"."carrier", "placed"."tracking_number", "placed"."tracking_url",
		md5(concat_ws(chr(31), "placed"."user_id", "placed"."email", "placed"."address", coalesce("placed"."carrier", ''),
			coalesce("placed"."tracking_number", date_trunc('minute', "event"."created_at")::text),
			coalesce("placed"."tracking_url", '')))::uuid AS "delivery_id"
	FROM "orders" "placed" JOIN "order_events" "event" ON "event"."order_id" = "placed"."id"
	WHERE "placed"."shipping" IN ('shipped', 'delivered') AND "event"."kind" = 'move' AND "event"."to_state" = 'shipped'
	ORDER BY "placed"."id", "event"."seq" DESC;
--> statement-breakpoint
INSERT INTO "deliveries" ("id", "created_at", "shipped_on", "carrier", "tracking_number", "tracking_url", "actor_id")
	SELECT DISTINCT ON ("delivery_id") "delivery_id", "created_at",
		("created_at" AT TIME ZONE coalesce((SELECT "time_zone" FROM "order_sums" LIMIT 1), 'UTC'))::date,
		"carrier", "tracking_number", "tracking_url", "actor_id"
	FROM "shipped_before" ORDER BY "delivery_id", "created_at";
--> statement-breakpoint
INSERT INTO "delivery_lines" ("delivery_id", "order_id", "pieces")
	SELECT "delivery_id", "order_id", "pieces" FROM "shipped_before";
