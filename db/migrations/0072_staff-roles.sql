ALTER TABLE "users" ADD COLUMN "staff_roles" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_staff_roles" CHECK ("users"."staff_roles" <@ array['owner', 'orders', 'warehouse', 'catalogue', 'accounts']);--> statement-breakpoint
-- Whoever was an admin may do everything.
UPDATE "users" SET "staff_roles" = '{owner}' WHERE "role" = 'admin';
