CREATE TABLE "watches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trim_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watches_once" UNIQUE("trim_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_trim_id_trims_id_fk" FOREIGN KEY ("trim_id") REFERENCES "public"."trims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watches_user_id" ON "watches" USING btree ("user_id");