import { writeCents } from "#app/contract/money.ts";
import type { Seller } from "#app/features/documents/facts.ts";
import { type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as contract from "./booking.contract.ts";
import { allocateCredit, bookPayment, bookRefund, bookWriteOff, reverseBooking } from "./booking.server.ts";
import { creditInvoice } from "./crediting.server.ts";
import { invoicesApi } from "./invoices/api.server.ts";
import { remind } from "./invoices/reminding.server.ts";
import { remind as remindEndpoint } from "./reminders.contract.ts";

type MoneySettings = {
  seller: Pick<Seller, "bank">;
  emailContext: EmailContext;
  timeZone: string;
  orderEvents: { publish(): void };
};

/** What the contracts declare, served. */
export function moneyApi({ orderEvents, seller, ...context }: MoneySettings): Served[] {
  const acknowledged = true as const;
  const toAnswer = ({ booking, open }: { booking: string; open: bigint }) => {
    return { acknowledged, insertedId: booking, open: writeCents(open) };
  };
  return [
    ...invoicesApi(context),

    serve(remindEndpoint, ({ db, who, from, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: remindEndpoint, content: body };
      return withIdempotencyKey(db, request, async (tx) => ({
        acknowledged,
        ...(await remind(tx, { who, from, bank: seller.bank, ...context }, body)),
      }));
    }),

    serve(contract.bookPayment, async ({ db, who, from, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.bookPayment, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const done = await bookPayment(tx, { who, from, ...context }, body);
        return { ...toAnswer(done), credit: writeCents(done.credit) };
      });
      orderEvents.publish();
      return answer;
    }),

    serve(contract.bookRefund, async ({ db, who, from, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: contract.bookRefund, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) =>
        toAnswer(await bookRefund(tx, { who, from, ...context }, body)),
      );
      orderEvents.publish();
      return answer;
    }),

    serve(contract.bookWriteOff, async ({ db, who, from, headers, body }) => {
      const request = {
        owner: who.id,
        key: headers["idempotency-key"],
        endpoint: contract.bookWriteOff,
        content: body,
      };
      const answer = await withIdempotencyKey(db, request, async (tx) =>
        toAnswer(await bookWriteOff(tx, { who, from, ...context }, body)),
      );
      orderEvents.publish();
      return answer;
    }),

    serve(contract.allocateCredit, async ({ db, who, from, headers, body }) => {
      const endpoint = contract.allocateCredit;
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) =>
        toAnswer(await allocateCredit(tx, { who, from, ...context }, body)),
      );
      orderEvents.publish();
      return answer;
    }),

    serve(contract.addCreditNotes, async ({ db, who, from, headers, body }) => {
      const endpoint = contract.addCreditNotes;
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) => {
        const { creditNotes, open } = await creditInvoice(tx, { who, from, ...context }, body);
        const shown = creditNotes.map(({ id: _id, number, amount, order }) => ({ _id, number, amount, order }));
        return { acknowledged, creditNotes: shown, open: writeCents(open) };
      });
      orderEvents.publish();
      return answer;
    }),

    serve(contract.reverseBooking, async ({ db, who, from, headers, body }) => {
      const endpoint = contract.reverseBooking;
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: body };
      const answer = await withIdempotencyKey(db, request, async (tx) => ({
        acknowledged,
        insertedId: await reverseBooking(tx, { who, from, ...context }, body),
      }));
      orderEvents.publish();
      return answer;
    }),
  ];
}
