import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useLocation } from "react-router";
import { hearSession, useSession } from "#app/client/session.ts";
import { forgetTyping, TYPED } from "#app/client/typed.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import textStyles from "#app/ui/text.module.css";

/** What was typed into the form of a page when the session of this person ended. */
type Kept = { uid: string; path: string; atMs: number; typed: object };

const LIFE_MS = 3_600_000;

type KeptTyping = {
  /** Whether the form shows what was typed before the session ended. */
  isBack: boolean;
  /** Once it is sent: also if the answer came after the session had ended. */
  forget: () => void;
};

/**
 * Keeps what was typed into the one form of a page when the session ends, and fills it in again when the same person
 * comes back. Not for forms with passwords, codes or files.
 */
export function useKeptTyping<Values extends FieldValues>(
  { reset, getValues, formState: { dirtyFields } }: UseFormReturn<Values, unknown, FieldValues>,
  { isFilled = true }: { isFilled?: boolean } = {},
): KeptTyping {
  const session = useSession();
  const uid = session.status === "in" ? session.user.uid : undefined;
  const { pathname, search } = useLocation();
  const path = pathname + search;
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    const typed = uid && isFilled && takeTyping(uid, path);
    if (!typed) return;
    reset({ ...getValues(), ...typed }, { keepDefaultValues: true });
    setBack(true);
  }, [uid, path, isFilled, reset, getValues]);

  useEffect(() => {
    if (!uid) return;
    return hearSession(({ status }) => {
      const typed = Object.entries(getValues()).filter(([name]) => name in dirtyFields);
      if (status === "out" && typed.length > 0) keepTyping(uid, path, Object.fromEntries(typed));
    });
  }, [uid, path, getValues, dirtyFields]);

  return {
    isBack,
    forget: () => {
      forgetTyping();
      setBack(false);
    },
  };
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
function keepTyping(uid: string, path: string, typed: object): void {
  try {
    sessionStorage.setItem(TYPED, JSON.stringify({ uid, path, atMs: Date.now(), typed } satisfies Kept));
  } catch {}
}

/**
 * What this person had typed on this page within the last hour. It is given once; what is another's or too old is
 * erased, what is theirs from another page waits.
 */
function takeTyping(uid: string, path: string): object | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
    const ageMs = Date.now() - (kept?.atMs ?? 0);
    const isTheirs = kept?.uid === uid && ageMs >= 0 && ageMs < LIFE_MS;
    if (isTheirs && kept.path !== path) return undefined;
    forgetTyping();
    return isTheirs ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}
