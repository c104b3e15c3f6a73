DROP FUNCTION IF EXISTS check_price_breaks(uuid);
DROP FUNCTION IF EXISTS search_words(text);
