CREATE TABLE "trim_stocks" (
	"number" integer PRIMARY KEY NOT NULL,
	"step" smallint NOT NULL,
	"facets" bigint
);
--> statement-breakpoint
-- Eight classes to each doubling of a stock.
CREATE FUNCTION stock_step(quantity integer) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
	(8 * stock_class(quantity) + (quantity >> greatest(stock_class(quantity) - 4, 0) & 7))::smallint;
--> statement-breakpoint
CREATE FUNCTION add_stocks_of_trims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "trim_stocks" SELECT "number", stock_step("quantity"), "facets" FROM added ORDER BY 1;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION change_stock_of_trim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "trim_stocks" SET "step" = stock_step(new."quantity"), "facets" = new."facets" WHERE "number" = new."number";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION remove_stock_of_trim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "trim_stocks" WHERE "number" = old."number";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER trims_stocks_insert AFTER INSERT ON "trims" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION add_stocks_of_trims();
--> statement-breakpoint
-- Most orders leave the class as it is, and pass by.
CREATE TRIGGER trims_stocks_update AFTER UPDATE ON "trims" FOR EACH ROW
	WHEN (stock_step(old."quantity") <> stock_step(new."quantity") OR old."facets" IS DISTINCT FROM new."facets")
	EXECUTE FUNCTION change_stock_of_trim();
--> statement-breakpoint
CREATE TRIGGER trims_stocks_delete AFTER DELETE ON "trims" FOR EACH ROW EXECUTE FUNCTION remove_stock_of_trim();
--> statement-breakpoint
-- After the triggers, whose lock keeps other changes out until this is done.
INSERT INTO "trim_stocks" SELECT "number", stock_step("quantity"), "facets" FROM "trims" ORDER BY 1;
--> statement-breakpoint
CREATE INDEX "trim_stocks_steps" ON "trim_stocks" USING btree ("step","number");--> statement-breakpoint
CREATE INDEX "trim_stocks_facets" ON "trim_stocks" USING btree ("facets","step");
