import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";
import { Refusal } from "#app/platform/http/refusal.server.ts";
import type { DocumentFacts } from "./facts.ts";
import { MAIL_LANE, openPdfWorker } from "./pdf-worker.server.ts";

const line = {
  order: 1042,
  article: 1,
  item: "Rivet",
  line: null,
  pieces: 1000,
  packingUnit: null,
  unitPrice: "0.0345",
  total: "34.5",
};
const facts: DocumentFacts = {
  ...{ kind: "confirmation", number: "S-31", of: "Sheet S-31", at: "2026-11-21T09:00:00.000Z", day: "2026-11-21" },
  ...{ dueOn: null, wantedOn: null, poNumber: null, note: null, shipment: { carrier: null, trackingNumber: null } },
  seller: { address: [], contact: "orders@rivet-and-reed.example", bank: [], terms: [] },
  buyer: { name: "Astrid", company: null, email: "a@denim.example", phone: "1", address: "Umeå", country: null },
  lines: Array.from({ length: 200 }, (_, at) => ({ ...line, order: 1042 + at })),
};
const job = { all: [facts], paper: "A4" } as const;

const pdfWorker = openPdfWorker({ waiting: 2 });
afterAll(() => pdfWorker.close());

it("prints while the process does other things", async () => {
  await pdfWorker.print(job, ["buyers"]);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = performance.now();
  await pdfWorker.print(job, ["buyers"]);
  const tookMs = performance.now() - before;
  delay.disable();
  // Printed in this thread, the loop would have stood still for as long as it took.
  expect(delay.max / 1e6).toBeLessThan(tookMs);
  if (process.env.FIGURES)
    console.info(`200 lines: ${tookMs.toFixed(0)} ms, loop held ${(delay.max / 1e6).toFixed(0)} ms`);
});

it("lets a few wait, and tells the others when to come again", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => pdfWorker.print(job, ["buyers"])));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(refused).toHaveLength(3);
  for (const error of refused) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ problem: { status: 503 }, more: { retryAfterS: 2 } });
  }
});

it("prints again after its thread has ended while it had nothing to print", async () => {
  const idle = openPdfWorker();
  const started = once(process, "worker");
  await idle.print(job, ["buyers"]);
  const [thread] = (await started) as [Worker];
  // An error that nobody hears ends the process.
  expect(() => thread.emit("error", new Error("out of memory"))).not.toThrow();
  await thread.terminate();
  expect((await idle.print(job, ["buyers"])).length).toBeGreaterThan(1000);
  await idle.close();
});

it("prints again after a document that it could not print", async () => {
  const broken = { ...job, all: [{ ...facts, at: "never" }] };
  await expect(pdfWorker.print(broken, ["buyers"])).rejects.toThrow("a document was not printed");
  expect((await pdfWorker.print(job, ["buyers"])).length).toBeGreaterThan(1000);
});

it("lets accounts and staff take turns, whoever has asked for most", async () => {
  const small = { all: [{ ...facts, lines: facts.lines.slice(0, 20) }], paper: "A4" } as const;
  const crowded = openPdfWorker({ waiting: 12 });
  const flood = Array.from({ length: 3 * 20 }, (_, at) => crowded.print(job, ["buyers", "203.0.113.7", `${at % 3}`]));
  const settled = Promise.allSettled(flood);
  const done: string[] = [];
  const others = [
    crowded.print(small, ["buyers", "198.51.100.9", "honest"]).then(() => done.push("buyer")),
    crowded.print(small, ["staff", "198.51.100.9", "admin"]).then(() => done.push("admin")),
    crowded.print(small, MAIL_LANE).then(() => done.push("mail")),
  ];
  const first = Promise.all(others).then(() => done.length);
  await Promise.allSettled(flood).then(() => done.push("flood"));
  expect(await first).toBe(3);
  expect(done.at(-1)).toBe("flood");
  expect((await settled).filter(({ status }) => status === "rejected").length).toBeGreaterThan(40);
  await crowded.close();
});

it("says 503 to whoever has waited too long, and about a document that took too long", async () => {
  const slow = openPdfWorker({ patienceMs: 1 });
  const outcomes = await Promise.allSettled([slow.print(job, ["buyers"]), slow.print(job, ["buyers"])]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { problem: { status: 503 }, more: { retryAfterS: 2 } } });
  await slow.close();
});
