-- Rows are taken in one order, so that two statements never wait for each other, whoever wrote them.
CREATE OR REPLACE FUNCTION count_orders_of_trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM "trim_orders" WHERE "trim_id" IN (SELECT "trim_id" FROM added) ORDER BY "trim_id" FOR NO KEY UPDATE;
	UPDATE "trim_orders" SET "orders" = "trim_orders"."orders" + placed.orders
		FROM (SELECT "trim_id", count(*) AS orders FROM added GROUP BY 1) AS placed
		WHERE "trim_orders"."trim_id" = placed."trim_id";
	RETURN NULL;
END $$;
