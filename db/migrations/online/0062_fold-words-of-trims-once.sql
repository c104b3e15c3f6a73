UPDATE "trims" SET "name" = "name" WHERE "removed_at" IS NULL AND "words" <> trim_search_vector("number", "name", "line",
	"kind", "material", "finish", "colour", "colour_shade", "size_text", "size_mm", "size_mm_height", "certificates", "description");
