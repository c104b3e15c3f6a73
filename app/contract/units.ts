const noBreak = "\u00a0";

/** A name or text in which units stay with their figures, so that "9.5 mm" and "50 x 90 mm" never break. */
export function withNonBreakingUnits(name: string): string {
  return name.replace(/(?<=\d) (?=(mm|cm|m|g|x)\b)|(?<=\bx) (?=\d)/g, noBreak);
}
