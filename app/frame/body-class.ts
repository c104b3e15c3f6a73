import { useMatches } from "react-router";

/** The body classes that pages request with `export const handle = { bodyClass: "…" }`. */
export function useBodyClass(): string | undefined {
  const classes = useMatches().flatMap(({ handle }) => (hasBodyClass(handle) ? [handle.bodyClass] : []));
  return classes.length > 0 ? classes.join(" ") : undefined;
}

function hasBodyClass(handle: unknown): handle is { bodyClass: string } {
  return typeof handle === "object" && handle !== null && "bodyClass" in handle && typeof handle.bodyClass === "string";
}
