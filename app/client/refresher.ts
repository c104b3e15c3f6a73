/** At most one question at a time, at most this often, and none while nobody looks. */
const EVERY_MS = 1000;
/** After a refusal or a lost connection. */
const RETRY_MS = 2000;

/**
 * Asks again whenever something has happened, which `wish` reports. If something happens during a request, one more
 * follows. `ask` throws if it must be repeated. `isShown` says whether somebody is looking; call `look` when that may
 * have changed. After `stop`, nothing is asked.
 */
export function createRefresher(ask: () => Promise<void>, isShown: () => boolean) {
  let isWanted = false;
  let isAsking = false;
  // By a clock that nobody sets back, which would hold the next question up for as long.
  let notBeforeMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function look(): void {
    clearTimeout(timer);
    if (!isWanted || isAsking || isOver || !isShown()) return;
    const waitMs = notBeforeMs - performance.now();
    if (waitMs > 0) timer = setTimeout(look, waitMs);
    else void askOnce();
  }

  async function askOnce(): Promise<void> {
    isWanted = false;
    isAsking = true;
    notBeforeMs = performance.now() + EVERY_MS;
    try {
      await ask();
    } catch {
      isWanted = true;
      notBeforeMs = performance.now() + RETRY_MS;
    }
    isAsking = false;
    look();
  }

  return {
    wish() {
      isWanted = true;
      look();
    },
    look,
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
