import { useEffect, useMemo, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { hearSession, useSession } from "#app/client/session.ts";
import { forgetTyping, TYPED } from "#app/client/typed.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";

/** What was typed into a form of a page when the session of this person ended. */
type Kept = Place & { atMs: number; typed: object };

type Place = { uid: string; path: string; form: string };

const LIFE_MS = 3_600_000;

type KeptTyping = {
  /** Whether the form shows what was typed before the session ended. */
  isBack: boolean;
  /** Once it is sent: also if the answer came after the session had ended. */
  forget: () => void;
};

/**
 * Keeps what was typed into a form when the session ends, and fills it in again when the same person comes back. A page
 * with several such forms names them. Not for forms with passwords, codes or files.
 */
export function useKeptTyping<Values extends FieldValues>(
  { reset, getValues, formState: { dirtyFields } }: UseFormReturn<Values, unknown, FieldValues>,
  { isFilled = true, name = "" }: { isFilled?: boolean; name?: string } = {},
): KeptTyping {
  const place = usePlace(name);
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    const typed = place && isFilled && takeTyping(place);
    if (!typed) return;
    reset({ ...getValues(), ...typed }, { keepDefaultValues: true });
    setBack(true);
  }, [place, isFilled, reset, getValues]);

  useEffect(() => {
    if (!place) return;
    return hearSession(({ status }) => {
      const typed = Object.entries(getValues()).filter(([name]) => name in dirtyFields);
      if (status === "out" && typed.length > 0) keepTyping(place, Object.fromEntries(typed));
    });
  }, [place, getValues, dirtyFields]);

  return {
    isBack,
    forget: () => {
      forgetTyping();
      setBack(false);
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
export function TypingIsBack({ isBack }: Pick<KeptTyping, "isBack">) {
  if (!isBack) return null;
  return (
    <p className={joinClasses(textStyles.small, textStyles.soft)} role="status">
      Your session ended, but what you typed is still here.
    </p>
  );
}

/** Keeps it in this tab, in place of what was kept before. Where the browser keeps nothing, it is lost. */
function keepTyping(place: Place, typed: object): void {
  try {
    sessionStorage.setItem(TYPED, JSON.stringify({ ...place, atMs: Date.now(), typed } satisfies Kept));
  } catch {}
}

/** What this person had typed here within the last hour. It is given once. */
function takeTyping(place: Place): object | undefined {
  const typed = findTyping(place);
  if (typed) forgetTyping();
  return typed;
}

/** Erases what is another's or too old; what is theirs from another page or form waits. */
function findTyping({ uid, path, form }: Place): object | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    const ageMs = Date.now() - (kept?.atMs ?? 0);
    if (kept?.uid !== uid || ageMs < 0 || ageMs >= LIFE_MS) {
      forgetTyping();
      return undefined;
    }
    return kept.path === path && kept.form === form ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}
