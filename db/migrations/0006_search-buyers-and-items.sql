CREATE TABLE "order_buyers" (
	"email" text NOT NULL,
	"name" text NOT NULL,
	"orders" bigint NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_vector(email || ' ' || name)) STORED,
	CONSTRAINT "order_buyers_email_name_pk" PRIMARY KEY("email","name")
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"name" text PRIMARY KEY NOT NULL,
	"orders" bigint NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (search_vector(name)) STORED
);
--> statement-breakpoint
-- Rows are taken in one order, so that two statements never wait for each other.
CREATE FUNCTION add_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders")
		SELECT "product_name", count(*) FROM added GROUP BY 1 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE SET "orders" = kept."orders" + excluded."orders";
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders")
		SELECT "email", "name", count(*) FROM added GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE SET "orders" = kept."orders" + excluded."orders";
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Adding less than nothing takes the rows in the same order. A name without orders is forgotten.
CREATE FUNCTION remove_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "order_items" AS kept ("name", "orders")
		SELECT "product_name", -count(*) FROM removed GROUP BY 1 ORDER BY 1
		ON CONFLICT ("name") DO UPDATE SET "orders" = kept."orders" + excluded."orders";
	INSERT INTO "order_buyers" AS kept ("email", "name", "orders")
		SELECT "email", "name", -count(*) FROM removed GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT ("email", "name") DO UPDATE SET "orders" = kept."orders" + excluded."orders";
	DELETE FROM "order_items" USING removed WHERE "order_items"."name" = removed."product_name" AND "orders" = 0;
	DELETE FROM "order_buyers" USING removed
		WHERE "order_buyers"."email" = removed."email" AND "order_buyers"."name" = removed."name" AND "orders" = 0;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_order_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "order_items";
	DELETE FROM "order_buyers";
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The words of an order are those of the day it was placed, and so are its buyer and its item.
CREATE FUNCTION refuse_other_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'buyer and item of an order are never changed' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_words_insert AFTER INSERT ON "orders" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_order_words();
--> statement-breakpoint
CREATE TRIGGER orders_words_delete AFTER DELETE ON "orders" REFERENCING OLD TABLE AS removed
	FOR EACH STATEMENT EXECUTE FUNCTION remove_order_words();
--> statement-breakpoint
CREATE TRIGGER orders_words_truncate AFTER TRUNCATE ON "orders"
	FOR EACH STATEMENT EXECUTE FUNCTION forget_order_words();
--> statement-breakpoint
CREATE TRIGGER orders_words_update BEFORE UPDATE OF "email", "name", "product_name" ON "orders" FOR EACH ROW
	WHEN (old."email" <> new."email" OR old."name" <> new."name" OR old."product_name" <> new."product_name")
	EXECUTE FUNCTION refuse_other_words();
--> statement-breakpoint
-- After the triggers, whose lock keeps new orders out until this is done: so none is counted twice, or not at all.
INSERT INTO "order_items" ("name", "orders") SELECT "product_name", count(*) FROM "orders" GROUP BY 1;
--> statement-breakpoint
INSERT INTO "order_buyers" ("email", "name", "orders") SELECT "email", "name", count(*) FROM "orders" GROUP BY 1, 2;
--> statement-breakpoint
CREATE INDEX "order_buyers_words" ON "order_buyers" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "order_items_words" ON "order_items" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
DROP INDEX "orders_words";
