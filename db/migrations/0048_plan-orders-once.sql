-- The statements of `place_orders` keep their plans. One of them, which finds trims by their ids, was planned again at each
-- call. A migration that replaces the function has to say this again.
ALTER FUNCTION place_orders(jsonb) SET plan_cache_mode = 'force_generic_plan';
