CREATE TABLE "former_admins" (
	"email" text PRIMARY KEY NOT NULL,
	"revoked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Whose role was taken already: the terminal wrote 'buyer', the pages wrote null and the record.
INSERT INTO "former_admins" ("email")
	SELECT "email" FROM "users" WHERE "role" IS NOT NULL AND "role" <> 'admin'
	UNION SELECT a."object" FROM "audit" a
		WHERE (a."act" = 'demote-admin' OR (a."act" = 'remove-profile' AND a."before" ->> 'role' = 'admin'))
		AND NOT EXISTS (SELECT FROM "users" u WHERE u."email" = a."object" AND u."role" = 'admin');
--> statement-breakpoint
UPDATE "users" SET "role" = 'buyer' WHERE "role" IS DISTINCT FROM 'admin';
--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "role" SET DEFAULT 'buyer';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "role" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("users"."role" in ('buyer', 'admin'));