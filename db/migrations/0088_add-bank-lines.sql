CREATE TABLE "bank_lines" (
	"day" date NOT NULL,
	"amount" numeric(24, 2) NOT NULL,
	"text" text NOT NULL,
	"nth" integer NOT NULL,
	"bookings" uuid[] NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_lines_day_amount_text_nth_pk" PRIMARY KEY("day","amount","text","nth"),
	CONSTRAINT "bank_lines_text" CHECK (char_length("bank_lines"."text") <= 250)
);
