ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_by" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_note" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_by" uuid;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_reason" CHECK ("reviews"."hidden_reason" in ('asked', 'names', 'insults', 'advertising', 'off-topic', 'no-buyer', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_whole" CHECK (num_nulls("reviews"."hidden_at", "reviews"."hidden_reason", "reviews"."hidden_note") in (0, 3)) NOT VALID;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answer_whole" CHECK (num_nulls("reviews"."answer", "reviews"."answered_at") in (0, 2)) NOT VALID;
