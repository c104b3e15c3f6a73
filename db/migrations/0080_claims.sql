CREATE TABLE "claim_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"claim_id" uuid NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"order_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pieces" integer NOT NULL,
	"wants" text NOT NULL,
	"words" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"gets" text,
	"reason" text,
	"credit_note" text,
	"replacement_id" uuid,
	"settled_at" timestamp(3) with time zone,
	"settled_by" uuid,
	CONSTRAINT "claims_pieces" CHECK ("claims"."pieces" > 0),
	CONSTRAINT "claims_kind" CHECK ("claims"."kind" in ('missing', 'damaged', 'wrong')),
	CONSTRAINT "claims_wants" CHECK ("claims"."wants" in ('credit', 'replacement')),
	CONSTRAINT "claims_state" CHECK ("claims"."state" in ('open', 'accepted', 'refused', 'withdrawn')),
	CONSTRAINT "claims_gets" CHECK (("claims"."state" = 'accepted') = ("claims"."gets" is not null)),
	CONSTRAINT "claims_settled" CHECK (("claims"."state" = 'open') = ("claims"."settled_at" is null))
);
--> statement-breakpoint
ALTER TABLE "claim_pictures" ADD CONSTRAINT "claim_pictures_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claim_pictures_claim" ON "claim_pictures" USING btree ("claim_id","id");--> statement-breakpoint
CREATE INDEX "claims_order" ON "claims" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "claims_buyer" ON "claims" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "claims_state" ON "claims" USING btree ("state","id");