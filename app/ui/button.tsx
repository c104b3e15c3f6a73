import type { ComponentProps, MouseEvent } from "react";
import { Link, type LinkProps } from "react-router";
import styles from "./button.module.css";
import { joinClasses } from "./join-classes.ts";

type Look = {
  /** One primary per view or card; `danger` only inside a confirmation or a drawer. */
  kind?: "primary" | "line" | "text" | "danger";
  size?: "small";
  /** Fills the width of its container. */
  wide?: boolean;
};

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** The action is in flight: the button keeps its label and focus, shows a spinner and ignores presses. */
    busy?: boolean;
    /** Its words say something on paper, too. */
    printed?: boolean;
  };

export function Button({
  kind,
  size,
  wide,
  busy = false,
  printed = false,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  // A browser takes the focus away from a disabled element, and does not give it back.
  const waiting = busy && { "aria-disabled": true, "aria-busy": true, onClick: refuse };
  return (
    <button
      type="button"
      {...rest}
      {...waiting}
      {...look({ kind, size, wide })}
      data-unprinted={!printed || undefined}
      className={joinClasses(styles.button, className)}
      disabled={disabled && !busy}
    >
      {busy && <i className={styles.ring} aria-hidden="true" />}
      {children}
    </button>
  );
}

function refuse(event: MouseEvent) {
  event.preventDefault();
}

export function ButtonLink({ kind, size, wide, className, ...rest }: LinkProps & Look) {
  return (
    <Link {...rest} {...look({ kind, size, wide })} data-unprinted className={joinClasses(styles.button, className)} />
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** Its action, for those who cannot see the icon. */
  label: string;
  danger?: boolean;
};

export function IconButton({ label, danger = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      data-unprinted
      className={joinClasses(styles.icon, className)}
      data-danger={danger || undefined}
      aria-label={label}
    />
  );
}

type IconLinkProps = Omit<ComponentProps<"a">, "aria-label" | "className" | "href"> & { label: string; href: string };

/** An icon link that leaves the shop. */
export function IconLink({ label, href, ...rest }: IconLinkProps) {
  return <a {...rest} href={href} className={joinClasses(styles.icon)} aria-label={label} />;
}

function look({ kind, size, wide }: Look) {
  return { "data-kind": kind, "data-size": size, "data-wide": wide || undefined };
}
