/** One message of `text/event-stream`, as far as the shop writes them. */
export type StreamMessage = { event: string; id: string | undefined; data: Record<string, unknown> };

/** Reads the messages of a stream as they come: `next` waits for one, and answers undefined at the end. */
export function readStream(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let lastId: string | undefined;

  async function next(): Promise<StreamMessage | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        text += chunk.value;
        continue;
      }
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      lastId = field("id") ?? lastId;
      const data = field("data");
      if (data) return { event: field("event") ?? "message", id: field("id"), data: JSON.parse(data) };
    }
  }

  /** The next message of this kind. */
  async function until(event: string): Promise<StreamMessage> {
    for (;;) {
      const message = await next();
      if (!message) throw new Error(`the stream ended before ${event}`);
      if (message.event === event) return message;
    }
  }

  return { next, until, lastId: () => lastId, cut: () => reader?.cancel() };
}
