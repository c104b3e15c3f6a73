-- As they are stored from now on (`cleanLine` in app/contract/text.ts). What orders, sheets, papers and reviews said when they
-- were written stays; searches fold both sides. A name of which nothing would be left stays, too.
UPDATE "users" SET "name" = clean.words FROM (
	SELECT "id" AS id, trim(regexp_replace(translate(normalize(
		regexp_replace(regexp_replace("name",
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]', '', 'g'),
			'(?<![\u0590-\ufdff\U00010000-\U0010ffff])[\u200c\u200d\ufe00-\ufe0f]', '', 'g'),
		NFC), '‐‑', '--'), '[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')) AS words
	FROM "users" WHERE "name" ~ '[\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u2011\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]|  |^ | $'
) AS clean WHERE clean.id = "users"."id" AND clean.words NOT IN ('', "users"."name");
UPDATE "profiles" SET "company" = clean.words FROM (
	SELECT "user_id" AS id, trim(regexp_replace(translate(normalize(
		regexp_replace(regexp_replace("company",
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]', '', 'g'),
			'(?<![\u0590-\ufdff\U00010000-\U0010ffff])[\u200c\u200d\ufe00-\ufe0f]', '', 'g'),
		NFC), '‐‑', '--'), '[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')) AS words
	FROM "profiles" WHERE "company" ~ '[\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u2011\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]|  |^ | $'
) AS clean WHERE clean.id = "profiles"."user_id" AND clean.words NOT IN ('', "profiles"."company");
UPDATE "order_drafts" SET "company" = clean.words FROM (
	SELECT "user_id" AS id, trim(regexp_replace(translate(normalize(
		regexp_replace(regexp_replace("company",
			'[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]', '', 'g'),
			'(?<![\u0590-\ufdff\U00010000-\U0010ffff])[\u200c\u200d\ufe00-\ufe0f]', '', 'g'),
		NFC), '‐‑', '--'), '[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g')) AS words
	FROM "order_drafts" WHERE "company" ~ '[\u00a0\u00ad\u0300-\u036f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u2011\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]|  |^ | $'
) AS clean WHERE clean.id = "order_drafts"."user_id" AND clean.words NOT IN ('', "order_drafts"."company");
