import { dayAt, minuteAt } from "#app/contract/calendar.ts";
import type { IdOrNumber } from "#app/contract/id.ts";
import { formatPieces } from "#app/contract/money.ts";
import { notFound } from "#app/contract/problem.ts";
import { type DocumentSettings, type PrintedDocument, toSeller } from "#app/features/documents/documents.server.ts";
import { formatDay } from "#app/features/orders/days.server.ts";
import { groupByDelivery, groupByItem, nameRun } from "#app/features/orders/picking/picking.rules.ts";
import { findRun } from "#app/features/orders/picking/queries.server.ts";
import type { PickedOrder, PrintRun } from "#app/features/orders/picking.contract.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import type { Db } from "#app/platform/db/client.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { Paper } from "#app/platform/pdf/sheet.server.ts";
import type { PickFacts, PickLine } from "./facts.ts";

/**
 * Prints a pick or production list, without what has ended since.
 * @throws Refusal not-found
 */
export async function findPickList(
  db: Db,
  settings: DocumentSettings,
  { id, paper = settings.seller.paper }: { id: IdOrNumber; paper?: Paper | undefined },
): Promise<PrintedDocument> {
  const run = (await findRun(db, id)) ?? refuse(notFound, "This list does not exist.");
  const bytes = await settings.print({ pick: gatherPickFacts(run, settings), paper });
  return { bytes, filename: `${run.kind}-list-${nameRun(run)}.pdf` };
}

function gatherPickFacts(run: PrintRun, settings: DocumentSettings): PickFacts {
  const { timeZone } = settings;
  const orders = run.orders.filter((order) => !isEnded(order));
  const deliveries = groupByDelivery(orders);
  const pieces = orders.reduce((sum, { orderQuantity }) => sum + orderQuantity, 0);
  const buyers = new Set(orders.map(({ company, email }) => company ?? email)).size;
  const day = dayAt(new Date(run.at), timeZone);
  return {
    kind: run.kind,
    number: nameRun(run),
    at: run.at,
    printed: `${formatDay(day)}, ${minuteAt(run.at, timeZone).slice(-5)}`,
    seller: toSeller(settings),
    summary: [count(orders.length, "order"), count(buyers, "buyer"), count(pieces, "piece")].join(", "),
    items: groupByItem(orders).map(({ item, pieces: sum, orders: own }) => ({
      ...toLine(item),
      pieces: sum,
      onShelf: item.onShelf,
      orders: own.map(({ number, orderQuantity }) => ({ order: number, pieces: orderQuantity })),
    })),
    deliveries: deliveries.map(({ to: [to = "", ...rest], orders: own }) => {
      return { to, address: rest.join(", "), lines: own.map(toLine) };
    }),
  };
}

function toLine({ number, article, productName, orderQuantity, packingUnit }: PickedOrder): PickLine {
  return { order: number, article, item: productName, pieces: orderQuantity, packingUnit };
}

function count(some: number, noun: string): string {
  return `${formatPieces(some)} ${noun}${some === 1 ? "" : "s"}`;
}
