ALTER TABLE "order_drafts" ADD COLUMN "for_id" uuid;--> statement-breakpoint
-- Until now everybody wrote for themselves.
UPDATE "order_drafts" SET "for_id" = "user_id";--> statement-breakpoint
ALTER TABLE "order_drafts" ALTER COLUMN "for_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "order_drafts" DROP CONSTRAINT "order_drafts_pkey";--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_user_id_for_id_pk" PRIMARY KEY("user_id","for_id");--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_for_id_users_id_fk" FOREIGN KEY ("for_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_sheets" ADD COLUMN "entered_by" text;
