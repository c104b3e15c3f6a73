/** Sends a line of an answer. */
export type Tell<Line> = (line: Line) => void;

/**
 * An answer in lines of JSON (NDJSON), written as the work progresses; its return value is the last line. A slow reader
 * does not delay the work. When the client leaves, `left` says so. An error ends the stream, and the API writes it as a
 * line.
 */
export function streamLines<Line>(
  work: (tell: Tell<Line>, left: AbortSignal) => Promise<Line>,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  return new ReadableStream({
    start(controller) {
      const tell = (line: Line) => {
        if (!left.signal.aborted) controller.enqueue(toLine(line));
      };
      work(tell, left.signal).then(
        (last) => {
          tell(last);
          if (!left.signal.aborted) controller.close();
        },
        (error: unknown) => controller.error(error),
      );
    },
    cancel(reason) {
      left.abort(reason);
    },
  });
}

/** The same stream, but an error is its last line, as `problem` describes it. */
export function endInProblem(
  lines: ReadableStream<Uint8Array>,
  problem: (error: unknown) => object,
): ReadableStream<Uint8Array> {
  const reader = lines.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.enqueue(toLine({ kind: "problem", ...problem(error) }));
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function toLine(line: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(line)}\n`);
}
