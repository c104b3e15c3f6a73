ALTER TABLE "payments" DROP CONSTRAINT "payments_kind";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_sign";--> statement-breakpoint
CREATE INDEX "payments_credit" ON "payments" USING btree ("company_id","user_id") WHERE "payments"."order_id" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_kind" CHECK ("payments"."kind" in ('payment', 'refund', 'write-off', 'allocation', 'transfer', 'reversal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sign" CHECK (case "payments"."kind" when 'refund' then "payments"."amount" < 0 when 'payment' then "payments"."amount" > 0 when 'write-off' then "payments"."amount" > 0 else "payments"."amount" <> 0 end) NOT VALID;