import {
  type KeyboardEventHandler,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";
import { IconClose } from "./icons.tsx";
import { closeDialog, closeEvents, showModal } from "./modals.ts";
import { Selvedge } from "./seams.tsx";

type DialogProps = {
  title: string;
  open: boolean;
  /**
   * Called when the visitor asks to close: by the close control, Escape, or a click beside the dialog while nothing is
   * typed in it.
   */
  onClose: () => void;
  /** The buttons at the foot: the safe answer first, the acting one last. */
  actions?: ReactNode;
  /** As wide as its content, which then gets no margin. */
  fitted?: boolean;
  onKeyDown?: KeyboardEventHandler;
  /** While true, only the owner can close it. */
  locked?: boolean;
  children?: ReactNode;
};

/** A modal dialog with a title, and what the caller puts in it. */
export function Dialog({ title, open, onClose, actions, fitted, onKeyDown, locked = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedBeside = useRef(false);
  const hasWords = useRef(false);
  const titleId = useId();
  const ask = locked ? undefined : onClose;

  useEffect(() => {
    if (!dialog.current) return;
    hasWords.current = false;
    if (open && !dialog.current.open) showModal(dialog.current);
    if (!open) closeDialog(dialog.current);
  }, [open]);

  // Closing before the element leaves the page returns the focus to the opener.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => (element ? closeDialog(element) : undefined);
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-ground="paper"
      data-fitted={fitted || undefined}
      onKeyDown={onKeyDown}
      aria-labelledby={titleId}
      // A browser may force a close after a second Escape; the owner must learn of it.
      {...closeEvents(ask, () => open && onClose())}
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // A slip of the hand must not cost what was typed.
        if (pressedBeside.current && !hasWords.current && isBeside(event)) ask?.();
      }}
      onInput={() => {
        hasWords.current = true;
      }}
    >
      <Selvedge />
      {/* Not a header element: in a dialog of the footer it would count as the page's banner. */}
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <IconButton label="Close" onClick={ask} disabled={locked}>
          <IconClose />
        </IconButton>
      </div>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.feet}>{actions}</div>}
    </dialog>
  );
}

type ConfirmDialogProps = Omit<DialogProps, "actions" | "locked"> & {
  onYes: () => void;
  yes?: string;
  no?: string;
  /** The action destroys something. */
  danger?: boolean;
  /** The action is in flight. */
  busy?: boolean;
};

/** Asks before an action: the safe answer first. */
export function ConfirmDialog({ onYes, yes = "Yes", no = "No", danger, busy, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      locked={busy}
      actions={
        <>
          <Button kind="line" onClick={dialog.onClose} disabled={busy}>
            {no}
          </Button>
          <Button kind={danger ? "danger" : "primary"} onClick={onYes} busy={busy}>
            {yes}
          </Button>
        </>
      }
    />
  );
}

/** A click on the backdrop targets the dialog itself, and so does one on its scrollbar. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent) {
  if (target !== currentTarget) return false;
  const box = currentTarget.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
