import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { subscribeSession, useSession } from "#app/client/session.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";
import { dropInput, findInput, type Place, type StoredInput, storeInput, takeInput } from "./input-storage.ts";

type RestoredInput = {
  /** Whether the form shows what was typed before the session ended, or before it was left. */
  isBack: boolean;
  isLeft: boolean;
  /** Shows again what is saved. */
  startOver: () => void;
  /** Once it is sent: also if the answer came after the session had ended. */
  forget: () => void;
};

/**
 * Keeps what was typed into a form when the session ends, and fills it in again when the same person comes back. A page
 * with several such forms names them. Not for forms with passwords, codes or files. With `isKeptWhenLeft`, it also keeps
 * what was typed when the form is left for another page, closed or reloaded.
 */
export function useRestoredInput<Values extends FieldValues>(
  { reset, trigger, getValues, formState: { dirtyFields } }: UseFormReturn<Values, unknown, FieldValues>,
  {
    isFilled = true,
    name = "",
    isStoredWhenLeft = false,
  }: { isFilled?: boolean; name?: string; isStoredWhenLeft?: boolean } = {},
): RestoredInput {
  const place = usePlace(name);
  const [back, setBack] = useState<StoredInput>();
  /** The changes that were sent, or kept when the session ended: leaving does not keep them again. `reset` begins anew. */
  const settled = useRef<object>(undefined);

  useEffect(() => {
    const stored = place && isFilled && takeInput(place);
    if (!stored) return;
    reset({ ...getValues(), ...stored.typed }, { keepDefaultValues: true });
    // What was wrong when it was left is marked again.
    void trigger(Object.keys(stored.typed) as FieldPath<Values>[]);
    setBack(stored);
  }, [place, isFilled, reset, trigger, getValues]);

  const keep = useEffectEvent((why: "ended" | "left") => {
    if (!place || settled.current === dirtyFields) return;
    const typed = Object.entries(getValues()).filter(([field]) => field in dirtyFields);
    if (typed.length > 0) storeInput(place, Object.fromEntries(typed), why === "left");
    if (why === "ended") settled.current = dirtyFields;
  });

  useEffect(() => {
    return subscribeSession(({ status }) => {
      if (status === "out") keep("ended");
    });
  }, []);

  useEffect(() => {
    if (!isStoredWhenLeft) return;
    const leave = () => keep("left");
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [isStoredWhenLeft]);

  const forget = () => {
    settled.current = dirtyFields;
    if (place) dropInput(place);
    setBack(undefined);
  };
  const startOver = () => {
    forget();
    reset();
  };
  return { isBack: back !== undefined, isLeft: back?.isLeft ?? false, startOver, forget };
}

/** Opens a form that the page shows only on demand, if what was typed into it waits there. */
export function useWaitingInput(name: string, open: (isOpen: true) => void): void {
  const place = usePlace(name);
  useEffect(() => {
    if (place && findInput(place)) open(true);
  }, [place, open]);
}

/** Whose form it is, and where; undefined while nobody is signed in. */
function usePlace(form: string): Place | undefined {
  const session = useSession();
  const uid = session.status === "in" ? session.user.uid : undefined;
  const { pathname, search } = useLocation();
  const path = pathname + search;
  return useMemo(() => (uid ? { uid, path, form } : undefined), [uid, path, form]);
}

/** Says so above the fields. */
export function InputRestored({ isBack, isLeft, startOver }: Pick<RestoredInput, "isBack" | "isLeft" | "startOver">) {
  const said = useRef<HTMLDivElement>(null);
  if (!isBack) return null;
  const beginAnew = () => {
    const form = said.current?.closest("form");
    // The button goes with what it says.
    flushSync(startOver);
    form?.querySelector<HTMLElement>("input:not([readonly]), textarea")?.focus();
  };
  const text = isLeft
    ? "What you typed before you left is still here."
    : "Your session ended, but what you typed is still here.";
  return (
    <div ref={said} className={joinClasses(textStyles.small, textStyles.soft)} role="status">
      {text}
      {isLeft && (
        <Button kind="text" size="small" onClick={beginAnew}>
          Start over
        </Button>
      )}
    </div>
  );
}
