-- What invoices are found by, as in db/functions/words.sql; the index is made in online/.
CREATE OR REPLACE FUNCTION invoice_vector(number text, serial integer, content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	facts jsonb := content::jsonb;
	buyer jsonb := facts -> 'buyer';
BEGIN
	RETURN public.trade_vector(
		concat_ws(' ', number, serial, buyer ->> 'email', buyer ->> 'name', buyer ->> 'company', buyer ->> 'country'),
		coalesce(buyer ->> 'address', ''), coalesce(buyer ->> 'phone', ''), facts ->> 'poNumber', number,
		coalesce((facts #>> '{tax,total}')::numeric, (SELECT sum(round((line ->> 'total')::numeric, 2)) FROM jsonb_array_elements(facts -> 'lines') AS line)),
		NULL);
END $$;
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (invoice_vector(number, serial, content)) STORED;
