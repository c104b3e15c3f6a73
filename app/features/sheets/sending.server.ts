import { addTotals, totalPrice } from "#app/contract/money.ts";
import { unavailable } from "#app/contract/problem.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { newId } from "#app/platform/db/columns.server.ts";
import type { Person } from "#app/platform/http/handler.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { SheetInput } from "./changes.contract.ts";
import * as queries from "./queries.server.ts";
import { type Fault, findFaults, findFirstKind } from "./rules.ts";

/**
 * Sends a sheet: locks and checks all lines, takes their pieces, writes what was ordered, and leaves the mails to
 * `tellSentSheets`; all in `tx`, or nothing. That is two statements, however many lines there are. The draft is
 * deleted, if `draft` is its version, or is not given.
 * @throws Refusal not-found, below-minimum, above-available or price-changed, with the faults of all lines.
 */
export async function send(tx: Tx, who: Person, { lines, ...input }: SheetInput, draft?: string) {
  const trims = await queries.lockTrims(tx, lines);
  const faults = findFaults(lines, trims);
  if (faults.length > 0) refuseFaults(faults, (at) => trims.get(lines[at]?.trimId ?? "")?.number);
  const priced = lines.map((line) => ({ ...line, trim: trims.get(line.trimId) ?? refuseStrange() }));
  const common = { name: who.name, email: who.email, phone: input.phone, address: input.address };
  const asked = { poNumber: input.poNumber, wantedOn: input.wantedOn };
  const written = {
    ...{ userId: who.id, ...common, ...asked, company: input.company, country: input.country, note: input.note },
    lines: lines.length,
    pieces: lines.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0),
    total: addTotals(priced.map(({ trim, orderQuantity }) => totalPrice(trim.unitPrice, orderQuantity))),
  };
  const judged = priced.map(({ trim, orderQuantity }) => ({
    ...{ orderId: newId(), trimId: trim.id, productName: trim.name },
    ...{ orderQuantity, unitPrice: trim.unitPrice },
  }));
  const sheet = await queries.writeSheet(tx, who, written, judged, draft);
  return { insertedId: sheet.id, number: sheet.number, orderIds: judged.map(({ orderId }) => orderId) };
}

/** Says all that is wrong, trim by trim. A trim that is unknown or has gone is named by its line, counted from 1. */
function refuseFaults(faults: readonly Fault[], articleOf: (line: number) => number | undefined): never {
  const problem = findFirstKind(faults) ?? unavailable;
  const detail = faults
    .map(({ field, message }) => {
      const at = Number(field.split(".")[1]);
      const article = articleOf(at);
      const what = article === undefined ? `Line ${at + 1}` : `No. ${formatArticle(article)}`;
      return `${what}: ${message.replace(/\.$/, "")}`;
    })
    .join("; ");
  const errors = faults.map(({ field, message }) => ({ field, message }));
  const now = faults.flatMap(({ field, now }) => (now === undefined ? [] : [[field, now] as const]));
  refuse(problem, `${detail}. Nothing was ordered.`, errors, now.length > 0 ? Object.fromEntries(now) : undefined);
}

function refuseStrange(): never {
  throw new Error("a line that was judged has no trim or no order");
}
