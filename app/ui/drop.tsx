import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import styles from "./drop.module.css";
import { joinClasses } from "./join-classes.ts";
import textStyles from "./text.module.css";

type DropProps = {
  /** What the button says: the name of a choice, and what is chosen. */
  title: ReactNode;
  /** Whether something is chosen. */
  isUsed?: boolean;
  /** Without a border, beside tabs. */
  isBare?: boolean;
  /** At the end of its line: the box ends where the button ends. */
  atEnd?: boolean;
  /** Where this changes, it closes: the choice is made. */
  closeOn?: string;
  children: ReactNode;
};

/**
 * A quiet button that opens a box below it; on a phone the box is at the foot of the window. It closes with Escape, by a
 * press outside, and when the focus leaves it. It opens without JavaScript, too.
 */
export function Drop({ title, isUsed, isBare, atEnd, closeOn, children }: DropProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => details.current?.removeAttribute("open");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes when this changes
  useEffect(close, [closeOn]);
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  });

  function closeByKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || !details.current?.open) return;
    event.preventDefault();
    close();
    details.current.querySelector("summary")?.focus();
  }

  function closeWithoutFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  }

  return (
    <details
      ref={details}
      className={styles.drop}
      onKeyDown={closeByKey}
      onBlur={closeWithoutFocus}
      data-unprinted
      data-used={isUsed || undefined}
      data-bare={isBare || undefined}
      data-at-end={atEnd || undefined}
    >
      <summary className={joinClasses(textStyles.small, styles.title)}>{title}</summary>
      <div className={styles.box}>{children}</div>
    </details>
  );
}
