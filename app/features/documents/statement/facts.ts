import type { Seller } from "#app/features/documents/facts.ts";

/** All that a statement of account says; amounts in dollars and cents, empty where there is none. */
export type StatementFacts = {
  /** Of whom. */
  name: string;
  /** The moment it is dated, and its day and the period as people read them. */
  at: string;
  day: string;
  period: string;
  seller: Seller;
  opening: string;
  closing: string;
  entries: readonly { day: string; what: string; about: string; invoiced: string; settled: string; balance: string }[];
  open: readonly { number: string; due: string; amount: string }[];
  owed: string;
  credit: string;
  /** Received, and not invoiced yet. */
  deposits: string;
};
