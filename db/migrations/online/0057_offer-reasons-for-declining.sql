CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_events_reasons" ON "order_events" USING btree ("seq") WHERE "order_events"."to_state" = 'declined' and "order_events"."note" is not null;
