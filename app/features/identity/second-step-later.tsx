import { type ComponentType, useCallback, useEffect, useState } from "react";
import { isReached } from "#app/frame/page-keeper.tsx";
import { Loading } from "#app/ui/states.tsx";
import { toast } from "#app/ui/toast.ts";

type Back = { onBack: () => void };

/** Kept over a reload, for a login that is in the middle of its two steps. */
const WAITING = "second-step";
let isReloaded = false;

/** Whether the second step is up, and its beginning and end. */
export function useSecondStep() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    if (sessionStorage.getItem(WAITING) === null) return;
    sessionStorage.removeItem(WAITING);
    isReloaded = true;
    setWaiting(true);
  }, []);
  // The same for every render: the second step asks the shop again when it changes.
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

/** A new release has other scripts: the page of now brings its own, and goes on where this one was. */
async function loadAgain(onBack: () => void): Promise<void> {
  if (!isReloaded && (await isReached(location.href))) {
    sessionStorage.setItem(WAITING, "");
    return location.reload();
  }
  toast.error("There is no connection to the shop. Please try again.");
  onBack();
}
