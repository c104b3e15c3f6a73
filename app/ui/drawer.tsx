import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import styles from "./drawer.module.css";
import { IconClose } from "./icons.tsx";
import { closeDialog, showModal } from "./modals.ts";
import { Photo, type PhotoProps } from "./picture-frame.tsx";
import { Selvedge } from "./seams.tsx";
import textStyles from "./text.module.css";
import { useNarrow } from "./use-narrow.ts";

type DrawerProps = {
  /** The small capitals above the title, such as "Order 3". */
  label: string;
  title: ReactNode;
  /** Identifies the content; when it changes, the focus moves to the title again. */
  subject: string;
  onClose: () => void;
  /** The buttons at the foot. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Details beside a table that stays usable; on phones they cover the page and are modal. Mount it to open it. */
export function Drawer({ label, title, subject, onClose, actions, children }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const covers = useNarrow();

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
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A browser may close it without asking. The event comes late: it may be open again.
      onClose={({ target, currentTarget }) => {
        if (target === currentTarget && !currentTarget.open) onClose();
      }}
    >
      <Selvedge />
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={textStyles.label}>{label}</p>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        <IconButton label="Close" onClick={onClose}>
          <IconClose />
        </IconButton>
      </header>
      {children}
      {actions && <div className={styles.feet}>{actions}</div>}
    </dialog>
  );
}

/** A picture across the drawer. */
export function DrawerPicture(photo: Omit<PhotoProps, "className" | "sizes" | "width" | "height">) {
  return (
    <div className={styles.picture}>
      <Photo {...photo} sizes="27rem" width={640} height={480} className={styles.photo} />
    </div>
  );
}
