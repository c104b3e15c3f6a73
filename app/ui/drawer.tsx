import { useId, useLayoutEffect, useRef } from "react";
import styles from "./drawer.module.css";
import { DrawerContent, type DrawerContentProps } from "./drawer-content.tsx";
import { closeDialog, closeEvents, showModal } from "./modals.ts";
import { useEscape } from "./use-escape.ts";
import { useNarrow } from "./use-narrow.ts";

type DrawerProps = DrawerContentProps & {
  /** Identifies the content; when it changes, the focus moves to the title again. */
  subject: string;
  /** Called instead of `onClose` when the browser has closed it without asking. */
  onClosed?: () => void;
};

/** Details beside a table that stays usable; on phones they cover the page and are modal. Mount it to open it. */
export function Drawer({ subject, onClosed, ...content }: DrawerProps) {
  const { onClose } = content;
  const drawer = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const covers = useNarrow();
  useEscape(onClose);

  // Another subject is another opening: the focus then returns to the row that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const element = drawer.current;
    if (!element) return;
    if (covers) showModal(element);
    else element.show();
    heading.current?.focus();
    return () => closeDialog(element);
  }, [subject, covers]);

  return (
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-labelledby={titleId}
      // Escape closes it from the table, too.
      closedby="closerequest"
      {...closeEvents(onClose, onClosed ?? onClose)}
    >
      <DrawerContent {...content} titleId={titleId} heading={heading} />
    </dialog>
  );
}
