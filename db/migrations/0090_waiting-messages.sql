ALTER TABLE "order_events" DROP CONSTRAINT "order_events_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "waiting_for" text;--> statement-breakpoint
CREATE INDEX "messages_waiting" ON "messages" USING btree ("waiting_for","created_at") WHERE "messages"."waiting_for" is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_waiting_for" CHECK ("messages"."waiting_for" in ('buyer', 'us'));--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_kind" CHECK ("order_events"."kind" in ('placed', 'move', 'back', 'note', 'changed', 'message')) NOT VALID;--> statement-breakpoint
UPDATE "messages" SET "waiting_for" = CASE "side" WHEN 'us' THEN 'buyer' ELSE 'us' END
WHERE "words" IS NOT NULL AND "id" IN (
	SELECT DISTINCT ON (coalesce("order_id", "sheet_id")) "id" FROM "messages"
	ORDER BY coalesce("order_id", "sheet_id"), "created_at" DESC, "id" DESC);
