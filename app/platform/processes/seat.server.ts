import cluster from "node:cluster";
import { type Beginning, type Order, type Report, SEAT } from "./messages.server.ts";

/** The place of this process among several that the first one keeps. */
export type Seat<Given> = Omit<Beginning, "given"> & {
  given: Given;
  /** Tells the first process that this one answers visitors. */
  tellServing: () => void;
  /** Calls `leave` when this process is to close; `isReplaced` if another has already taken its place. */
  onLeave: (leave: (isReplaced: boolean) => void) => void;
  /** Sends its metrics to the first process, whenever that asks. */
  shareCounts: (read: () => Promise<unknown[]>) => void;
  /**
   * Hands over the last metrics, so that no count is lost with this process. Resolves when the first process has read
   * them: by then it has also taken back the visitors that it was about to hand over.
   */
  sayGoodbye: () => Promise<void>;
};

/** The seat that the first process has given to this one; undefined when the shop is one process. */
export function takeSeat<Given>(): Seat<Given> | undefined {
  const written = process.env[SEAT];
  if (!cluster.isWorker || !written) return undefined;
  const { given, ...beginning } = JSON.parse(written) as Beginning & { given: Given };
  let readCounts = async (): Promise<unknown[]> => [];
  const left = Promise.withResolvers<boolean>();
  const dismissed = Promise.withResolvers<void>();
  process.once("disconnect", dismissed.resolve);
  process.on("message", (message: Order) => {
    if (message.order === "end") dismissed.resolve();
    else if (message.order !== "count") left.resolve(message.order === "make way");
    else void readCounts().then((counts) => report({ report: "counts", question: message.question, counts }));
  });
  // A terminal that closes signals all its processes; the first one decides what becomes of them.
  process.on("SIGHUP", () => {});
  return {
    given,
    ...beginning,
    tellServing: () => void report({ report: "serving" }),
    onLeave: (leave) => void left.promise.then(leave),
    shareCounts: (read) => {
      readCounts = read;
    },
    async sayGoodbye() {
      await report({ report: "counts", counts: await readCounts() });
      await dismissed.promise;
    },
  };
}

/** Resolves when it was sent, or nobody is there to read it. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send || !process.connected) return resolve();
    process.send(message, undefined, undefined, () => resolve());
  });
}
