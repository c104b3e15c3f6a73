ALTER TABLE "users" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
UPDATE "users" SET "last_sign_in_at" = "began"."at" FROM (
	SELECT "user_id", max("created_at") AS "at" FROM "sessions" GROUP BY "user_id"
) AS "began" WHERE "began"."user_id" = "users"."id";
