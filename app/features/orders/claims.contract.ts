import { z } from "zod";
import { endpoint } from "#app/contract/endpoint.ts";
import { id, idOrNumber } from "#app/contract/id.ts";
import { manyLines } from "#app/contract/one-line.ts";
import { pageHeaders, pageQuery } from "#app/contract/page.ts";
import { bodyTooLarge, keyReused, notFound, requestRunning, tooManyRequests } from "#app/contract/problem.ts";
import { pieces } from "#app/contract/quantity.ts";
import { isSeen } from "#app/contract/text.ts";
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "#app/features/trims/changes.contract.ts";
import { notAnImage } from "#app/features/trims/problems.ts";
import { claimKinds, claimRemedies, claimStates, NOTE_MAX } from "./facts.ts";
import { aboveAvailable, aboveDelivered, claimLate, claimSettled, manyPictures, notInvoiced } from "./problems.ts";

const claim = z
  .object({
    _id: id,
    at: z.iso.datetime(),
    /** The number of the order that it is about, its item and what one piece of it cost. */
    order: z.int(),
    productName: z.string(),
    unitPrice: z.string(),
    kind: z.enum(claimKinds),
    pieces: z.int(),
    /** What the buyer asks for. */
    wants: z.enum(claimRemedies),
    words: z.string(),
    state: z.enum(claimStates),
    /** What they get, of an accepted one. */
    gets: z.enum(claimRemedies).nullable(),
    /** Why it was refused. */
    reason: z.string().nullable(),
    creditNote: z.string().nullable(),
    /** The number of the order that replaces the pieces. */
    replacement: z.int().nullable(),
    settledAt: z.iso.datetime().nullable(),
    /** The ids of its pictures. */
    pictures: z.array(id),
    /** Whose order it is: the company, else the person. */
    buyer: z.string(),
    isMine: z.boolean(),
  })
  .meta({ id: "Claim" });

export type Claim = z.infer<typeof claim>;

const keyed = z.object({ "idempotency-key": z.string().min(1).max(200) });

export const listOrderClaims = endpoint({
  method: "GET",
  path: "/orders/{id}/claims",
  access: "signed-in",
  summary: "Returns what was claimed about an order, and what may still be claimed until when",
  params: z.strictObject({ id: idOrNumber }),
  output: z.object({
    /** Newest first. */
    claims: z.array(claim),
    /** The most pieces that may still be claimed by the caller: none for who may not, or too late. */
    most: z.int(),
    /** The last day for it, in the shop's time zone; null if nothing was delivered. */
    until: z.iso.date().nullable(),
  }),
  refuses: [notFound],
});

const claimInput = z.strictObject({
  kind: z.enum(claimKinds),
  pieces,
  wants: z.enum(claimRemedies),
  words: manyLines(NOTE_MAX).refine(isSeen, "Please describe the problem"),
});

export type ClaimInput = z.infer<typeof claimInput>;

export const addClaim = endpoint({
  method: "POST",
  path: "/orders/{id}/claims",
  access: "signed-in",
  summary: "Reports missing, damaged or wrong pieces of a delivered order; staff get a mail",
  params: z.strictObject({ id: idOrNumber }),
  headers: keyed,
  body: claimInput,
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, aboveDelivered, claimLate, requestRunning, keyReused, tooManyRequests],
});

export const addClaimPicture = endpoint({
  method: "POST",
  path: "/claims/{id}/pictures",
  access: "signed-in",
  summary: "Adds a picture to an open claim of the caller's",
  params: z.strictObject({ id }),
  headers: keyed,
  takes: { types: IMAGE_TYPES, maxBytes: MAX_IMAGE_BYTES, otherwise: notAnImage },
  output: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refuses: [notFound, claimSettled, manyPictures, notAnImage, bodyTooLarge, requestRunning, keyReused, tooManyRequests],
});

export const readClaimPicture = endpoint({
  method: "GET",
  path: "/claims/{id}/pictures/{picture}",
  access: "signed-in",
  summary: "Returns a picture of a claim: buyers see those of their orders, staff any",
  params: z.strictObject({ id, picture: id }),
  output: z.string(),
  gives: "image/webp",
  refuses: [notFound],
});

const settlement = z
  .strictObject({
    to: z.enum(["accepted", "refused", "withdrawn"]),
    /** With `accepted`. */
    gets: z.enum(claimRemedies).optional(),
    /** With `refused`, for the buyer. */
    reason: manyLines(NOTE_MAX).refine(isSeen, "Please give a reason").optional(),
  })
  .refine(({ to, gets }) => (to === "accepted") === (gets !== undefined), {
    path: ["gets"],
    message: "Please say what the buyer gets",
  })
  .refine(({ to, reason }) => (to === "refused") === (reason !== undefined), {
    path: ["reason"],
    message: "Please give a reason",
  });

export type Settlement = z.infer<typeof settlement>;

export const settleClaim = endpoint({
  method: "POST",
  path: "/claims/{id}/moves",
  access: "signed-in",
  summary:
    "Settles an open claim: staff accept it with a credit note or with an order that replaces the pieces and costs nothing, or refuse it; its buyer withdraws it",
  changesPages: true,
  params: z.strictObject({ id }),
  headers: keyed,
  body: settlement,
  output: z.object({
    acknowledged: z.literal(true),
    creditNote: z.string().nullable(),
    replacement: z.int().nullable(),
  }),
  refuses: [notFound, claimSettled, notInvoiced, aboveAvailable, requestRunning, keyReused],
});

export const listClaims = endpoint({
  method: "GET",
  path: "/claims",
  access: "admin",
  summary: "Lists claims, the newest first",
  query: z.strictObject({ ...pageQuery, state: z.enum(claimStates).optional() }),
  output: z.array(claim),
  outputHeaders: pageHeaders,
});
