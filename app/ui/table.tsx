import type { ComponentProps, KeyboardEvent } from "react";

type TableProps = Omit<ComponentProps<"table">, "aria-label"> & {
  /** Names the table, and the region it scrolls in. */
  label: string;
  /** For admins: 44 px rows under a sticky head, scrolling sideways on a tablet. */
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

/** For a tbody: the up and down arrows, Home and End go from row button to row button. */
export function moveAlongRows(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(".row-btn")];
  const at = buttons.findIndex((button) => button.matches(":focus"));
  if (at < 0) return;
  const targets: Record<string, number> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[targets[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
