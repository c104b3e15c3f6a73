import { ApiProblem } from "./api.ts";

/** How a dialog on the page ends the question: the person has proved who they are, or declined. */
export type Question = { proved: () => void; leave: () => void };

let asker: ((question: Question | undefined) => void) | undefined;
/** The question that is open. Actions that need a proof meanwhile wait for the same answer. */
let open: Promise<void> | undefined;

/** For the dialog that asks: hears each question. Returns the way to stop. */
export function answerProofs(ask: (question: Question | undefined) => void): () => void {
  asker = ask;
  return () => {
    if (asker !== ask) return;
    asker = undefined;
    open = undefined;
  };
}

/**
 * Does something for which the shop may want a fresh proof of identity: if so, a dialog asks for it, and `action` runs
 * again.
 * @throws ApiProblem as `action` does, also when the person closes the dialog
 */
export async function withProof<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "proof-needed" || !asker) throw error;
    open ??= new Promise<void>((proved, reject) => asker?.({ proved, leave: () => reject(error) })).finally(() => {
      open = undefined;
      asker?.(undefined);
    });
    await open;
    return action();
  }
}
