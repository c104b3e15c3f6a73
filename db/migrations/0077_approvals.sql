CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"is_sheet" boolean NOT NULL,
	"lines" jsonb NOT NULL,
	"total" numeric(24, 2) NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"po_number" text,
	"wanted_on" date,
	"note" text,
	"country" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp(3) with time zone,
	"decided_by" uuid,
	"reason" text,
	"sent_as" integer,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'approved', 'returned', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_company" ON "approvals" USING btree ("company_id","state","id");--> statement-breakpoint
CREATE INDEX "approvals_user" ON "approvals" USING btree ("user_id","id");