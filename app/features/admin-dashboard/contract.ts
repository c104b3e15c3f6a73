import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { line } from "#app/contract/line.ts";
import { asOf, buyer, value } from "#app/features/buyers/contract.ts";
import { invoiceSums } from "#app/features/money/invoices.contract.ts";
import { order } from "#app/features/orders/contract.ts";

/** Orders that wait for an admin, and the day the first of them was placed: a day in the shop's time zone. */
const waiting = z.object({ orders: z.int(), oldestOn: z.iso.date().nullable() });

export type Waiting = z.infer<typeof waiting>;

const adminDashboard = z
  .object({
    /** Today, in the shop's time zone. */
    today: z.iso.date(),
    review: waiting,
    produce: waiting,
    pack: waiting,
    ship: waiting,
    /** Accepted and not invoiced: how many of them have shipped, and what all come to without tax. */
    invoice: z.object({ orders: z.int(), shipped: z.int(), value }),
    /** Invoiced, not paid, and the last day to pay is over. */
    pastDue: z.object({ orders: z.int(), value, oldestOn: z.iso.date().nullable() }),
    /** What invoices come to, by age; null for who may not see them. */
    owed: invoiceSums.nullable(),
    /** Trims whose stock is below their mark; some of them cannot be ordered. */
    lowStock: z.object({ trims: z.int(), outOfStock: z.int(), belowMinimum: z.int() }),
    /** Newest first, without those declined or cancelled. */
    newest: z.array(order),
  })
  .meta({ id: "AdminDashboard" });

export type AdminDashboard = z.infer<typeof adminDashboard>;

/** Without orders that were declined or cancelled. */
const sums = { orders: z.int(), pieces: z.int(), value };

const soldTrim = z.object({
  trimId: id,
  /** The article number. */
  number: z.int(),
  name: z.string(),
  img: z.string(),
  /** Whether it is still in the catalogue. */
  isOffered: z.boolean(),
  ...sums,
});

export type SoldTrim = z.infer<typeof soldTrim>;

const sales = z
  .object({
    /** 53 weeks, each named by its Monday, the running one last. Days are those of the shop's time zone. */
    weeks: z.array(
      z.object({
        week: z.iso.date(),
        ...sums,
        /** Only lines that sold something; null is for trims without a line. */
        lines: z.array(z.object({ line: line.nullable(), ...sums })),
      }),
    ),
    /** The best trims of the last twelve months with the running one. */
    byValue: z.array(soldTrim),
    byPieces: z.array(soldTrim),
    /** Buyers who are silent for over six weeks and twice as long as usual, the most valuable first. */
    quiet: z.array(buyer),
    asOf,
  })
  .meta({ id: "Sales" });

export type Sales = z.infer<typeof sales>;

export const showAdminDashboard = endpoint({
  method: "GET",
  path: "/adminDashboard",
  access: "admin",
  summary: "Counts what waits for an admin today, and lists the newest orders",
  output: adminDashboard,
});

export const showSales = endpoint({
  method: "GET",
  path: "/sales",
  access: "admin",
  summary: "Adds up the sales of a year by week and product line, with the best trims and the buyers gone quiet",
  output: sales,
});
