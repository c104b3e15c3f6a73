CREATE TABLE "pending_move_mails" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_move_mails_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"call_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"move" jsonb NOT NULL,
	"invoice" text,
	"due_at" timestamp with time zone NOT NULL
);
