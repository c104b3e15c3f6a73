ALTER TABLE "trims" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "material" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "colour" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "colour_shade" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "colour_hex" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "size_text" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "size_mm" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "size_mm_height" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "weight_grams" numeric(8, 2);--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "packing_unit" integer;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "lead_time_days" integer;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "country_of_make" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "care" text;--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "certificates" text[];--> statement-breakpoint
ALTER TABLE "trims" ADD COLUMN "family" text;--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_kind" CHECK ("trims"."kind" in ('woven-label', 'printed-label', 'heat-transfer', 'patch', 'hangtag', 'price-ticket', 'belt', 'buckle', 'rivet', 'zipper', 'puller', 'shank-button', 'snap-button', 'thread'));--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_material" CHECK ("trims"."material" in ('polyester', 'recycled polyester', 'cotton', 'organic cotton', 'silicone', 'jacron', 'PU leather', 'apple-based PU', 'cork', 'recycled kraft board', 'card', 'cotton paper', 'denim-faced card', 'seed paper', 'zinc alloy', 'steel', 'brass', 'recycled brass', 'copper', 'brass on cotton tape', 'brass on polyester tape', 'brass on recycled polyester tape', 'resin and brass', 'polyester-cotton corespun', 'nylon', 'linen'));--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_colour" CHECK ("trims"."colour" in ('black', 'white', 'ecru', 'natural', 'grey', 'indigo', 'navy', 'blue', 'red', 'rust', 'yellow', 'cognac', 'brown', 'green', 'khaki', 'brass', 'copper', 'silver'));--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_colour_whole" CHECK (num_nulls("trims"."colour", "trims"."colour_hex") in (0, 2));--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_colour_shade" CHECK ("trims"."colour_shade" is null or "trims"."colour" is not null);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_colour_hex" CHECK ("trims"."colour_hex" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_size_whole" CHECK (num_nulls("trims"."size_text", "trims"."size_mm") in (0, 2));--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_size_height" CHECK ("trims"."size_mm_height" is null or "trims"."size_mm" is not null);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_size_positive" CHECK ("trims"."size_mm" > 0 and coalesce("trims"."size_mm_height", 1) > 0);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_weight_positive" CHECK ("trims"."weight_grams" > 0);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_packing_positive" CHECK ("trims"."packing_unit" >= 1);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_lead_time_positive" CHECK ("trims"."lead_time_days" >= 1);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_country" CHECK ("trims"."country_of_make" ~ '^[A-Z]{2}$');--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_certificates" CHECK ("trims"."certificates" <@ array['OEKO-TEX Standard 100', 'GRS', 'GOTS', 'FSC', 'ZDHC', 'REACH-compliant', 'nickel-free EN 1811']);--> statement-breakpoint
ALTER TABLE "trims" ADD CONSTRAINT "trims_family" CHECK ("trims"."family" ~ '^[a-z0-9]+(-[a-z0-9]+)*$');