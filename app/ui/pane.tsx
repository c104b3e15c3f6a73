import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { DrawerContent, type DrawerContentProps } from "./drawer-content.tsx";
import { closeDialog, closeEvents } from "./modals.ts";
import styles from "./pane.module.css";
import { useEscape } from "./use-escape.ts";

type PaneProps = DrawerContentProps & {
  /**
   * Identifies the content. When it changes, the focus moves to the title, unless the keyboard is moving through the
   * list.
   */
  subject: string;
  /** Whether the content changed because the keyboard moved on in the list, where the focus then stays. */
  isFollowing: boolean;
  /** The arrows, j and k move on from here: 1 to the next row, -1 to the one before. */
  onStep: (by: 1 | -1) => void;
  /** Where the focus goes afterwards: to the row that was shown last. */
  findOpener: () => HTMLElement | null;
};

/** The details of a row beside its list, which stays usable. Mount it to open it, where there is room (`useTight`). */
export function Pane({ subject, isFollowing, onStep, findOpener, ...content }: PaneProps) {
  const { onClose } = content;
  const pane = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef(findOpener);
  const seen = useRef<string>(undefined);
  const titleId = useId();
  useEscape(onClose);

  useLayoutEffect(() => {
    opener.current = findOpener;
  });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    element.show();
    return () => {
      const hadFocus = element.contains(document.activeElement);
      closeDialog(element);
      if (hadFocus) opener.current()?.focus();
    };
  }, []);
  useLayoutEffect(() => {
    if (seen.current === subject) return;
    seen.current = subject;
    if (!isFollowing) heading.current?.focus();
    pane.current?.scrollTo(0, 0);
  });

  return (
    <dialog
      ref={pane}
      className={styles.pane}
      aria-labelledby={titleId}
      // Escape closes it from the list, too.
      closedby="closerequest"
      onKeyDown={(event) => {
        const step = readStep(event);
        if (!step) return;
        event.preventDefault();
        onStep(step);
      }}
      {...closeEvents(onClose, onClose)}
    >
      <DrawerContent {...content} titleId={titleId} heading={heading} />
    </dialog>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Not while somebody is typing. */
function readStep({ key, target, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 1 | -1 | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  return target instanceof Element && !target.matches("input, textarea, select") ? steps[key] : undefined;
}
