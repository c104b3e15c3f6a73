import { describePieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import type { ApprovalRow } from "./queries.server.ts";

type Named = { id: string; name: string; email: string };
type Asked = Pick<ApprovalRow, "isSheet" | "lines" | "total" | "poNumber">;

/** The most lines that a mail lists. */
const MOST_LISTED = 100;

const nameOf = ({ isSheet, poNumber }: Asked) =>
  poNumber === null ? (isSheet ? "Order sheet" : "Order") : namePo(poNumber);

function listFacts({ lines, total }: Asked): [string, string][] {
  return [
    ["Total", formatTotal(total)],
    ...lines.slice(0, MOST_LISTED).map(({ name, orderQuantity, unitPrice }): [string, string] => {
      return [name, `${describePieces(orderQuantity)} at ${formatUnitPrice(unitPrice)}`];
    }),
  ];
}

/** Tells managers, in the transaction that asks, what a colleague wants to order. */
export async function mailManagers(
  tx: Tx,
  managers: readonly Named[],
  { id, asker, asked }: { id: string; asker: string; asked: Asked },
  context: EmailContext,
): Promise<void> {
  const content: EmailContent = {
    subject: `${nameOf(asked)}: ${asker} asks for approval, ${formatTotal(asked.total)}`,
    heading: `${asker} asks for approval`,
    paragraphs: [
      "It is above the limit that your company has set. Nothing is ordered, and no stock is held, until you approve it.",
    ],
    facts: listFacts(asked),
    button: { label: "See what waits", to: "/dashboard/approvals" },
    finePrint: "You get this mail because you are a manager of your company at Rivet & Reed.",
  };
  await send(tx, managers, content, `approval ${id} asked`, context);
}

type Decision = { id: string; by: string; asked: Asked } & (
  | { state: "approved"; sentAs: number }
  | { state: "returned"; reason: string }
);

/** Tells the asker, in the transaction that decides, what became of it. */
export async function mailAsker(tx: Tx, asker: Named, decision: Decision, context: EmailContext): Promise<void> {
  const { id, by, asked, state } = decision;
  const what = asked.isSheet ? "order sheet" : "order";
  const content: EmailContent = {
    subject: `${nameOf(asked)}: ${state} by ${by}, ${formatTotal(asked.total)}`,
    heading: `${by} has ${state} your ${what}`,
    paragraphs:
      state === "approved"
        ? [`It was sent ${asked.isSheet ? `as Sheet S-${decision.sentAs}` : `as order No. ${decision.sentAs}`}.`]
        : ["Nothing was ordered. You can put it back on your order sheet, change it, and ask again."],
    facts: [...(state === "returned" ? [["Reason", decision.reason] as [string, string]] : []), ...listFacts(asked)],
    button:
      state === "approved"
        ? { label: `Open the ${what}`, to: `/dashboard/${asked.isSheet ? "ordersheets" : "orders"}/${decision.sentAs}` }
        : { label: "Open your order sheet", to: "/dashboard/ordersheet" },
    finePrint: "You get this mail because you asked for it at Rivet & Reed.",
  };
  await send(tx, [asker], content, `approval ${id} ${state}`, context);
}

async function send(tx: Tx, to: readonly Named[], content: EmailContent, key: string, context: EmailContext) {
  if (to.length === 0) return;
  const laidOut = layOut(content, context);
  await enqueueMails(
    tx,
    to.map(({ id, name, email }) => ({ ...laidOut, to: { name, address: email }, key: `${key} to ${id}` })),
  );
}
