import { z } from "zod";
import { differences, flatFields } from "#app/contract/flat-fields.ts";
import { describePieces, writeUnitPrice } from "#app/contract/money.ts";
import { MAX_ROWS } from "#app/contract/page.ts";
import { invalidInput, notFound } from "#app/contract/problem.ts";
import { WITHOUT, writeWithout } from "#app/contract/search.ts";
import { recordAction } from "#app/features/audit/queries.server.ts";
import { refuseUnverified } from "#app/features/identity/verified.server.ts";
import type { CountCache } from "#app/features/trims/find/counts.server.ts";
import { listTrims, suggestTrims } from "#app/features/trims/find/list.server.ts";
import { keepPicture } from "#app/features/trims/pictures/uploads.server.ts";
import { listLow } from "#app/features/trims/stock/low.server.ts";
import { addToStock, notifyIfBackInStock } from "#app/features/trims/stock/stock.server.ts";
import { inTransaction, sqlState, type Tx, UNIQUE_VIOLATION } from "#app/platform/db/client.server.ts";
import { MAX_INTEGER } from "#app/platform/db/columns.server.ts";
import { requirePermission } from "#app/platform/http/access.server.ts";
import { type Client, type Person, type Served, serve } from "#app/platform/http/handler.server.ts";
import { withIdempotencyKey } from "#app/platform/http/idempotency.server.ts";
import { answerPage, readPage, sayIfMore } from "#app/platform/http/pagination.server.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";
import { trimActions } from "./audit-actions.server.ts";
import * as changes from "./changes.contract.ts";
import * as contract from "./contract.ts";
import type { TrimLimits } from "./limits.server.ts";
import { oneFamily, oneTrim, TRIMS } from "./page-subjects.ts";
import { inStock, nameTaken, stockTooLow, trimChanged } from "./problems.ts";
import * as queries from "./queries.server.ts";
import { faultsOfBreaks, type Prices } from "./rules.ts";

/** How many are suggested. */
const SUGGESTIONS = 8;
const articleNumber = z.coerce.number().int().positive().max(MAX_INTEGER);
const acknowledged = true as const;

type Settings = {
  /** The emailContext of mails to people who wait for a trim. */
  emailContext: EmailContext;
  counts: CountCache;
  limits: TrimLimits;
};

/** The catalogue's calls. */
export const trimsApi = ({ emailContext, counts, limits }: Settings): Served[] => [
  serve(contract.listTrims, async (call) => {
    const { db, query } = call;
    const limit = query.limit ?? MAX_ROWS;
    call.cacheTags(TRIMS);
    const { rows, total, isMore, without } = await listTrims(db, { ...query, limit, after: query.after });
    sayIfMore(call, isMore);
    sayWithout(call, without);
    return answerPage(call, { rows, total, limit, toCursor: ({ cursor }) => cursor });
  }),

  serve(contract.listLowTrims, async (call) => {
    const { db, query } = call;
    const { limit, after } = readPage(query, articleNumber);
    const { rows, total, without } = await listLow(db, { q: query.q, limit, after });
    sayWithout(call, without);
    return answerPage(call, { rows, total, limit, toCursor: ({ number }) => number });
  }),

  serve(contract.countTrims, ({ db, query, cacheTags }) => {
    cacheTags(TRIMS);
    return counts.count(db, query);
  }),

  serve(contract.suggestTrims, async (call) => {
    call.cacheTags(TRIMS);
    const { rows, total, isMore, without } = await suggestTrims(call.db, call.query.q, SUGGESTIONS);
    call.setHeader("X-Total-Count", String(total));
    sayIfMore(call, isMore);
    sayWithout(call, without);
    return rows;
  }),

  serve(contract.findTrim, async ({ db, params, cacheTags }) => {
    const trim = (await queries.findTrim(db, params.id)) ?? refuseUnknown();
    cacheTags(oneTrim(trim._id));
    return trim;
  }),

  serve(contract.listRelatives, async ({ db, params }) => {
    const trim = (await queries.findTrim(db, params.id)) ?? refuseUnknown();
    const [family = null, trims] = await Promise.all([
      queries.findFamily(db, trim.family),
      queries.listRelatives(db, trim),
    ]);
    return { family, trims };
  }),

  serve(contract.findWatch, async ({ db, who, params }) => {
    return { watching: await queries.hasWatch(db, { trimId: params.id, userId: who.id }) };
  }),

  serve(changes.addWatch, async ({ db, who, params }) => {
    refuseUnverified(who);
    // Usually the stock alone decides, without a lock that orders would have to wait for.
    refuseInStock(await queries.findStock(db, params.id));
    await limits.take("watch-account", who.id);
    await inTransaction(db, async (tx) => {
      refuseInStock(await queries.holdStock(tx, params.id));
      await queries.insertWatch(tx, { trimId: params.id, userId: who.id });
    });
    return { acknowledged, watching: true as const };
  }),

  serve(changes.removeWatch, async ({ db, who, params }) => {
    return { acknowledged, deletedCount: await queries.deleteWatch(db, { trimId: params.id, userId: who.id }) };
  }),

  serve(changes.addTrim, async ({ db, who, from, headers, body, changed }) => {
    changed(TRIMS, ...familiesOf(body));
    const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.addTrim, content: body };
    return withIdempotencyKey(db, request, (tx) => add(tx, { who, from }, body));
  }),

  serve(changes.changeTrim, async ({ db, who, from, params, headers, body, changed }) => {
    const isOfStock = Object.keys(body).every((field) => ofStock.has(field));
    requirePermission(who, isOfStock ? "manage-stock" : "manage-products");
    changed(TRIMS, oneTrim(params.id));
    const content = { ...params, ...body };
    const request = { owner: who.id, key: headers["idempotency-key"], endpoint: changes.changeTrim, content };
    return withIdempotencyKey(db, request, async (tx) => {
      const { before, after } = await change(tx, { who, from, emailContext }, params.id, body);
      // Its relatives' pages name it, but say nothing of its stock.
      const isNamed = Object.keys(body).some((field) => field !== "restock" && field !== "why");
      changed(TRIMS, oneTrim(params.id), ...(isNamed ? familiesOf(before, after) : []));
      return after;
    });
  }),

  serve(changes.deleteTrim, async ({ db, who, from, params, changed }) => {
    changed(TRIMS, oneTrim(params.id));
    const deletedCount = await inTransaction(db, async (tx) => {
      const gone = await queries.removeTrim(tx, params.id);
      if (!gone) return 0;
      changed(TRIMS, oneTrim(params.id), ...familiesOf(gone));
      const { id: objectId, name: object, ...fields } = gone;
      const before = Object.fromEntries(flatFields(fields));
      await recordAction(tx, { who, from }, { action: trimActions.remove, object, objectId, before, after: null });
      return 1;
    });
    return { acknowledged, deletedCount };
  }),

  serve(changes.uploadImage, async ({ db, who, from, file }) => ({
    acknowledged,
    img: await keepPicture(db, { who, from }, file),
  })),
];

/** The fields of a change that are about a trim's stock alone. */
const ofStock = new Set<string>(["restock", "why", "lowStockAt", "was"]);

function sayWithout(call: { setHeader(name: string, value: string): void }, without: readonly string[]): void {
  if (without.length > 0) call.setHeader(WITHOUT, writeWithout(without));
}

type ActionContext = { who: Person; from: Client; emailContext: EmailContext };

async function add(tx: Tx, by: Omit<ActionContext, "emailContext">, input: changes.TrimInput) {
  const { name, description = "" } = input;
  const trim = { ...input, description, alt: input.alt || name };
  refuseBreaks({ priceBreaks: [], ...trim });
  const insertedId = await queries.insertTrim(tx, trim, by.who.email);
  if (!insertedId) return refuseName(name);
  const after = Object.fromEntries(flatFields(trim));
  await recordAction(tx, by, { action: trimActions.add, object: name, objectId: insertedId, before: null, after });
  return { acknowledged, insertedId };
}

async function change(
  tx: Tx,
  by: ActionContext,
  id: string,
  { restock, why, was = {}, ...fields }: changes.TrimChange,
) {
  const before = (await queries.lockTrim(tx, id)) ?? refuseUnknown();
  refuseOverwriting({ before, was, fields });
  refuseBreaks({ ...before, ...fields });
  await queries.updateTrim(tx, id, { ...fields, ...nameAlone(before, fields) }).catch((error: unknown) => {
    // Only the index knows if another admin gives a trim this name at the same moment.
    if (sqlState(error) === UNIQUE_VIOLATION) refuseName(fields.name ?? before.name);
    throw error;
  });
  if (restock) await move(tx, by, id, { delta: restock, why: why || "restock", left: before.quantity });
  if (fields.moq) await notifyIfBackInStock(tx, id, by.emailContext);
  const after = (await queries.findTrim(tx, id)) ?? refuseUnknown();
  const changes = differences(before, after);
  if (changes.length > 0) {
    const isRestock = changes.every(({ field }) => field === "quantity");
    await recordAction(tx, by, {
      ...{ action: isRestock ? trimActions.restock : trimActions.change, object: after.name, objectId: id },
      before: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
      after: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
    });
  }
  return { before, after };
}

/** A picture without words of its own is called as its trim, also when that is renamed. */
function nameAlone(before: { name: string; alt: string }, { name, alt }: changes.TrimChange) {
  const isPlain = alt === undefined ? name !== undefined && before.alt === before.name : alt === "";
  return isPlain ? { alt: name ?? before.name } : {};
}

/** The subjects of the families of these trims. */
function familiesOf(...trims: { family?: string | null | undefined }[]): string[] {
  return trims.flatMap(({ family }) => (family ? oneFamily(family) : []));
}

async function move(
  tx: Tx,
  { who, emailContext }: ActionContext,
  id: string,
  movement: { delta: number; why: string; left: number },
) {
  const { delta, why, left } = movement;
  if (left + delta < 0) {
    const message = `Only ${describePieces(left)} left in stock`;
    refuse(stockTooLow, message, [{ field: "restock", message }]);
  }
  if (!(await addToStock(tx, id, delta, emailContext))) {
    const message = "That is more than the shop can count";
    refuse(invalidInput, message, [{ field: "restock", message }]);
  }
  await queries.insertMovement(tx, { trimId: id, delta, why, email: who.email });
}

function refuseInStock(found: { quantity: number; moq: number } | undefined): void {
  const { quantity, moq } = found ?? refuseUnknown();
  if (quantity >= moq) refuse(inStock, `It is back, with ${describePieces(quantity)} in stock.`);
}

function refuseUnknown(): never {
  refuse(notFound, "This trim does not exist.");
}

function refuseBreaks(prices: Prices & { moq: number }): void {
  const faults = faultsOfBreaks(prices);
  const detail = faults.map(({ field, message }) => `${field}: ${message}`).join("; ");
  if (faults.length > 0) refuse(invalidInput, detail, faults);
}

/** @throws Refusal trim-changed, with what the fields hold now. */
function refuseOverwriting({ before, was, fields }: { before: object; was: object; fields: object }): void {
  const names = Object.keys(was).filter((name) => name in fields);
  const [seen, now, next] = [was, before, fields].map((record) => pickPlain(record, names));
  if (!seen || !now || !next) return;
  const wanted = new Set(differences(now, next).map(({ field }) => field));
  const lost = differences(seen, now).filter(({ field }) => wanted.has(field));
  if (lost.length === 0) return;
  const errors = lost.map(({ field, before, after }) => ({
    field,
    message: `Somebody changed it from ${sayValue(field, before)} to ${sayValue(field, after)}`,
  }));
  refuse(trimChanged, errors.map(({ field, message }) => `${field}: ${message}`).join("; "), errors);
}

function sayValue(field: string, value: unknown): string {
  if (field === "price" && typeof value === "number") return writeUnitPrice(String(value));
  return String(value ?? "nothing");
}

/** These fields, with prices as numbers: "0.0620" is 0.062. */
function pickPlain(record: object, names: readonly string[]): object {
  const picked = Object.entries(record).filter(([name]) => names.includes(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(picked)), (name, value) =>
    name === "price" ? Number(value) : value,
  );
}

function refuseName(name: string): never {
  const message = `There is a trim called ${name} already`;
  refuse(nameTaken, message, [{ field: "name", message }]);
}
