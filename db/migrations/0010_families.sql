CREATE TABLE "families" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"differ_by" text[] NOT NULL,
	CONSTRAINT "families_slug" CHECK ("families"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "families_differ_by" CHECK ("families"."differ_by" <@ array['size', 'finish', 'colour', 'design'])
);
--> statement-breakpoint
CREATE INDEX "trims_family" ON "trims" USING btree ("family","number");