import type { Endpoint } from "#app/contract/endpoint.ts";
import { writeCents } from "#app/contract/money.ts";
import type { Seller } from "#app/features/documents/facts.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import { type Client, type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import * as contract from "./booking.contract.ts";
import { allocateCredit, bookPayment, bookRefund, bookWriteOff } from "./booking.server.ts";
import { creditInvoice } from "./crediting.server.ts";
import { invoicesApi } from "./invoices/api.server.ts";
import { remind } from "./invoices/reminding.server.ts";
import { remind as remindEndpoint } from "./reminders.contract.ts";
import { reverseBooking } from "./reversing.server.ts";
import type { Booker } from "./settling.server.ts";

/** A call that books something. */
type Asked = {
  db: Db;
  who: Person;
  from: Client;
  headers: { "idempotency-key": string };
  body: object;
};

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

  /** Books something once for its key, and says that orders have changed. */
  async function book<Answer>(
    endpoint: Endpoint,
    { db, who, from, headers, body }: Asked,
    act: (tx: Tx, by: Booker) => Promise<Answer>,
  ): Promise<Answer> {
    const request = { owner: who.id, key: headers["idempotency-key"], endpoint, content: body };
    const answer = await withIdempotencyKey(db, request, (tx) => act(tx, { who, from, ...context }));
    orderEvents.publish();
    return answer;
  }

  return [
    ...invoicesApi(context),

    serve(remindEndpoint, ({ db, who, from, headers, body }) => {
      const request = { owner: who.id, key: headers["idempotency-key"], endpoint: remindEndpoint, content: body };
      return withIdempotencyKey(db, request, async (tx) => ({
        acknowledged,
        ...(await remind(tx, { who, from, bank: seller.bank, ...context }, body)),
      }));
    }),

    serve(contract.bookPayment, (asked) =>
      book(contract.bookPayment, asked, async (tx, by) => {
        const done = await bookPayment(tx, by, asked.body);
        return { ...toAnswer(done), credit: writeCents(done.credit) };
      }),
    ),

    serve(contract.bookRefund, (asked) =>
      book(contract.bookRefund, asked, async (tx, by) => toAnswer(await bookRefund(tx, by, asked.body))),
    ),

    serve(contract.bookWriteOff, (asked) =>
      book(contract.bookWriteOff, asked, async (tx, by) => toAnswer(await bookWriteOff(tx, by, asked.body))),
    ),

    serve(contract.allocateCredit, (asked) =>
      book(contract.allocateCredit, asked, async (tx, by) => toAnswer(await allocateCredit(tx, by, asked.body))),
    ),

    serve(contract.addCreditNotes, (asked) =>
      book(contract.addCreditNotes, asked, async (tx, by) => {
        const { creditNotes, open } = await creditInvoice(tx, by, asked.body);
        const shown = creditNotes.map(({ id: _id, number, amount, order }) => ({ _id, number, amount, order }));
        return { acknowledged, creditNotes: shown, open: writeCents(open) };
      }),
    ),

    serve(contract.reverseBooking, (asked) =>
      book(contract.reverseBooking, asked, async (tx, by) => ({
        acknowledged,
        insertedId: await reverseBooking(tx, by, asked.body),
      })),
    ),
  ];
}
