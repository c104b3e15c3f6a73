import { dayAt } from "#app/contract/calendar.ts";
import { addTotals } from "#app/contract/money.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { quotePrice } from "#app/features/trims/rules.ts";
import { type Happening, type Life, planLives, type Shipment } from "./course.ts";
import { DAY_MS } from "./days.ts";
import { type Buyer, type Purchase, planPurchases } from "./purchases.ts";

type Named = { id: string; number: number };
type Sheet = Named & Common & ReturnType<typeof toSheet>;
type Common = ReturnType<typeof toAddress> & {
  userId: string;
  poNumber: string | null;
  wantedOn: string | null;
  createdAt: string;
};
type Order = Named & Common & ReturnType<typeof toOrder> & { company: string; depositPercent: number };
/** An order and all that happened to it. */
export type Story = {
  order: Order;
  /** When it was placed, and by whom. */
  at: number;
  by: Happening["by"];
  happenings: readonly Happening[];
  trim: Trim;
  buyer: Buyer;
};

type Options = {
  now: number;
  timeZone: string;
  buyers: readonly Buyer[];
  trims: readonly Trim[];
  userOf: (buyer: Buyer) => string;
  idAt: (ms: number) => string;
};

/** The sheets, and the stories of all orders, both numbered as they came. */
export function planStories({ now, timeZone, buyers, trims, userOf, idAt }: Options) {
  const dayOf = (ms: number) => dayAt(ms, timeZone);
  const purchases = planPurchases(now, buyers, trims);
  const lives = planLives(purchases, { now, dayOf });
  const sheets: Sheet[] = [];
  const stories: Story[] = [];
  for (const [index, purchase] of purchases.entries()) {
    const { buyer, at, wantedAfter, poNumber } = purchase;
    const wantedOn = wantedAfter === null ? null : dayOf(at + wantedAfter * DAY_MS);
    const common = {
      userId: userOf(buyer),
      ...toAddress(buyer),
      poNumber,
      wantedOn,
      createdAt: new Date(at).toISOString(),
    };
    const sheet = purchase.isSheet ? { id: idAt(at), number: sheets.length + 1 } : undefined;
    if (sheet) sheets.push({ ...sheet, ...common, ...toSheet(purchase) });
    for (const [row, line] of purchase.lines.entries()) {
      const life = lives[index]?.[row] ?? refuseStrange();
      const order = {
        id: idAt(at),
        number: stories.length + 1,
        ...common,
        company: buyer.company,
        ...toOrder(line, life, sheet),
        depositPercent: purchase.depositPercent,
      };
      stories.push({ order, at, by: "buyer", happenings: life.happenings, trim: line.trim, buyer });
    }
  }
  return { sheets, stories };
}

function toAddress({ contact, email, phone, address, city }: Buyer) {
  return { name: contact, email, phone, address: `${address}, ${city}` };
}

function toSheet({ buyer: { company, country }, lines }: Purchase) {
  const totals = lines.map(({ trim, pieces }) => quotePrice(trim, pieces).total);
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  return { company, country, note: null, lines: lines.length, pieces, total: addTotals(totals) };
}

function toOrder({ trim, pieces }: Purchase["lines"][number], { status, happenings }: Life, sheet: Named | undefined) {
  const { unitPrice, total } = quotePrice(trim, pieces);
  return {
    ...{ trimId: trim._id, productName: trim.name, orderQuantity: pieces },
    ...{ unitPrice, total, ...status },
    ...toShipment(happenings.find(({ shipment }) => shipment)?.shipment),
    dueOn: happenings.find(({ dueOn }) => dueOn)?.dueOn ?? null,
    ...{ sheetId: sheet?.id ?? null, sheetNumber: sheet?.number ?? null },
  };
}

/** Null in every field if nothing was shipped. */
export function toShipment(shipment: Shipment | undefined): Shipment | Record<keyof Shipment, null> {
  return shipment ?? { carrier: null, trackingNumber: null, trackingUrl: null };
}

function refuseStrange(): never {
  throw new Error("an order of the demo's year has no buyer or no life");
}
