import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";

type Look = {
  /** One primary per view or card; `danger` only inside a confirmation or a drawer. */
  kind?: "primary" | "line" | "text" | "danger";
  size?: "small";
  /** Fills the width of its container. */
  wide?: boolean;
};

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** The act is in flight: the button keeps its words and the focus, shows a turning ring and takes no press. */
    busy?: boolean;
  };

export function Button({ kind, size, wide, busy = false, disabled, className, children, ...rest }: ButtonProps) {
  // A browser takes the focus from what is disabled, and does not give it back.
  const waiting = busy && { "aria-disabled": true, "aria-busy": true, onClick: refuse };
  return (
    <button
      type="button"
      {...rest}
      {...waiting}
      className={look({ kind, size, wide }, className)}
      disabled={disabled && !busy}
    >
      {busy && <i className="btn-ring" aria-hidden="true" />}
      {children}
    </button>
  );
}

function refuse(event: MouseEvent) {
  event.preventDefault();
}

export function ButtonLink({ kind, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link {...rest} className={look({ kind, size, wide }, className)} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does, for those who cannot see the icon. */
  label: string;
  danger?: boolean;
};

export function IconButton({ label, danger = false, className, ...rest }: IconButtonProps) {
  const classes = ["icon-btn", danger && "del", className].filter(Boolean).join(" ");
  return <button type="button" {...rest} className={classes} aria-label={label} />;
}

function look({ kind = "primary", size, wide }: Look, className: string | undefined) {
  return ["btn", kind !== "primary" && kind, size, wide && "wide", className].filter(Boolean).join(" ");
}
