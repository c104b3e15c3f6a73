import { z } from "zod";
import { country } from "./country.ts";
import { oneLine } from "./one-line.ts";
import { isSeen } from "./text.ts";

const needed = (most: number, missing: string) => oneLine(most).refine(isSeen, missing);

const none = z.union([z.null(), z.string().refine((text) => !isSeen(text))]).transform(() => null);

/** What may be left out; null, or only spaces, counts as none. */
const orNone = (most: number) => z.union([none, oneLine(most)]).default(null);

/** Where an order is sent, in fields, as a caller says it. */
export const shipToInput = z.strictObject({
  company: orNone(200),
  /** Whom it is for. */
  name: orNone(200),
  street: needed(200, "Street is required"),
  /** A second line below the street, such as a dock or a building. */
  more: orNone(200),
  postcode: orNone(20),
  town: needed(100, "Town is required"),
  country,
});

/** Where an order is sent, in fields, as answers say it. */
export const shipTo = z
  .object({
    company: z.string().nullable(),
    name: z.string().nullable(),
    street: z.string(),
    more: z.string().nullable(),
    postcode: z.string().nullable(),
    town: z.string(),
    /** ISO 3166-1 alpha-2. */
    country: z.string(),
  })
  .meta({ id: "ShipTo" });

export type ShipTo = z.infer<typeof shipTo>;

/** The same while it is being written: any of it may be missing still. */
export const shipToDraftInput = z.strictObject({
  company: orNone(200),
  name: orNone(200),
  street: orNone(200),
  more: orNone(200),
  postcode: orNone(20),
  town: orNone(100),
  country: z.union([none, country]).default(null),
});

export const shipToDraft = z.object({
  ...shipTo.shape,
  street: z.string().nullable(),
  town: z.string().nullable(),
  country: z.string().nullable(),
});

export type ShipToDraft = z.infer<typeof shipToDraft>;

/** Nothing but the country, where it is known. */
export function emptyShipTo(country: string | null): ShipToDraft {
  return { company: null, name: null, street: null, more: null, postcode: null, town: null, country };
}
