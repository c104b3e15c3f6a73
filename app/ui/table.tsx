import type { ComponentProps } from "react";

type TableProps = Omit<ComponentProps<"table">, "aria-label"> & {
  /** Names the table, and the region it scrolls in. */
  label: string;
  /** For admins: 44 px rows under a sticky head, scrolling sideways when the screen is narrow. */
  dense?: boolean;
  /** On a phone each row becomes a card; every td then carries its column's name in `data-l`. */
  stack?: boolean;
};

export function Table({ label, dense = false, stack = false, className, ...rest }: TableProps) {
  const classes = ["table", dense && "dense", stack && "stack", className].filter(Boolean).join(" ");
  const table = <table {...rest} className={classes} aria-label={label} />;
  if (!dense) return table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what it can focus
    <section className="scroll" aria-label={label} tabIndex={0}>
      {table}
    </section>
  );
}
