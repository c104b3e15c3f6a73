UPDATE "order_sheets" SET "name" = "name" WHERE "words" <> search_vector("email" || ' ' || "name" || ' ' || coalesce("company", ''));
UPDATE "orders" SET "name" = "name" WHERE "words" <> search_vector("email" || ' ' || "name" || ' ' || "product_name");
REINDEX INDEX CONCURRENTLY "users_words";
REINDEX INDEX CONCURRENTLY "reviews_words";
