import { describePieces, formatPieces } from "#app/contract/money.ts";
import { formatArticle } from "#app/features/trims/trim-name.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import type { EndedWatch } from "./queries.server.ts";
import { trimPath } from "./trim-path.ts";

/** One mail to each person who asked, at a confirmed address. */
export async function mailBackInStock(tx: Tx, ended: readonly EndedWatch[], emailContext: EmailContext): Promise<void> {
  const verified = ended.filter(({ isVerified }) => isVerified);
  if (verified.length === 0) return;
  await enqueueMails(
    tx,
    verified.map((watch) => ({
      ...layOut(writeBackInStock(watch), emailContext),
      to: { name: watch.person, address: watch.email },
      key: `watch ${watch.id} ended`,
    })),
  );
}

function writeBackInStock({ name, number, quantity, moq }: EndedWatch) {
  return {
    subject: `Back in stock: ${name}`,
    heading: "It is back in stock",
    paragraphs: [
      `You asked us to tell you when ${name} is back. We have ${describePieces(quantity)} in stock now, and reserve none for you.`,
    ],
    facts: [
      ["Article", formatArticle(number)],
      ["In stock", formatPieces(quantity)],
      ["Minimum order", formatPieces(moq)],
    ] as const,
    button: { label: "See it in the shop", to: trimPath({ name, number }) },
    finePrint: "We write about this only once. If you miss it, ask again on its page.",
  };
}

type Fallen = { name: string; number: number; quantity: number; mark: number };
type LowStock = {
  named: readonly Fallen[];
  /** How many have fallen, and how many are low in all. */
  fallen: number;
  low: number;
  day: string;
};
type Admin = { id: string; name: string; email: string };

/** One mail a day to each admin. */
export async function mailLowStock(
  tx: Tx,
  stock: LowStock,
  admins: readonly Admin[],
  emailContext: EmailContext,
): Promise<void> {
  const letter = layOut(writeLowStock(stock), emailContext);
  await enqueueMails(
    tx,
    admins.map(({ id, name, email }) => ({
      ...letter,
      to: { name, address: email },
      key: `low stock ${stock.day} ${id}`,
    })),
  );
}

function writeLowStock({ named, fallen, low }: LowStock) {
  const items = fallen === 1 ? "1 item" : `${formatPieces(fallen)} items`;
  const more = fallen - named.length;
  return {
    subject: `Low stock: ${items} fell below the mark`,
    heading: `${items} fell below the mark`,
    paragraphs: [
      low === fallen
        ? "No other item is low."
        : `With those we told you about before, ${formatPieces(low)} items are low.`,
      ...(more > 0 ? [`The ${named.length} lowest are below; ${formatPieces(more)} more are in the shop’s list.`] : []),
    ],
    facts: named.map(
      ({ name, number, quantity, mark }) =>
        [
          `${formatArticle(number)} ${name}`,
          `${quantity === 0 ? "none" : formatPieces(quantity)} left of ${formatPieces(mark)}`,
        ] as const,
    ),
    button: { label: "See all low items", to: "/dashboard/manageproducts?only=low" },
    finePrint: "We send this mail in the morning, and only if something fell below its mark.",
  };
}
