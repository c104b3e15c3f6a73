import { reviewActions } from "#app/features/reviews/audit-actions.server.ts";
import type { HideReason } from "#app/features/reviews/facts.ts";
import texts from "../reviews.json" with { type: "json" };
import type { Action } from "./actions.ts";
import { DAY_MS, HOUR_MS } from "./days.ts";

type Person = { id: string; name: string; email: string };

/** What the shop answered, by the name of the writer. */
const answers: Readonly<Record<string, string>> = {
  "Lucía Ferreyra":
    "Thank you, Lucía. The carrier changed its route to Salta in March; orders now leave us two days earlier.",
  "Joris van Aalst": "A natural cotton string is on its way. We will put a few into your next parcel.",
  "Tomás Ibarra": "Thank you for telling us at once. The press that set them has a new die.",
};

type Hidden = { email: string; ratings: number; review: string; reason: HideReason; note: string };

/** Reviews that an admin hid. */
const hidden: readonly Hidden[] = [
  {
    ...{ email: "taller@puerto-mezclilla.example", ratings: 5, reason: "advertising" },
    review: "Great zips! Our own deadstock denim is on sale this week, write to me for the list and a discount code.",
    note: "The part about your own sale is advertising. Send the rest again and we will gladly show it.",
  },
  {
    ...{ email: "production@harmattan-jeans.example", ratings: 4, reason: "names" },
    review: "Good rivets as ever. The lady at the front desk should have told me earlier that the lorry was late.",
    note: "It speaks of one of our people. We have written to you about the delivery.",
  },
];

type About = { now: number; admin: Person; people: readonly Person[]; idAt: (ms: number) => string };

/**
 * The reviews of reviews.json, by their buyers, newest first in the file; some answered, and two more that are hidden.
 */
export function planReviews({ now, admin, people, idAt }: About) {
  const writers = new Map(people.map((person) => [person.email, person]));
  const shown = texts.map((text, at) => ({ ...text, at: now - (9 + at * 27) * DAY_MS, why: undefined }));
  const more = hidden.map(({ reason, note, ...text }, at) => {
    const { name } = writers.get(text.email) ?? refuseStranger(text.email);
    return { ...text, name, at: now - (40 + at * 90) * DAY_MS, why: { reason, note } };
  });
  const reviews = [...shown, ...more]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, why, ...text }) => {
      const userId = writers.get(text.email)?.id ?? null;
      const answer = answers[text.name];
      const actedAt = new Date(at + 20 * HOUR_MS).toISOString();
      return {
        ...{ id: idAt(at), userId, ...text, img: null, createdAt: new Date(at).toISOString() },
        ...{ hiddenAt: why ? actedAt : null, hiddenBy: why ? admin.id : null },
        ...{ hiddenReason: why?.reason ?? null, hiddenNote: why?.note ?? null },
        answer: answer !== undefined && !why ? answer : null,
        answeredAt: answer !== undefined && !why ? actedAt : null,
        answeredBy: answer !== undefined && !why ? admin.id : null,
      };
    });
  const actions = reviews.flatMap(
    ({ id, name, hiddenReason: reason, hiddenNote: note, answer, createdAt }): Action[] => {
      const about = {
        at: Date.parse(createdAt) + 20 * HOUR_MS,
        object: `Review by ${name}`,
        objectId: id,
        before: null,
      };
      if (reason) return [{ ...about, action: reviewActions.hide.code, after: { reason, note } }];
      return answer ? [{ ...about, action: reviewActions.answer.code, after: { answer } }] : [];
    },
  );
  return { reviews, actions };
}

function refuseStranger(email: string): never {
  throw new Error(`${email} wrote a review and is no buyer`);
}
