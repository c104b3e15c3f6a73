-- 0076 made ids of deliveries that are no valid UUIDs, and the API answers with none of those: version and variant follow.
ALTER TABLE "delivery_lines" DROP CONSTRAINT "delivery_lines_delivery_id_deliveries_id_fk";--> statement-breakpoint
UPDATE "delivery_lines" SET "delivery_id" = overlay(overlay("delivery_id"::text PLACING '8' FROM 15) PLACING '8' FROM 20)::uuid
	WHERE "delivery_id"::text !~ '^.{14}[1-8].{4}[89ab]';--> statement-breakpoint
UPDATE "deliveries" SET "id" = overlay(overlay("id"::text PLACING '8' FROM 15) PLACING '8' FROM 20)::uuid
	WHERE "id"::text !~ '^.{14}[1-8].{4}[89ab]';--> statement-breakpoint
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") NOT VALID;
