-- Orders are judged and written by `orders/placing/door.server.ts`, and prices are found in TypeScript alone.
DROP FUNCTION place_orders(jsonb);--> statement-breakpoint
DROP FUNCTION price_break_reached(uuid, integer);
