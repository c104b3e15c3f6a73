ALTER TABLE "companies" ADD COLUMN "documents_link_hash" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "documents_link_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_documents_link_hash_unique" UNIQUE("documents_link_hash");