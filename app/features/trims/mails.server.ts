import { describePieces, formatPieces } from "#app/contract/money.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { type Letterhead, layOut } from "#app/platform/mail/layout.server.ts";
import type { EndedWatch } from "./queries.server.ts";
import { trimPath } from "./trim-path.ts";

/** One mail to each person who asked, at a confirmed address. */
export async function mailBackInStock(tx: Tx, ended: readonly EndedWatch[], letterhead: Letterhead): Promise<void> {
  const told = ended.filter(({ isVerified }) => isVerified);
  if (told.length === 0) return;
  await enqueueMails(
    tx,
    told.map((watch) => ({
      ...layOut(writeBackInStock(watch), letterhead),
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
      `You asked us to tell you when ${name} is back. The stock is ${describePieces(quantity)} now; nobody holds them for you.`,
    ],
    facts: [
      ["Article", String(number).padStart(3, "0")],
      ["In stock", formatPieces(quantity)],
      ["Minimum order", formatPieces(moq)],
    ] as const,
    button: { label: "See it in the shop", to: trimPath({ name, number }) },
    finePrint: "We write about this once. Ask again on its page if you miss it another time.",
  };
}
