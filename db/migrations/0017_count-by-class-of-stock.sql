DROP INDEX "trims_facets";--> statement-breakpoint
CREATE INDEX "trims_facets" ON "trims" USING btree ("facets","stock_class");