import { useState } from "react";
import { toast } from "#app/ui/toast.ts";
import { describeError } from "./api.ts";

/** Runs a button's action: `isBusy` while it runs, and a toast if it fails. */
export function useAction(): { isBusy: boolean; run: (work: () => Promise<unknown>) => Promise<void> } {
  const [isBusy, setBusy] = useState(false);

  async function run(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(describeError(error));
    } finally {
      setBusy(false);
    }
  }

  return { isBusy, run };
}
