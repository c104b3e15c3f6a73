/** Joins class names, skipping missing or false ones; never yields `undefined`. */
export function joinClasses(...classes: (string | false | undefined)[]): string | undefined {
  return classes.filter(Boolean).join(" ") || undefined;
}
