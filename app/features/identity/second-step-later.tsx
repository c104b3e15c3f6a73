import { type ComponentType, useCallback, useEffect, useState } from "react";
import { isReached } from "#app/frame/unreachable-page.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";

type Back = { onBack: () => void };

/** Kept across a reload, for a login between its two steps. */
const WAITING = "second-step";
let isReloaded = false;

/** Whether the second step is due, and how to begin it and go back. */
export function useSecondStep() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!takeWaiting()) return;
    isReloaded = true;
    setWaiting(true);
  }, []);
  // Stable across renders: when it changes, the second step loads again.
  const goBack = useCallback(() => setWaiting(false), []);
  return { isWaiting, wait: () => setWaiting(true), goBack };
}

/** The second step of a login, loaded by those who have one. */
export function SecondStep({ onBack }: Back) {
  const [Form, setForm] = useState<ComponentType<Back>>();
  useEffect(() => {
    import("./second-step.tsx").then(
      ({ SecondStepForm }) => setForm(() => SecondStepForm),
      () => void loadAgain(onBack),
    );
  }, [onBack]);
  return Form ? <Form onBack={onBack} /> : <Loading />;
}

// Where the browser keeps nothing for anybody, the login begins once more after the reload.
function noteWaiting(): void {
  try {
    sessionStorage.setItem(WAITING, "");
  } catch {}
}

function takeWaiting(): boolean {
  try {
    const isWaiting = sessionStorage.getItem(WAITING) !== null;
    sessionStorage.removeItem(WAITING);
    return isWaiting;
  } catch {
    return false;
  }
}

/** A new release has different scripts. The reloaded page brings them, and goes on from here. */
async function loadAgain(onBack: () => void): Promise<void> {
  if (!isReloaded && (await isReached(location.href))) {
    noteWaiting();
    return location.reload();
  }
  toast.error("There is no connection to the shop. Please try again.");
  onBack();
}
