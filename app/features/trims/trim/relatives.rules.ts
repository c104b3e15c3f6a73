import type { Family, Trim } from "#app/features/trims/contract.ts";

/**
 * A trim among its relatives. Its price and stock are requested separately: they change too often for a cached page.
 */
export type Relative = Pick<Trim, "_id" | "number" | "name" | "finish" | "colour" | "size" | "material">;

type Group = { size: string | undefined; isOwn: boolean; relatives: (Relative & { label: string })[] };

/** Without what a cached page does not need. */
export function toRelative({ _id, number, name, finish, colour, size, material }: Trim): Relative {
  return { _id, number, name, finish, colour, size, material };
}

/** The family with this trim among it: those of its own size first, then the other sizes together. */
export function groupRelatives(trim: Relative, others: readonly Relative[], family: Family | null): Group[] {
  const all = [trim, ...others].toSorted((a, b) => Number(a._id !== trim._id) - Number(b._id !== trim._id));
  const named = all.map((relative) => ({ ...relative, label: nameRelative(relative, all, family) }));
  const own = named.filter(({ size }) => size?.text === trim.size?.text);
  const rest = named.filter(({ size }) => size?.text !== trim.size?.text);
  const groups = [
    { size: trim.size?.text, isOwn: true, relatives: own },
    { size: undefined, isOwn: false, relatives: rest },
  ];
  return groups.filter(({ relatives }) => relatives.length > 0);
}

/** What distinguishes a trim from its relatives, apart from the size: "Antique brass on indigo". */
function nameRelative(
  { name, finish, colour, size }: Relative,
  all: readonly Relative[],
  family: Family | null,
): string {
  const byDesign = family === null || family.differBy.includes("design");
  const isShared = (part: string) => all.every((other) => other.name.split(", ").includes(part));
  const parts = name.split(", ").filter((part) => !isShared(part) && !size?.text.includes(part));
  const facts = [
    ...(family?.differBy.includes("finish") && finish ? [finish] : []),
    ...(family?.differBy.includes("colour") && colour ? [colour.shade ?? colour.name] : []),
  ];
  const words = (byDesign ? parts : facts).join(", ") || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
