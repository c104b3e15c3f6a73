import { formatPieces } from "#app/contract/money.ts";
import type { AuditEntry } from "./contract.ts";

type Change = { field: string; before: string | undefined; after: string | undefined };

/** How many changes a line names, and up to how many letters of a value. */
const NAMED = 2;
const MOST_CHARACTERS = 24;

/** The fields whose values an action changed. */
export function listChanges({ before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: toText(field, before?.[field]), after: toText(field, after?.[field]) }))
    .filter(({ before: was, after: is }) => was !== is);
}

/** All values in a line, such as "payment: Paid; dueOn: 2026-12-24"; empty without any. */
export function describeState(state: AuditEntry["before"]): string {
  return Object.entries(state ?? {})
    .map(([field, value]) => `${field}: ${value ?? "none"}`)
    .join("; ");
}

/** The changes in a line, such as "payment: Paid, was Invoiced"; undefined if the object is new, gone or the same. */
export function describeChanges(entry: Pick<AuditEntry, "before" | "after">): string | undefined {
  if (entry.after && "added" in entry.after) return describeImport(entry.after);
  if (!entry.before || !entry.after) return undefined;
  const changes = listChanges(entry);
  if (changes.length === 0) return undefined;
  const more = changes.length - NAMED;
  return changes.slice(0, NAMED).map(describeChange).join("; ") + (more > 0 ? `; ${more} more` : "");
}

/** "Added 5,000 items, changed 3". */
function describeImport({ added, changed }: NonNullable<AuditEntry["after"]>): string {
  const say = (count: unknown) =>
    typeof count === "number" ? `${formatPieces(count)} ${count === 1 ? "item" : "items"}` : "0 items";
  const parts = [added ? `added ${say(added)}` : "", changed ? `changed ${say(changed)}` : ""].filter(Boolean);
  const words = parts.join(", ") || "changed nothing";
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeChange({ field, before = "none", after = "none" }: Change): string {
  return before.length > MOST_CHARACTERS || after.length > MOST_CHARACTERS
    ? field
    : `${field}: ${after}, was ${before}`;
}

/** What is counted has separators; the number of an item or order is its name. */
function toText(field: string, value: string | number | boolean | null | undefined): string | undefined {
  if (typeof value === "number" && field !== "number") return formatPieces(value);
  return value === null || value === undefined || value === "" ? undefined : String(value);
}
