import { v7 } from "uuid";
import type { Seller } from "#app/features/documents/facts.ts";
import type { Trim } from "#app/features/trims/contract.ts";
import { actionsOnOrder, actionsOnTrim } from "./actions.ts";
import { createChance } from "./chance.ts";
import { type Note, planClaims } from "./claims.ts";
import { planCompanies } from "./companies.ts";
import { DAY_MS } from "./days.ts";
import { planInvoices } from "./invoices.ts";
import { planMoney } from "./money.ts";
import { type Buyer, buyers } from "./purchases.ts";
import { planReviews } from "./reviews.ts";
import { planSupply, type StockChange } from "./stock.ts";
import { planStories, type Story, toShipment } from "./stories.ts";

type Stocked = Trim & { lowStockAt: number | null };
type Person = { id: string; name: string; email: string };
export type People = {
  admin: Person;
  /** The account that visitors of the demo may use: it has traded for the first buyer's company. */
  visitor: Person;
};
type Options = People & { now: number; timeZone: string; seller: Seller; trims: readonly Stocked[] };

const SEED = 20;
/** The catalogue opened a month before the first orders. */
const OPENED_MS = 395 * DAY_MS;

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * The rows of a year of trade by the buyers of buyers.json, up to `now`: the same for the same moment and catalogue.
 * What is left of each trim is what its `quantity` says.
 */
export function planYear({ now, timeZone, seller, admin, visitor, trims }: Options) {
  const { bytes } = createChance(SEED);
  let seq = 0;
  /** Sorts by time, and among rows of one moment by when it was asked for. */
  const idAt = (msecs: number) => v7({ msecs, seq: seq++, random: bytes(16) });
  const opened = now - OPENED_MS;
  const [first, ...others] = buyers;
  const traders = [{ ...(first ?? refuseStrange()), contact: visitor.name, email: visitor.email }, ...others];
  const people = new Map(
    traders.map((buyer, at) => [buyer, toUser(buyer, at === 0 ? visitor.id : idAt(opened + at), opened)]),
  );
  const userOf = (buyer: Buyer) => people.get(buyer)?.id ?? refuseStrange();

  const founded = traders.map((buyer) => ({ buyer, userId: userOf(buyer), companyId: idAt(opened) }));
  const companyOf = new Map(founded.map(({ userId, companyId }) => [userId, companyId]));
  const withCompany = <Row extends { userId: string }>(row: Row) => ({ ...row, companyId: companyOf.get(row.userId) });
  const newId = () => idAt(opened);
  const { colleagues, ...companies } = planCompanies(founded, { opened: iso(opened), now, trims, newId, idAt });

  const { sheets, stories } = planStories({ now, timeZone, buyers: traders, trims, userOf, idAt });
  const { payments, ...invoicing } = planInvoices(stories, { seller, timeZone, idAt });
  const money = planMoney({ ...invoicing, payments }, stories, {
    ...{ now, timeZone, idAt, adminId: admin.id, firstUserId: visitor.id },
    companyOf: (userId) => companyOf.get(userId) ?? null,
  });
  const claimed = planClaims(invoicing, stories, { now, timeZone, idAt, adminId: admin.id });
  const placed = [...stories, ...claimed.replacements];
  const supplies = trims.map((trim) => ({ trim, ...planSupply(trim, findChanges(trim, placed)) }));
  const { reviews, actions: reviewing } = planReviews({ now, admin, people: [...people.values()], idAt });
  const actions = [
    ...stories.flatMap(({ order, happenings }) => actionsOnOrder(order, happenings)),
    ...supplies.flatMap(({ trim, restocks }) => actionsOnTrim(trim, restocks)),
    ...reviewing,
  ];
  const by = { userId: admin.id, email: admin.email, name: admin.name, address: null, userAgent: null };
  return {
    users: [...[...people.values()].filter(({ id }) => id !== visitor.id), ...colleagues],
    ...companies,
    companies: companies.companies.map((company) => ({ ...company, ...money.limitOf(company.id) })),
    profiles: traders.map((buyer) => toProfile(buyer, userOf(buyer))),
    ...{ sheets: sheets.map(withCompany), orders: placed.map(({ order }) => withCompany(order)) },
    ...{ reviews, openedAt: iso(opened) },
    ...{ ...invoicing, payments: money.payments, reminders: money.reminders },
    ...{ claims: claimed.claims, creditNotes: claimed.creditNotes },
    events: listEvents(placed, admin.id, claimed.notes).map(({ at, ...event }) => ({
      id: idAt(at),
      createdAt: iso(at),
      ...event,
    })),
    movements: supplies.flatMap(({ trim, restocks }) =>
      restocks.map(({ at, pieces }) => ({
        ...{ id: idAt(at), trimId: trim._id, email: admin.email, delta: pieces, why: "restock", createdAt: iso(at) },
      })),
    ),
    firstStocks: supplies.map(({ trim, first }) => ({ trimId: trim._id, delta: first })),
    audit: actions
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, ...action }) => ({ id: idAt(at), createdAt: iso(at), ...by, ...action })),
  };
}

function findChanges({ _id }: Stocked, stories: readonly Story[]): StockChange[] {
  return stories.flatMap(({ order, at, happenings }) => {
    if (order.trimId !== _id) return [];
    const pieces = order.orderQuantity;
    const end = happenings.find(({ move }) => move?.to === "declined" || move?.to === "cancelled");
    return [{ at, pieces: -pieces }, ...(end ? [{ at: end.at, pieces }] : [])];
  });
}

/** What happened, as it happened: the numbers of events rise with time. */
function listEvents(stories: readonly Story[], adminId: string, notes: readonly Note[]) {
  const happened = stories
    .flatMap(({ order, at, by, happenings }) => [
      { at, by, order, one: undefined },
      ...happenings.map((one) => ({ at: one.at, by: one.by, order, one })),
    ])
    .map(({ at, by, order, one }) => ({
      ...{ at, orderId: order.id, kind: one ? (one.move ? "move" : "note") : "placed" },
      ...{ track: one?.move?.track ?? null, from: one?.move?.from ?? null, to: one?.move?.to ?? null },
      ...{ actorId: by === "admin" ? adminId : order.userId, actorRole: by },
      ...{ note: one?.note ?? null, noteFor: one?.noteFor ?? null, isMailed: false },
      ...toShipment(one?.shipment),
      dueOn: one?.dueOn ?? null,
    }));
  const noted = notes.map((note) => {
    const nothing = { track: null, from: null, to: null, ...toShipment(undefined), dueOn: null, isMailed: false };
    return { kind: "note", ...note, ...nothing };
  });
  return [...happened, ...noted].toSorted((a, b) => a.at - b.at);
}

function toUser({ contact, email }: Buyer, id: string, opened: number) {
  const at = new Date(opened).toISOString();
  return { id, name: contact, email, emailVerified: true, role: "buyer" as const, createdAt: at, updatedAt: at };
}

function toProfile({ company, email, country, city, phone, segment }: Buyer, userId: string) {
  const linkedin = `https://${email.split("@")[1]}/`;
  return { userId, phone, linkedin, location: city, education: `Buys for ${segment}`, company, country };
}

function refuseStrange(): never {
  throw new Error("an order of the demo's year has no buyer or no life");
}
