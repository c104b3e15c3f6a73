import { useMatches } from "react-router";
import styles from "./skip-link.module.css";

/**
 * The first tab stops: over the header to the main content, and over what stands before a page's list to the list, where
 * the page says `export const handle = { skip: { to: "found", label: "Skip to the trims" } }`.
 */
export function SkipLink() {
  const skips = useMatches().flatMap(({ handle }) => (hasSkip(handle) ? [handle.skip] : []));
  return (
    <>
      <a data-unprinted className={styles.skip} href="#main">
        Skip to content
      </a>
      {skips.map(({ to, label }) => (
        <a key={to} data-unprinted className={styles.skip} href={`#${to}`}>
          {label}
        </a>
      ))}
    </>
  );
}

/** Where else a page lets the keyboard skip to: an element's id, and the words of the link. */
export type Skip = { to: string; label: string };

function hasSkip(handle: unknown): handle is { skip: Skip } {
  return typeof handle === "object" && handle !== null && "skip" in handle;
}
