CREATE TABLE "untold_sheets" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "untold_sheets_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sheet_id" uuid NOT NULL,
	"is_verified" boolean NOT NULL
);
