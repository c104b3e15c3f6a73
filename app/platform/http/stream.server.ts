/**
 * A stream of what a generator yields: each part is made when the one before has been taken.
 * @param ended is called once at the end, when the client leaves, or with the error that breaks the stream off
 */
export function streamParts<Part>(
  parts: AsyncGenerator<Part>,
  ended: (error?: unknown) => void = () => {},
): ReadableStream<Part> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (!done) return controller.enqueue(value);
      } catch (error) {
        ended(error);
        throw error;
      }
      ended();
      controller.close();
    },
    async cancel() {
      ended();
      await parts.return(undefined);
    },
  });
}
