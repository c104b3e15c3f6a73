import { createHook } from "node:async_hooks";

/** How many passwords were hashed while `action` ran, through whichever door: counted where Node begins each scrypt. */
export async function hashesDuring(action: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "SCRYPTREQUEST") count++;
    },
  });
  hook.enable();
  try {
    await action();
  } finally {
    hook.disable();
  }
  return count;
}
