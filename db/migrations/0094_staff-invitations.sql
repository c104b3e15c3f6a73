CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"roles" text[] NOT NULL,
	"hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "staff_invitations_email_unique" UNIQUE("email"),
	CONSTRAINT "staff_invitations_hash_unique" UNIQUE("hash"),
	CONSTRAINT "staff_invitations_roles" CHECK ("staff_invitations"."roles" <@ array['owner', 'orders', 'warehouse', 'catalogue', 'accounts'])
);
