import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { silent } from "#test/database.ts";
import { openRenderThread } from "./render-thread.server.ts";

/** It says that it is ready, and hangs at the first page. */
const HANGS = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", ({ order }) => { while (order === "render"); });
  parentPort.postMessage({ report: "ready" });`;

it("a thread that hangs is replaced although its visitors have left", async () => {
  const worker = new Worker(HANGS, { eval: true });
  onTestFinished(async () => void (await worker.terminate()));
  const thread = openRenderThread(() => worker, silent, { pauseMs: 0, patienceMs: 200 });
  const leaving = new AbortController();
  const ask = () => thread.render({ address: "/", audience: "everybody", signal: leaving.signal, mayStart: true });
  expect(await ask()).toBeUndefined();
  await once(worker, "message");
  const [page, ended] = [ask(), once(worker, "exit")];
  leaving.abort(new Error("gone"));
  await expect(page).rejects.toThrow("gone");
  await ended;
  await thread.close();
});
