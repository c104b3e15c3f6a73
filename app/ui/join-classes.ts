/** One `className` of several; what is missing or false is left out, and nothing is `undefined`. */
export function joinClasses(...classes: (string | false | undefined)[]): string | undefined {
  return classes.filter(Boolean).join(" ") || undefined;
}
