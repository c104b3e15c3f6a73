import { setTimeout as pause } from "node:timers/promises";
import { AggregatorRegistry, Counter, Gauge, Registry } from "prom-client";
import type { MetricsText } from "#app/platform/metrics/serve.server.ts";
import { send, type Workers } from "./workers.server.ts";

/** A metric as prom-client writes it; NaN has become null on the way. */
type Values = { name: string; type: string; values: { value: number | null }[] };

/** A worker gives up on its slowest value after two seconds. */
const PATIENCE_MS = 3_000;

/**
 * The metrics of all processes combined. Counts are added up, and include those of processes that have ended, because
 * Prometheus takes a falling count for a restart.
 */
export function countTogether(workers: Workers): MetricsText {
  const own = new Registry();
  const registers = [own];
  const deaths = new Counter({ name: "shop_process_deaths_total", help: "Processes of the shop that died", registers });
  new Gauge({
    name: "shop_processes",
    help: "Processes that serve visitors",
    registers,
    collect() {
      this.set(workers.serving().length);
    },
  });
  workers.events.on("died", () => deaths.inc());

  /** What each process reported last. */
  const last = new Map<number, Values[]>();
  let departed: object[] = [];
  const waiting = new Map<number, { left: Set<number>; done: () => void }>();
  let questions = 0;
  const strike = (worker: number, asked: Iterable<{ left: Set<number>; done: () => void }>) => {
    for (const { left, done } of asked) if (left.delete(worker) && left.size === 0) done();
  };
  workers.events.on("counts", (worker, { question, counts }) => {
    last.set(worker, (counts as Values[]).map(restore));
    const asked = question === undefined ? undefined : waiting.get(question);
    if (asked) strike(worker, [asked]);
  });
  workers.events.on("gone", (worker) => {
    const grown = (last.get(worker) ?? []).filter(({ type }) => type === "counter" || type === "histogram");
    void AggregatorRegistry.aggregate([departed, grown])
      .getMetricsAsJSON()
      .then((sum) => {
        departed = sum;
      });
    last.delete(worker);
    strike(worker, waiting.values());
  });

  async function ask(): Promise<void> {
    const asked = workers.serving();
    if (asked.length === 0) return;
    const question = ++questions;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(question, { left: new Set(asked.map(({ id }) => id)), done: resolve });
    for (const worker of asked) send(worker, { order: "count", question });
    // A process that hangs is shown as it last was.
    await Promise.race([promise, pause(PATIENCE_MS, undefined, { ref: false })]);
    waiting.delete(question);
  }

  return {
    contentType: own.contentType,
    async read() {
      await ask();
      return AggregatorRegistry.aggregate([...last.values(), departed, await own.getMetricsAsJSON()]).metrics();
    },
  };
}

function restore(metric: Values): Values {
  return { ...metric, values: metric.values.map((each) => ({ ...each, value: each.value ?? Number.NaN })) };
}
