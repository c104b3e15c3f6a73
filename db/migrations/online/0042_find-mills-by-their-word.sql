CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_buyers_other_mill" ON "order_buyers" USING btree ("email") WHERE (strpos("name", '@') > 0 or lower("email") <> "email");
