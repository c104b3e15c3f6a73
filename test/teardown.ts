// Vitest ignores an `afterAll` that is called within `beforeAll`, which is where most files open a shop.

const ends: (() => Promise<void>)[] = [];

/** Runs `end` after the test file, whoever calls this and when; what was opened last ends first. */
export function afterFile(end: () => Promise<void>): void {
  ends.unshift(end);
}

/** Ends what the file has opened. */
export async function endFile(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
