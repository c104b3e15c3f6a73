import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { apiContext } from "#app/shell/api.ts";
import { demoContext } from "#app/shell/demo-context.ts";
import { paintFirst } from "#app/shell/first-paint.ts";
import { signedInContext } from "#app/shell/signed-in-context.ts";
import { socialContext } from "#app/shell/social-context.ts";

/** The server sets these when it calls a page; exported so that both sides use the same instances. */
export { apiContext, demoContext, signedInContext, socialContext };

/** Renders a page whole: pages are kept as bytes and their scripts hashed, so nothing may follow later. */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  const html = await renderToReadableStream(<ServerRouter context={entry} url={request.url} />, {
    signal: request.signal,
    onError(error) {
      if (!request.signal.aborted) throw error;
    },
  });
  await html.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(paintFirst(await new Response(html).text()), { status, headers });
}
