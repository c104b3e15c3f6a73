import { brand } from "#app/content/brand.ts";
import type { Tx } from "#app/platform/db/client.server.ts";
import { enqueueMail } from "#app/platform/mail/enqueue.server.ts";
import { type EmailContent, type EmailContext, layOut } from "#app/platform/mail/layout.server.ts";
import { type HideReason, reasonWords } from "./facts.ts";

/** What an admin did to a review. */
export type ReviewEvent =
  | { what: "hidden"; reason: HideReason; note: string }
  | { what: "shown" }
  | { what: "answered"; answer: string };

type Written = { writer: { name: string; email: string }; review: string; key: string };

/** Tells the writer of a review, who has a confirmed address, what happened to it. */
export async function mailWriter(
  tx: Tx,
  { writer, review, key }: Written,
  event: ReviewEvent,
  emailContext: EmailContext,
): Promise<void> {
  const letter = {
    ...renderEmail(event, review),
    finePrint: "You get this mail because you wrote a review in our shop.",
  };
  const paragraphs = [`Hello ${writer.name},`, ...letter.paragraphs];
  const to = { name: writer.name, address: writer.email };
  await enqueueMail(tx, { ...layOut({ ...letter, paragraphs }, emailContext), to, key });
}

function renderEmail(event: ReviewEvent, review: string): Omit<EmailContent, "finePrint"> {
  const facts = [["Your review", review]] as const;
  if (event.what === "hidden") {
    return {
      subject: "Your review is hidden",
      heading: "Your review is hidden",
      paragraphs: [
        "We have taken your review off the home page. The text is kept, and we can show it again.",
        event.note,
        "If you think this is wrong, reply to this mail.",
      ],
      facts: [["Reason", reasonWords[event.reason]], ...facts],
    };
  }
  const button = { label: "See it on the home page", to: "/home#reviews" };
  if (event.what === "shown") {
    return {
      subject: "Your review is shown again",
      heading: "Your review is shown again",
      paragraphs: ["Your review is on the home page again."],
      facts,
      button,
    };
  }
  return {
    subject: `${brand.name} answered your review`,
    heading: "We answered your review",
    paragraphs: ["Everybody can read our answer below your review on the home page:", event.answer],
    facts,
    button,
  };
}
