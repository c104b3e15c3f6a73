-- Trims are found by their own columns and indexes. Bits, classes of stock and combinations go; the words stay, for typing
-- errors.
DROP TRIGGER trims_bits_insert ON "trims";--> statement-breakpoint
DROP TRIGGER trims_bits_update ON "trims";--> statement-breakpoint
DROP TRIGGER trims_bits_delete ON "trims";--> statement-breakpoint
DROP TRIGGER trims_stocks_insert ON "trims";--> statement-breakpoint
DROP TRIGGER trims_stocks_update ON "trims";--> statement-breakpoint
DROP TRIGGER trims_stocks_delete ON "trims";--> statement-breakpoint
DROP TRIGGER trims_find_insert ON "trims";--> statement-breakpoint
DROP TRIGGER trims_find_update ON "trims";--> statement-breakpoint
DROP TRIGGER trims_find_delete ON "trims";--> statement-breakpoint
DROP FUNCTION add_trims_to_find(), change_trim_to_find(), add_bits_of_trims(), change_bits_of_trim(), trim_signs(trims),
	add_stocks_of_trims(), change_stock_of_trim(), remove_stock_of_trim();--> statement-breakpoint
DROP TABLE "trim_bits";--> statement-breakpoint
DROP TABLE "trim_facets";--> statement-breakpoint
DROP TABLE "trim_stock_bits";--> statement-breakpoint
DROP TABLE "trim_stock_moves";--> statement-breakpoint
DROP TABLE "trim_stocks";--> statement-breakpoint
DROP FUNCTION note_added_stocks(), note_moved_stock(), note_stock_moves(integer[]), fold_stock_moves(),
	trim_stock_split(bit[], integer), trim_first(bit, integer, integer, integer), trim_bit(integer, boolean),
	stock_step(integer);--> statement-breakpoint
DROP AGGREGATE trim_bits_join(bit varying);--> statement-breakpoint
ALTER TABLE "trims" DROP COLUMN "facets";--> statement-breakpoint
ALTER TABLE "trims" DROP COLUMN "stock_class";--> statement-breakpoint
DROP FUNCTION trim_facets_key(text, text, text, text, numeric, text, text[]), stock_class(integer);--> statement-breakpoint
-- Words are taken in one order, so that two changes never wait for each other.
CREATE FUNCTION add_trim_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS kept ("word", "trims")
		SELECT word, count(*) FROM added, unnest(tsvector_to_array(added."words")) AS word
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION change_trim_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_words" AS kept ("word", "trims")
		SELECT word, sum(change) FROM (
			SELECT unnest(tsvector_to_array(old."words")) AS word, -1 AS change
			UNION ALL SELECT unnest(tsvector_to_array(new."words")), 1
		) AS changes
		WHERE word !~ '^(no)?[0-9]' GROUP BY 1 HAVING sum(change) <> 0 ORDER BY 1
		ON CONFLICT ("word") DO UPDATE SET "trims" = kept."trims" + excluded."trims";
	DELETE FROM "trim_words" WHERE "word" = ANY (tsvector_to_array(old."words")) AND "trims" = 0;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION add_trim_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_orders" ("trim_id", "number", "orders") SELECT "id", "number", 0 FROM added;
	RETURN NULL;
END $$;--> statement-breakpoint
-- A file adds many trims at a time: each statement counts a word once.
CREATE TRIGGER trims_words_insert AFTER INSERT ON "trims" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_trim_words();--> statement-breakpoint
-- An order changes the quantity alone, and passes by.
CREATE TRIGGER trims_words_update AFTER UPDATE OF "words" ON "trims" FOR EACH ROW
	WHEN (old."words" IS DISTINCT FROM new."words") EXECUTE FUNCTION change_trim_words();--> statement-breakpoint
CREATE TRIGGER trims_words_delete AFTER DELETE ON "trims" FOR EACH ROW EXECUTE FUNCTION change_trim_words();--> statement-breakpoint
CREATE TRIGGER trims_orders_insert AFTER INSERT ON "trims" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_trim_orders();
