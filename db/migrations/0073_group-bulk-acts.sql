ALTER TABLE "audit" ADD COLUMN "call_id" uuid;
