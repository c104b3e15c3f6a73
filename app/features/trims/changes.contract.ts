import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id } from "#app/contract/id.ts";
import { line } from "#app/contract/line.ts";
import { manyLines, oneLine } from "#app/contract/one-line.ts";
import { MAX_BREAKS, priceInput } from "#app/contract/price.ts";
import { bodyTooLarge, keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces, stock, stockChange } from "#app/contract/quantity.ts";
import { cleanLine, isSeen } from "#app/contract/text.ts";
import { webAddress } from "#app/contract/web-address.ts";
import { emailNotVerified } from "#app/features/identity/problems.ts";
import { trim } from "./contract.ts";
import { factShape } from "./facts.contract.ts";
import { inStock, nameTaken, notAnImage, stockTooLow, trimChanged } from "./problems.ts";

/** The stock below which admins are told; null for twice the minimum. Only admins are sent it. */
const lowStockAt = stock.nullable();

const ours = z
  .string()
  .regex(/^\/images\/(products|uploads)\/[a-z0-9-]+\.webp$/, "Please write an address that begins with https://");

/** One of our pictures, or one elsewhere. */
const img = z
  .string()
  .overwrite(cleanLine)
  .min(1, "Image URL is required")
  .pipe(z.union([ours, webAddress]));

const needed = {
  name: oneLine(200, "Please write the name in one line").refine(isSeen, "Name is required"),
  price: priceInput,
  img,
  moq: pieces,
};

/** The optional facts of a trim. Add a new fact to `factShape`; it is then stored and returned. */
const optionalFields = {
  description: manyLines(2000),
  /** What the picture shows; the name, if left out. */
  alt: manyLines(300),
  line: line.nullable(),
  /** All of them: any that is left out is removed. */
  priceBreaks: z
    .array(z.strictObject({ from: pieces, price: priceInput }))
    .max(MAX_BREAKS, `At most ${MAX_BREAKS} price breaks`),
  lowStockAt,
  ...factShape,
};

/** The fields of the form for a new trim. */
export const trimInput = z.strictObject({ ...needed, quantity: stock, ...z.object(optionalFields).partial().shape });

export type TrimInput = z.output<typeof trimInput>;

/**
 * The fields of the form for an existing trim: only what changes. Stock moves by `restock` and is never overwritten.
 */
export const trimChange = z
  .strictObject({
    ...needed,
    ...optionalFields,
    /** Pieces added to stock, or removed when negative. */
    restock: stockChange,
    /** The reason for the movement. */
    why: manyLines(200),
    /**
     * What these fields held when the caller read the trim. If one of them holds something else by now, and the call
     * would overwrite it, nothing changes.
     */
    was: trim.omit({ _id: true, number: true, quantity: true }).extend({ lowStockAt }).partial().strict(),
  })
  .partial();

export type TrimChange = z.output<typeof trimChange>;

const key = z.object({ "idempotency-key": z.string().min(1).max(200).optional() });

export const addWatch = endpoint({
  method: "PUT",
  path: "/trims/{id}/watch",
  access: "signed-in",
  summary: "Requests one mail when at least a trim's minimum order is back in stock",
  params: z.strictObject({ id }),
  output: z.object({ acknowledged: z.literal(true), watching: z.literal(true) }),
  refuses: [notFound, emailNotVerified, inStock, tooManyRequests],
});

export const removeWatch = endpoint({
  method: "DELETE",
  path: "/trims/{id}/watch",
  access: "signed-in",
  summary: "Withdraws the request for a mail when a trim is back in stock",
  params: z.strictObject({ id }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
});

export const addTrim = endpoint({
  method: "POST",
  path: "/trims",
  access: "admin",
  may: "manage-products",
  summary: "Adds a trim to the catalogue",
  changesPages: true,
  headers: key,
  body: trimInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [nameTaken, requestRunning, keyReused],
});

export const changeTrim = endpoint({
  method: "PATCH",
  path: "/trims/{id}",
  access: "admin",
  summary: "Changes a trim or its stock and returns it; placed orders keep their price",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: key,
  body: trimChange,
  output: trim.extend({ lowStockAt }),
  refuses: [notFound, nameTaken, stockTooLow, trimChanged, requestRunning, keyReused],
});

export const deleteTrim = endpoint({
  method: "DELETE",
  path: "/trims/{id}",
  access: "admin",
  may: "manage-products",
  proof: "with a second factor",
  summary: "Removes a trim from the catalogue; orders for it stay",
  changesPages: true,
  params: z.strictObject({ id }),
  output: z.object({ acknowledged: z.literal(true), deletedCount: z.int() }),
});

/** The media types of pictures the shop takes; the last two are wrong names of JPEG that some programs send. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/avif", "image/jpg", "image/pjpeg"] as const;
export const MAX_IMAGE_BYTES = 8 * 1024 * 1024;

export const uploadImage = endpoint({
  method: "POST",
  path: "/images",
  access: "admin",
  may: "manage-products",
  summary: "Stores a picture in the sizes that pages use; `img` is its path",
  takes: { types: IMAGE_TYPES, maxBytes: MAX_IMAGE_BYTES, otherwise: notAnImage },
  output: z.object({ acknowledged: z.literal(true), img: z.string() }),
  refuses: [notAnImage, bodyTooLarge],
});
