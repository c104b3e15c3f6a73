import type { ReactNode } from "react";
import { type RenderToReadableStreamOptions, renderToReadableStream } from "react-dom/server";

type Options = Pick<RenderToReadableStreamOptions, "bootstrapScriptContent"> & { signal: AbortSignal };

/**
 * Renders a page in one piece: pages are cached as bytes and their scripts hashed, so nothing may follow later.
 * @throws whatever a component threw, or the signal's reason once nobody waits any more.
 */
export async function renderToHtml(page: ReactNode, options: Options): Promise<string> {
  const faults: unknown[] = [];
  const html = await renderToReadableStream(page, {
    ...options,
    // React calls this outside every promise: an exception here would end the process.
    onError(error) {
      faults.push(error);
    },
  });
  await html.allReady;
  if (faults.length > 0) throw faults[0];
  return new Response(html).text();
}
