CREATE OR REPLACE FUNCTION add_trim_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_orders" ("trim_id", "number", "orders") SELECT "id", "number", 0 FROM added;
	RETURN NULL;
END $$;

-- Once its stock has recovered, admins are told when it falls again.
CREATE OR REPLACE FUNCTION forget_low_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "low_stock_told" WHERE "trim_id" = NEW."id";
	RETURN NULL;
END $$;
