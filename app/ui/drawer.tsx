import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./button.tsx";
import styles from "./drawer.module.css";
import { IconClose } from "./icons.tsx";
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

/**
 * Details beside a table that stays usable: not modal. On phones it covers the page and keeps the focus inside. Mount
 * it to open it; the focus returns to where it came from.
 */
export function Drawer({ label, title, subject, onClose, actions, children }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const heading = useFocusOn(subject, drawer);
  const titleId = useId();
  const covers = useNarrow();
  useEscape(onClose);
  return (
    <dialog
      open
      ref={drawer}
      className={styles.drawer}
      aria-labelledby={titleId}
      aria-modal={covers || undefined}
      onKeyDown={covers ? keepInside : undefined}
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
      <Photo {...photo} sizes="27rem" width={640} height={360} className={styles.photo} />
    </div>
  );
}

function useFocusOn(subject: string, drawer: { current: HTMLElement | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another opening
  useEffect(() => {
    if (!drawer.current?.contains(document.activeElement)) opener.current = document.activeElement;
    heading.current?.focus();
  }, [subject, drawer]);
  // Do this before the drawer leaves the page: afterwards the focus is lost.
  useLayoutEffect(
    () => () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    [],
  );
  return heading;
}

/** Also from the table beside it: keyboard users must be able to reveal what the drawer hides. */
function useEscape(onClose: () => void) {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog:modal")) close.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

const stops = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled";

function keepInside(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Tab") return;
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)];
  const [edge, next] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  const isOnTitle = event.shiftKey && document.activeElement?.matches("h2");
  if (document.activeElement !== edge && !isOnTitle) return;
  event.preventDefault();
  next?.focus();
}
