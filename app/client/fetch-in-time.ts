/** Longer than the shop ever takes: the line has gone, and the network may never say so. */
const PATIENCE_MS = 60_000;

/**
 * Sends a request and gives up, with an AbortError, if no answer begins within a minute. What brings a file may take as
 * long as it needs.
 */
export async function fetchInTime(request: Request): Promise<Response> {
  const line = new AbortController();
  const bringsFile = (request.headers.get("content-type") ?? "application/json") !== "application/json";
  const waiting = bringsFile ? undefined : setTimeout(() => line.abort(), PATIENCE_MS);
  try {
    return await fetch(request, { signal: line.signal });
  } finally {
    clearTimeout(waiting);
  }
}
