import { type Fault, runTests } from "./fault.ts";

/** Faults that the tests try briefly: here they run at full length. */
export const tested: Fault[] = [
  {
    name: "kill-shop",
    strike: async ({ times }) =>
      [
        await runTests("test/trials/crash.test.ts", { KILLS: times }, "under order load"),
        await runTests("test/trials/crash-sheets.test.ts", { KILLS: times }),
      ].join("\n"),
  },
  { name: "kill-engine", strike: ({ times }) => runTests("test/trials/outage.test.ts", { OUTAGES: times }) },
  {
    name: "money",
    strike: async ({ times }) =>
      [
        await runTests("test/trials/numbers.test.ts", { AT_ONCE: 5 * times }),
        await runTests("test/trials/random-actions.test.ts", { ACTIONS: 250 * times }),
      ].join("\n"),
  },
  {
    name: "mails",
    strike: async ({ times }) =>
      [
        await runTests("app/platform/mail/delivery.test.ts", { MAILS: 10 * times }),
        await runTests("app/platform/mail/worker.test.ts", { KILLS: times }),
      ].join("\n"),
  },
  {
    name: "stop",
    strike: async () =>
      [
        await runTests("test/start.test.ts", {}, "under load"),
        await runTests("test/health.test.ts", {}, "while it drains"),
      ].join("\n"),
  },
  { name: "requests", strike: ({ requests }) => runTests("test/trials/generated.test.ts", { REQUESTS: requests }) },
];
