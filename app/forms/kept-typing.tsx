import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { hearSession, useSession } from "#app/client/session.ts";
import { forgetTyping, TYPED } from "#app/client/typed.ts";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";

/** What was typed into a form of a page when the session of this person ended, or when they left it. */
type Kept = Place & { atMs: number; typed: object; isLeft: boolean };

type Place = { uid: string; path: string; form: string };

const LIFE_MS = 3_600_000;

type KeptTyping = {
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
export function useKeptTyping<Values extends FieldValues>(
  { reset, getValues, formState: { dirtyFields } }: UseFormReturn<Values, unknown, FieldValues>,
  {
    isFilled = true,
    name = "",
    isKeptWhenLeft = false,
  }: { isFilled?: boolean; name?: string; isKeptWhenLeft?: boolean } = {},
): KeptTyping {
  const place = usePlace(name);
  const [back, setBack] = useState<Kept>();
  /** Once it is sent, or kept because the session ended, leaving it keeps nothing until the form has begun anew. */
  const isDone = useRef(false);
  const leave = useRef(() => {});

  useEffect(() => {
    const kept = place && isFilled && takeTyping(place);
    if (!kept) return;
    reset({ ...getValues(), ...kept.typed }, { keepDefaultValues: true });
    setBack(kept);
  }, [place, isFilled, reset, getValues]);

  useEffect(() => {
    const keep = (isLeft: boolean) => {
      const typed = Object.entries(getValues()).filter(([name]) => name in dirtyFields);
      if (place && typed.length > 0) keepTyping(place, Object.fromEntries(typed), isLeft);
    };
    if (Object.keys(dirtyFields).length === 0) isDone.current = false;
    leave.current = () => {
      if (!isDone.current) keep(true);
    };
    return hearSession(({ status }) => {
      isDone.current = status === "out";
      if (isDone.current) keep(false);
    });
  }, [place, getValues, dirtyFields]);

  useEffect(() => {
    if (!isKeptWhenLeft) return;
    const leaveNow = () => leave.current();
    addEventListener("pagehide", leaveNow);
    return () => {
      removeEventListener("pagehide", leaveNow);
      leaveNow();
    };
  }, [isKeptWhenLeft]);

  const forget = () => {
    forgetTyping();
    setBack(undefined);
  };
  return {
    isBack: back !== undefined,
    isLeft: back?.isLeft ?? false,
    startOver: () => {
      reset();
      forget();
    },
    forget: () => {
      isDone.current = true;
      forget();
    },
  };
}

/** Opens a form that the page shows only on demand, if what was typed into it waits there. */
export function useWaitingTyping(name: string, open: (isOpen: true) => void): void {
  const place = usePlace(name);
  useEffect(() => {
    if (place && findTyping(place)) open(true);
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
export function TypingIsBack({ isBack, isLeft, startOver }: Pick<KeptTyping, "isBack" | "isLeft" | "startOver">) {
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
    <div ref={said} data-uncovered className={joinClasses(textStyles.small, textStyles.soft)} role="status">
      {text}
      {isLeft && (
        <Button kind="text" size="small" onClick={beginAnew}>
          Start over
        </Button>
      )}
    </div>
  );
}

/** Keeps it in this tab, in place of what was kept before. Where the browser keeps nothing, it is lost. */
function keepTyping(place: Place, typed: object, isLeft: boolean): void {
  try {
    sessionStorage.setItem(TYPED, JSON.stringify({ ...place, atMs: Date.now(), typed, isLeft } satisfies Kept));
  } catch {}
}

/** What this person had typed here within the last hour. It is given once. */
function takeTyping(place: Place): Kept | undefined {
  const kept = findTyping(place);
  if (kept) forgetTyping();
  return kept;
}

/** Erases what is another's or too old; what is theirs from another page or form waits. */
function findTyping({ uid, path, form }: Place): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    const ageMs = Date.now() - (kept?.atMs ?? 0);
    if (kept?.uid !== uid || ageMs < 0 || ageMs >= LIFE_MS) {
      forgetTyping();
      return undefined;
    }
    return kept.path === path && kept.form === form ? kept : undefined;
  } catch {
    return undefined;
  }
}
