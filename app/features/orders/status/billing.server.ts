import type { OrderRow } from "#app/features/orders/queries.server.ts";
import type { Db, Tx } from "#app/platform/db/client.server.ts";
import type { Client, Person } from "#app/platform/http/handler.server.ts";
import type { EmailContext } from "#app/platform/mail/layout.server.ts";

/** Who acts, from where, and what mails about it need. */
export type Actor = { who: Person; from: Client; emailContext: EmailContext };

/** What was credited: a credit note, and what it takes back in dollars and cents. */
export type CreditNote = { id: string; number: string; amount: string };

/**
 * What stands invoiced of an order: on its latest invoice, and not credited since. `amount` is in dollars and cents, with
 * tax; `pieces` has those of claims, too, which were delivered; `line` is what that invoice billed without freight, and for
 * how many pieces.
 */
export type Billed = { invoice: string; pieces: number; amount: string; line: { pieces: number; amount: string } };

/** An invoice that was issued: what is to be paid, and what the deposit has paid already, in dollars and cents. */
export type Issued = { number: string; amount: string; deposit?: string };

/**
 * How orders are invoiced, paid, credited and refunded. Each call adds rows in the caller's transaction, and writes
 * the payment state of the order that follows from them. The caller holds the order's row.
 */
export type Billing = {
  /**
   * Issues one invoice for these orders, which are one alone or lines of one sheet, with their charges that no other
   * bills, and returns its number and what it comes to. Its counter
   * stays locked until the end: only the mails about it and the rows of events and audit are written after it.
   */
  issueInvoice(tx: Tx, orderIds: readonly string[], dueOn: string): Promise<Issued>;
  /**
   * Spreads the deposit of orders that were invoiced a moment ago over the invoice, and writes the states that follow, with
   * their events.
   */
  applyDeposit(tx: Tx, by: Actor, orderIds: readonly string[]): Promise<void>;
  /** What was paid of these orders and not returned, in cents. */
  sumReceived(db: Db | Tx, orderIds: readonly string[]): Promise<bigint>;
  /** Makes what was paid of an order without an invoice the credit of its company or buyer; the order has ended. */
  releaseDeposit(tx: Tx, by: Actor, order: OrderRow): Promise<void>;
  /**
   * What counts against a company's credit limit now, in dollars and cents: what is left to pay of its invoices, and what
   * is accepted and not invoiced.
   */
  sumCreditUsed(db: Db | Tx, companyId: string): Promise<{ open: string; uninvoiced: string }>;
  /** Books what is left to pay of an order as paid today. */
  payRest(tx: Tx, by: Actor, order: OrderRow): Promise<void>;
  /** Takes the latest payment of an order back, by rows that reverse it. */
  reversePayment(tx: Tx, by: Actor, order: OrderRow): Promise<void>;
  /**
   * Credits what is not credited yet of an order, and returns what was paid.
   * @throws Refusal wrong-state if nothing was paid
   */
  refundAll(tx: Tx, by: Actor, order: OrderRow, reason: string): Promise<void>;
  /** Takes the latest refund of an order back, by rows that reverse it. What was credited stays credited. */
  reverseRefund(tx: Tx, by: Actor, order: OrderRow): Promise<void>;
  /**
   * Credits an order: so many of its pieces at the price they were invoiced at, or all that is not credited yet. The
   * note is named in the history, and mailed to the buyer unless the caller does. What was paid of it pays the others of
   * its invoice, unless the order keeps it for what is returned or invoiced again. Undefined when nothing is left to
   * credit, as of an order that has no invoice.
   */
  credit(
    tx: Tx,
    by: Actor,
    order: OrderRow,
    what: { pieces?: number; reason: string; isMailed?: boolean; keepsPaid?: boolean },
  ): Promise<CreditNote | undefined>;
  /** What stands invoiced of these orders, by their ids; nothing for those that are on no invoice, or credited. */
  listBilled(db: Db | Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, Billed>>;
  /** The numbers of the invoices that bill these charges, by their ids; nothing for those that no invoice bills. */
  listCharged(db: Db | Tx, chargeIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Issues one new invoice for orders whose invoice was credited although something of it was paid: that counts towards
   * the new one. Returns its number.
   */
  invoiceAgain(tx: Tx, by: Actor, orders: readonly OrderRow[], dueOn: string): Promise<string>;
};
