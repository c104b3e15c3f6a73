CALL write_words_again();
REINDEX INDEX CONCURRENTLY "users_words";
REINDEX INDEX CONCURRENTLY "reviews_words";
