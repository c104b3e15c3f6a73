import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { MetricsText } from "./serve.server.ts";

/** What Prometheus reads from this process. Parts of the shop count into it, if it exists. */
export type Metrics = MetricsText & {
  requests: Histogram<"method" | "route" | "status">;
  refusals: Counter<"code">;
  renders: Histogram;
  cache: Counter<"from">;
  /** Adds a value that is read when Prometheus asks: one number, or one for each value of `label`. */
  watch: (about: Watched, read: Read) => void;
};

type Watched = { name: string; help: string; label?: string };

type Read = () => number | Record<string, number> | Promise<number | Record<string, number>>;

/** From a page of the cache to a report that the database writes. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Prometheus waits ten seconds for all values. */
const PATIENCE_MS = 2_000;

/** Creates the metrics of this process, with those of Node.js: event loop, memory, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    requests: new Histogram({
      name: "shop_request_duration_seconds",
      help: "How long requests took, by route and status",
      labelNames: ["method", "route", "status"],
      buckets: SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: "shop_refusals_total",
      help: "Requests that were refused, by the code of the problem",
      labelNames: ["code"],
      registers,
    }),
    renders: new Histogram({
      name: "shop_render_duration_seconds",
      help: "How long it took to render a page",
      buckets: SECONDS,
      registers,
    }),
    cache: new Counter({
      name: "shop_cache_total",
      help: "Pages and answers of the API from the cache: from memory, or made while the visitor waited",
      labelNames: ["from"],
      registers,
    }),
    watch({ name, help, label }, read) {
      new Gauge({
        name,
        help,
        labelNames: label ? [label] : [],
        registers,
        async collect() {
          this.reset();
          const found = await readInTime(read);
          if (typeof found === "number") return this.set(found);
          for (const [value, number] of Object.entries(found)) if (label) this.set({ [label]: value }, number);
        },
      });
    },
    read: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Not a number when it fails or takes too long: the other values are wanted most when something fails. */
async function readInTime(read: Read): Promise<number | Record<string, number>> {
  let impatience: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => {
    impatience = setTimeout(() => resolve(Number.NaN), PATIENCE_MS);
  });
  const found = Promise.resolve()
    .then(read)
    .catch(() => Number.NaN);
  return await Promise.race([found, late]).finally(() => clearTimeout(impatience));
}
