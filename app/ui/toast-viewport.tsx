import { Toast } from "@base-ui/react/toast";
import { type CSSProperties, type FocusEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Button, IconButton } from "./button.tsx";
import { IconCheck, IconClose, IconError, IconWarning } from "./icons.tsx";
import { Stitch } from "./seams.tsx";
import { onToast, SHOWN_MS, type ToastMessage, takeToasts } from "./toast.ts";
import styles from "./toasts.module.css";
import { useIsAnnounced, usePageLeft } from "./use-toast.ts";

/** A live region announces only changes after it is mounted. */
const settleMs = 100;
/** People who are offered an action have to find it, perhaps with the keyboard. */
const ACT_MS = 7000;
const signs = { success: IconCheck, warning: IconWarning, error: IconError };

export function ToastViewport() {
  /** Where the focus was before it came to the toasts. */
  const cameFrom = useRef<Element>(null);
  const noteFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={1}>
      <Toast.Viewport data-unprinted className={styles.toasts} onFocus={noteFocus}>
        <ToastList cameFrom={cameFrom} />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

function ToastList({ cameFrom }: { cameFrom: RefObject<Element | null> }) {
  const { toasts, add, close } = Toast.useToastManager<ToastMessage>();
  const takeBack = useEffectEvent((text: string) => {
    for (const { id, title } of toasts) if (title === text) close(id);
  });

  const takeBackFaults = useEffectEvent(() => {
    for (const { id, data } of toasts) if (data?.tone !== "success") close(id);
  });

  useEffect(() => {
    const show = () => {
      for (const said of takeToasts()) {
        if (said.isTakenBack) takeBack(said.text);
        else {
          // What is done now no longer fails.
          if (said.tone === "success") takeBackFaults();
          add({ title: said.text, data: said, timeout: said.action ? ACT_MS : SHOWN_MS });
        }
      }
    };
    let stop = () => {};
    const timer = setTimeout(() => {
      show();
      stop = onToast(show);
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [add]);

  /** The last toast takes the focus with it, which the library gives back to those who came by F6 alone. */
  const giveBack = () => {
    if (toasts.length === 1 && cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true });
  };
  return toasts.map((item) => <ToastCard key={item.id} item={item} close={close} onPressed={giveBack} />);
}

type ToastCardProps = {
  item: Toast.Root.ToastObject<ToastMessage>;
  close: (id: string) => void;
  /** One of its controls was pressed, and it goes. */
  onPressed: () => void;
};

function ToastCard({ item, close, onPressed }: ToastCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const shownMs = item.timeout ?? SHOWN_MS;
  // The library stops its clock while the window has no focus, although the window may be in sight, with controls under
  // the toast.
  useEffect(() => {
    const timer = setInterval(() => {
      const isHeld = card.current?.closest("[data-expanded]");
      if (!document.hasFocus() && !document.hidden && !isHeld) close(item.id);
    }, shownMs);
    return () => clearInterval(timer);
  }, [shownMs, close, item.id]);
  const action = item.data?.action;
  const isAnnounced = useIsAnnounced();
  const isLeft = usePageLeft();
  const isOver = action !== undefined && isLeft;
  useEffect(() => {
    if (isOver) close(item.id);
  }, [isOver, close, item.id]);
  const tone = item.data?.tone ?? "success";
  const Sign = signs[tone];
  // The library would make each toast a dialog and hide its close control from assistive technology.
  const spoken = { role: tone === "error" ? "alert" : "status", "aria-modal": undefined, tabIndex: -1 };
  return (
    <Toast.Root
      {...spoken}
      ref={card}
      toast={item}
      className={styles.toast}
      style={runsFor(shownMs)}
      data-tone={tone}
      data-announced={isAnnounced}
      swipeDirection="right"
    >
      <Sign className={styles.sign} />
      <div className={styles.texts}>
        <Toast.Title render={<p />} />
        {action && (
          <Button
            kind="text"
            size="small"
            onClick={() => {
              onPressed();
              close(item.id);
              action.onAction();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <Toast.Close render={<IconButton label="Close" />} aria-hidden={undefined} onClick={onPressed}>
        <IconClose />
      </Toast.Close>
      <Stitch single className={styles.time} />
    </Toast.Root>
  );
}

/** How long the bar below the text runs: as long as the toast stays. */
function runsFor(ms: number): CSSProperties & Record<"--shown", string> {
  return { "--shown": `${ms}ms` };
}
