CREATE TABLE "order_versions" (
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_role" text NOT NULL,
	"summary" text NOT NULL,
	"said" jsonb NOT NULL,
	CONSTRAINT "order_versions_owner_id_version_pk" PRIMARY KEY("owner_id","version")
);
--> statement-breakpoint
ALTER TABLE "order_events" DROP CONSTRAINT "order_events_kind";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "order_sheets" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "promised_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('placed', 'move', 'back', 'note', 'changed')) NOT VALID;--> statement-breakpoint
CREATE TRIGGER order_versions_insert_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "order_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
