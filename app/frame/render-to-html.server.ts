import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { type RenderToPipeableStreamOptions, renderToPipeableStream } from "react-dom/server";

type Options = Pick<RenderToPipeableStreamOptions, "bootstrapScriptContent" | "nonce"> & { signal: AbortSignal };

/**
 * Renders a page in one piece: pages are cached as bytes and their scripts hashed, so nothing may follow later.
 * @throws whatever a component threw, or the signal's reason once nobody waits any more.
 */
export async function renderToHtml(page: ReactNode, { signal, ...options }: Options): Promise<string> {
  const { promise: rendered, resolve, reject } = Promise.withResolvers<void>();
  const faults: unknown[] = [];
  const { pipe, abort } = renderToPipeableStream(page, {
    ...options,
    onAllReady: resolve,
    onShellError: reject,
    // React calls this outside every promise: an exception here would end the process.
    onError(error) {
      faults.push(error);
    },
  });
  const giveUp = () => abort(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    await rendered;
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
  if (faults.length > 0) throw faults[0];
  return collect(pipe);
}

/** Collects what is piped as one string. A web stream would make a promise for each piece. */
function collect(pipe: (to: Writable) => unknown): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const pieces: Buffer[] = [];
  const all = new Writable({
    // No need to wait for a reader.
    highWaterMark: Number.MAX_SAFE_INTEGER,
    // React would take the end for a reader that has left.
    emitClose: false,
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    final(done) {
      resolve(Buffer.concat(pieces).toString());
      done();
    },
  });
  pipe(all.on("error", reject));
  return promise;
}
