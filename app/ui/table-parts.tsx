import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Link, type LinkProps } from "react-router";
import { joinClasses } from "./join-classes.ts";
import { Photo, type PhotoProps } from "./picture-frame.tsx";
import styles from "./table-parts.module.css";
import { TickBox } from "./tick-box.tsx";

type RowButtonProps = Omit<ComponentProps<"button">, "className" | "type"> & {
  /** Is never cut off. */
  whole?: boolean;
};

/** Opens a row's details. It takes clicks anywhere in the row, and the arrow keys move between rows. */
export function RowButton({ whole, ...button }: RowButtonProps) {
  return <button type="button" {...button} className={styles.button} data-row-button data-whole={whole || undefined} />;
}

type RowLinkProps = Omit<LinkProps, "className"> & Pick<RowButtonProps, "whole">;

/** As RowButton, for rows that lead to a page of their own. */
export function RowLink({ whole, ...link }: RowLinkProps) {
  const className = joinClasses(styles.button, styles.link);
  return <Link {...link} className={className} data-row-button data-whole={whole || undefined} />;
}

type PickProps = {
  id?: string;
  /** What is selected, for those who cannot see the row. */
  label?: string;
  picked: boolean;
  /** Some of what it stands for is selected. */
  isPart?: boolean;
  /** `isStretch`: with the Shift key, all rows from the previous one. */
  onPick: (isStretch: boolean) => void;
  onKeyDown?: ComponentProps<"input">["onKeyDown"];
  /** What is beside the box. */
  children?: ReactNode;
};

/** Selects a row, or all, for an action on several. */
export function Pick({ id, label, picked, isPart = false, onPick, onKeyDown, children }: PickProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className={styles.pick}>
      <TickBox
        small
        id={id}
        ref={box}
        aria-label={label}
        checked={picked}
        onKeyDown={onKeyDown}
        onChange={({ nativeEvent }) => onPick("shiftKey" in nativeEvent && nativeEvent.shiftKey === true)}
        data-unprinted
      />
      {children}
    </label>
  );
}

/** In a row that cannot be selected: what would be beside its box, in the same place. */
export function NoPick({ children }: { children: ReactNode }) {
  return (
    <span className={styles.pick} data-none>
      <span className={styles.unpicked} data-unprinted />
      {children}
    </span>
  );
}

/** A smaller line below the value of a cell. */
export function SecondLine({ children }: { children: ReactNode }) {
  return <span className={styles.second}>{children}</span>;
}

/** A link within a row that opens by its own link. */
export function InnerLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={joinClasses(styles.inner, className)} />;
}

/** An e-mail address, whole: a long one goes on below before its "@". */
export function WholeEmail({ email, className }: { email: string; className?: string | undefined }) {
  const at = email.lastIndexOf("@");
  return (
    <span className={joinClasses(styles.email, className)}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}

/** A picture and a name beside each other. */
export function RowItem({ children }: { children: ReactNode }) {
  return <span className={styles.item}>{children}</span>;
}

type ThumbProps = Omit<PhotoProps, "avif" | "className" | "sizes" | "width" | "height"> & { size?: number };

/** The small picture of a row, `size` pixels wide. */
export function Thumb({ size = 52, ...photo }: ThumbProps) {
  return <Photo {...photo} avif={undefined} sizes={`${size}px`} width={size} height={size} className={styles.thumb} />;
}
