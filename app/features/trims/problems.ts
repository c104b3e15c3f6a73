import type { Problem } from "#app/contract/problem.ts";

export const nameTaken: Problem = { code: "name-taken", status: 409, title: "This name is taken" };
export const stockTooLow: Problem = { code: "stock-too-low", status: 409, title: "Not enough in stock" };
export const inStock: Problem = { code: "in-stock", status: 409, title: "It is in stock" };
export const trimChanged: Problem = { code: "trim-changed", status: 412, title: "Somebody else changed this trim" };
export const notAnImage: Problem = { code: "not-an-image", status: 415, title: "Please send a picture" };
