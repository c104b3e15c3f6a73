const noBreak = "\u00a0";

/** A trim's name for a heading: units stay with their figures, so that "9.5 mm" and "50 x 90 mm" never break. */
export function clingingUnits(name: string): string {
  return name.replace(/(?<=\d) (?=(mm|cm|m|g|x)\b)|(?<=\bx) (?=\d)/g, noBreak);
}

/** An article's number as tags, mails and documents write it: "003". */
export function formatArticle(number: number): string {
  return String(number).padStart(3, "0");
}
