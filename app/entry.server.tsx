import { randomUUID } from "node:crypto";
import { createContext, type EntryContext, type HandleErrorFunction, ServerRouter } from "react-router";
import { apiContext } from "./client/api.ts";
import { sessionContext } from "./client/protected.ts";
import { allowScripts } from "./contract/page-scripts.ts";
import { contactContext } from "./frame/contact-context.ts";
import { keepEarlyInput } from "./frame/early-input.ts";
import { holdScripts, START_SCRIPTS } from "./frame/first-paint.ts";
import { takeOwnScripts } from "./frame/own-scripts.server.ts";
import { demoContext, signedInContext, socialContext } from "./frame/page-contexts.ts";
import { renderToHtml } from "./frame/render-to-html.server.ts";
import { timeZoneContext } from "./ui/time-zone.ts";

/** Where a page's error is reported: the server's log. */
const reportContext = createContext<(error: unknown) => void>();

/** The server sets these when it calls a page; exported so that both sides use the same instances. */
export {
  apiContext,
  contactContext,
  demoContext,
  reportContext,
  sessionContext,
  signedInContext,
  socialContext,
  timeZoneContext,
};

/** Without it, the framework prints errors with all the values attached to them. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportContext)(error);
};

/** Answers with a page, whole. */
export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  const nonce = randomUUID();
  const page = <ServerRouter context={entry} url={request.url} nonce={nonce} />;
  const options = { signal: request.signal, bootstrapScriptContent: START_SCRIPTS, nonce };
  const { html, hashes } = takeOwnScripts(keepEarlyInput(await renderToHtml(page, options), nonce), nonce);
  headers.set("Content-Type", "text/html; charset=utf-8");
  allowScripts(headers, hashes);
  return new Response(holdScripts(html), { status, headers });
}
