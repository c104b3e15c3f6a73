-- The audit only grows.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The number of orders, spread over slots by connection, so that buyers at the same moment do not wait for one row.
CREATE FUNCTION count_orders() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	difference bigint;
BEGIN
	SELECT count(*) INTO difference FROM changed;
	IF TG_OP = 'DELETE' THEN
		difference := -difference;
	END IF;
	IF difference <> 0 THEN
		INSERT INTO "order_counts" AS kept ("slot", "count") VALUES (pg_backend_pid() % 16, difference)
			ON CONFLICT ("slot") DO UPDATE SET "count" = kept."count" + excluded."count";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION forget_order_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "order_counts";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_count_insert AFTER INSERT ON "orders" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_count_delete AFTER DELETE ON "orders" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION count_orders();
--> statement-breakpoint
CREATE TRIGGER orders_count_truncate AFTER TRUNCATE ON "orders"
	FOR EACH STATEMENT EXECUTE FUNCTION forget_order_counts();
--> statement-breakpoint
INSERT INTO "order_counts" ("slot", "count") SELECT 0, count(*) FROM "orders";
--> statement-breakpoint
-- The stock of the trims that were there before movements were kept.
INSERT INTO "stock_movements" ("id", "trim_id", "delta", "why")
	SELECT gen_random_uuid(), t."id", t."quantity" + coalesce(sum(o."order_quantity"), 0), 'first stock'
	FROM "trims" t LEFT JOIN "orders" o ON o."trim_id" = t."id" GROUP BY t."id";
