CREATE TABLE "catalogue_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"file" "bytea" NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "catalogue_imports_sha256" ON "catalogue_imports" USING btree ("sha256","created_at");
--> statement-breakpoint
-- What was applied stays as it was.
CREATE TRIGGER catalogue_imports_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON "catalogue_imports"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
