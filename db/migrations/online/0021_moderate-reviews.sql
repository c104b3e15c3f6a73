CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_ratings" ON "reviews" USING btree ("ratings","id" DESC NULLS FIRST);
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_hidden" ON "reviews" USING btree ("id") WHERE "reviews"."hidden_at" is not null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_open" ON "reviews" USING btree ("id") WHERE "reviews"."hidden_at" is null and "reviews"."answer" is null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_answered" ON "reviews" USING btree ("id") WHERE "reviews"."hidden_at" is null and "reviews"."answer" is not null;
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_words" ON "reviews" USING gin (search_vector("name" || ' ' || "email" || ' ' || "review")) WITH (fastupdate=false);
