import type { ChildProcess } from "node:child_process";

/**
 * Remembers the connection that a process was handed last. Node.js hands over the next one once a process has taken up
 * the last; if it dies before that, Node.js keeps the connection open, and its visitor waits for an answer that never
 * comes.
 * @returns a function that cuts that connection off. Call it when the process has ended; connections that it had taken
 * up are already closed.
 */
export function watchHandover(process: ChildProcess): () => void {
  const send = process.send as (message: unknown, handle?: Handle, ...rest: unknown[]) => boolean;
  let last: Handle | undefined;
  process.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    if (isHandle(handle)) last = handle;
    return send.call(process, message, handle as Handle, ...rest);
  };
  return () => last?.close();
}

/** What `node:cluster` hands over: a connection that is no socket yet. */
type Handle = { close(): void };

const isHandle = (given: unknown): given is Handle =>
  typeof given === "object" && given !== null && "close" in given && typeof given.close === "function";
