import { nameCountry } from "#app/contract/country-name.ts";
import { formatPieces, formatTotal, formatUnitPrice } from "#app/contract/money.ts";
import { namePo } from "#app/contract/po.ts";
import type { Permission } from "#app/contract/staff.ts";
import { describeInvoice } from "#app/features/money/invoices/words.rules.ts";
import { states } from "#app/features/orders/facts.ts";
import { stateTitle } from "#app/features/orders/labels.ts";
import { isEnded } from "#app/features/orders/rules.ts";
import { dayOf, describeDay } from "#app/ui/moment-words.ts";
import type { Found } from "./contract.ts";

/** What a kind is called, as a filter and above its rows. */
export const kindWords: Record<Found["kind"], string> = {
  companies: "Companies",
  buyers: "Buyers",
  orders: "Orders",
  sheets: "Order sheets",
  invoices: "Invoices",
  products: "Products",
};

/** One row of the results: a thing that was found, or the way to all others of its kind. */
export type Row = {
  key: string;
  kind: Found["kind"];
  path: string;
  title: string;
  details: string;
  /** What stands at its end: a state or a sum. */
  end?: { words: string; tone?: "ok" | "low" | "out" | "wait"; sewn?: number } | { sum: string };
  isMore?: boolean;
};

/** The lists that show staff all of a kind. */
const lists: Partial<Record<Found["kind"], { path: string; name: string; may?: Permission }>> = {
  orders: { path: "/dashboard/manageorders", name: "Manage All Orders" },
  companies: { path: "/dashboard/buyers", name: "Buyers" },
  buyers: { path: "/dashboard/buyers", name: "Buyers" },
  products: { path: "/dashboard/manageproducts", name: "Manage Products", may: "manage-stock" },
};

/** "31", or "250+" where counting stopped. */
export function describeTotal({ total, isCapped }: Pick<Found, "total" | "isCapped">): string {
  return `${formatPieces(total)}${isCapped ? "+" : ""}`;
}

type About = {
  typed: string;
  timeZone: string;
  today: string;
  may: (permission: Permission) => boolean;
  isStaff: boolean;
};

/** The rows of a kind. `typed` is what was searched for, `today` the day in the shop's time zone. */
export function toRows(found: Found, { typed, timeZone, today, may, isStaff }: About): Row[] {
  const rows = readRows(found, timeZone, today);
  const list = isStaff ? lists[found.kind] : undefined;
  if (!list || (list.may && !may(list.may)) || (found.total <= rows.length && !found.isCapped)) return rows;
  return [
    ...rows,
    {
      ...{ key: `${found.kind} all`, kind: found.kind, isMore: true },
      path: `${list.path}?q=${encodeURIComponent(typed)}`,
      title: `All ${describeTotal(found)} in ${list.name}`,
      details: "",
    },
  ];
}

function readRows(found: Found, timeZone: string, today: string): Row[] {
  const { kind } = found;
  switch (found.kind) {
    case "orders":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: `No. ${hit.number} · ${hit.productName}`,
        details: join(
          hit.company,
          hit.name,
          formatPieces(hit.orderQuantity),
          formatTotal(hit.total),
          dayOf(hit.createdAt, timeZone),
          hit.poNumber && namePo(hit.poNumber),
        ),
        end: describeOrder(hit),
      }));
    case "sheets":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: `S-${hit.number}`,
        details: join(
          hit.company,
          hit.name,
          `${hit.lines} ${hit.lines === 1 ? "line" : "lines"}`,
          dayOf(hit.createdAt, timeZone),
          hit.poNumber && namePo(hit.poNumber),
        ),
        end: { sum: formatTotal(hit.total) },
      }));
    case "companies":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: hit.name,
        details: join(`No. ${hit.number}`, hit.country && nameCountry(hit.country), hit.members.join(", ")),
        end: Number(hit.unpaid) > 0 ? { words: `${formatTotal(hit.unpaid)} open` } : { sum: formatTotal(hit.value) },
      }));
    case "buyers":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: hit.company ?? hit.name,
        details: join(hit.company && hit.name, hit.email, hit.country && nameCountry(hit.country)),
        end:
          hit.orders === 0
            ? { words: "No orders yet" }
            : Number(hit.unpaid) > 0
              ? { words: `${formatTotal(hit.unpaid)} open` }
              : { sum: formatTotal(hit.value) },
      }));
    case "invoices":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: `${hit.number}, ${formatTotal(hit.total)}`,
        details: join(hit.company, hit.name, describeDay(hit.issuedOn), `due ${describeDay(hit.dueOn)}`),
        end: describeInvoice(hit, today),
      }));
    case "products":
      return found.hits.map((hit) => ({
        ...{ key: hit._id, kind, path: hit.path },
        title: hit.name,
        details: join(`Art. ${String(hit.number).padStart(3, "0")}`, formatUnitPrice(hit.price)),
        end: hit.quantity > 0 ? { sum: `${formatPieces(hit.quantity)} in stock` } : { words: "Sold out", tone: "out" },
      }));
  }
}

function describeOrder(hit: Extract<Found, { kind: "orders" }>["hits"][number]): Row["end"] {
  if (isEnded(hit)) return { words: stateTitle(hit.review), tone: "out" };
  if (hit.review === "in-review") return { words: stateTitle(hit.review), tone: "wait" };
  const tone = hit.shipping === "pending" ? "wait" : hit.shipping === "delivered" ? "ok" : undefined;
  return { words: stateTitle(hit.shipping), ...(tone && { tone }), sewn: states.shipping.indexOf(hit.shipping) };
}

function join(...details: (string | null)[]): string {
  return details.filter(Boolean).join(" · ");
}
