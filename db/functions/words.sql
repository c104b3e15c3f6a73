
-- Search by words, with nothing but what every PostgreSQL brings: a managed server may have no extension.
-- A word is what stands between ASCII spaces and signs, so that data and query are cut alike under every locale. E-mail
-- addresses are words as a whole too, from their beginning and from the @ on: their parts are in too many rows.
-- Each word with an apostrophe is stored also without it: O'Neill is found by "oneill", too. Words with letters beyond
-- ASCII are also stored as `foldText` in app/contract/text.ts writes them, which is how they are searched for (with
-- plain apostrophes, hyphens and spaces, and without what cannot be seen), and without their accents: "Łódź" is found
-- by "lodz". PL/pgSQL, because it plans its expressions once per connection.
CREATE OR REPLACE FUNCTION search_vector(content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	low text := lower(coalesce(content, ''));
	words text[] := array_remove(regexp_split_to_array(low, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	token text;
BEGIN
	IF strpos(low, '@') > 0 THEN
		FOREACH token IN ARRAY regexp_split_to_array(low, '\s+') LOOP
			IF strpos(token, '@') > 0 THEN
				words := words || ARRAY[token, substr(token, strpos(token, '@'))];
			END IF;
		END LOOP;
	END IF;
	IF octet_length(low) > char_length(low) THEN
		low := regexp_replace(translate(low, '‘’‛ʼʹ′´＇‐‑‒–—―−⁃﹘﹣－', '''''''''''''''''-----------'),
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g');
		low := lower(normalize(low, NFKC));
		words := words || array_remove(regexp_split_to_array(low || ' ' || replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
		low := replace(replace(replace(replace(low, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
		low := regexp_replace(normalize(translate(low, 'łøđðıħŧ', 'loddiht'), NFD), '[\u0300-\u036f]', '', 'g');
		words := words || array_remove(regexp_split_to_array(low || ' ' || replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	ELSIF strpos(low, '''') > 0 THEN
		words := words || array_remove(regexp_split_to_array(replace(low, '''', ''), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '');
	END IF;
	RETURN array_to_tsvector(words);
END $$;

-- Each word of the query begins a word of the row. Null, which matches no row, when there is no word in it.
CREATE OR REPLACE FUNCTION search_query(content text) RETURNS tsquery
	LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN (
		SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
		FROM regexp_split_to_table(lower(content), '\s+') AS token,
			unnest(CASE WHEN token ~ '@.' THEN ARRAY[token] ELSE
				array_remove(regexp_split_to_array(token, '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+'), '') END) AS word);

-- What an order, a sheet or a buyer is found by: the words of its texts; the numbers of PO and parcel also without
-- punctuation; and what no text holds, with a sign that no typed word has: `tel=` and the digits of the phone from the last
-- to the first, so that the last ones find it; `$` and the amount to the cent; `in=` and the country's code. A lexeme holds
-- 2,046 bytes: an address of a thousand letters without a space is several words.
CREATE OR REPLACE FUNCTION trade_vector(content text, address text, phone text, po text, tracking text, amount numeric, country text)
	RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN search_vector(content || ' ' || regexp_replace(address, '([^\x01-\x20]{60})', '\1 ', 'g') || ' ' || coalesce(po, '') || ' ' || coalesce(tracking, '')) || array_to_tsvector(array_remove(ARRAY[
		'tel=' || reverse(regexp_replace(split_part(phone, ' ext', 1), '[^0-9]', '', 'g')),
		'$' || round(amount, 2)::text,
		'in=' || lower(country),
		nullif(left(regexp_replace(lower(po), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g'), 500), ''),
		nullif(left(regexp_replace(lower(tracking), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', '', 'g'), 500), '')], NULL));

-- What an invoice is found by: what it says of its buyer, its number with and without zeros, and what it comes to.
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
