/** Why an admin hides a review. */
export const hideReasons = ["asked", "names", "insults", "advertising", "off-topic", "no-buyer", "other"] as const;

export type HideReason = (typeof hideReasons)[number];

/** The reasons as admins choose them, and as the writer reads them. */
export const reasonWords: Readonly<Record<HideReason, string>> = {
  asked: "The writer asked for it",
  names: "Names a person",
  insults: "Insults or threats",
  advertising: "Advertising or a link",
  "off-topic": "Not about our goods",
  "no-buyer": "Written by somebody who did not buy",
  other: "Another reason",
};
