import type { ComponentProps } from "react";

/**
 * Scrolls what is too long or too wide for the page. It can take the focus because a keyboard scrolls only what has it.
 */
export function ScrollRegion({ label, ...section }: Omit<ComponentProps<"section">, "aria-label"> & { label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <section {...section} aria-label={label} tabIndex={0} />;
}
