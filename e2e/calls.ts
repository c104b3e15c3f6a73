import type { Page, Request } from "@playwright/test";

/** Header and menu ask for these on each page, to show how many there are. */
const OF_FRAME = ["/api/orderDraft", "/api/approvals", "/api/waitingMessages", "/api/claims"];

/** The API calls that this page has made since, such as `"DELETE /orders/1"`, except those of header and menu. */
export function noteCalls(page: Page) {
  const requests: Request[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isOfFrame = request.method() === "GET" && OF_FRAME.includes(pathname);
    if (pathname.startsWith("/api/") && !isOfFrame) requests.push(request);
  });
  const keyOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname.slice(4)}`;
  return {
    requests,
    made: () => requests.map(keyOf),
    forget: () => requests.splice(0),
  };
}

/** Marks the document; `isSame` says whether it was never loaded again. */
export async function markDocument(page: Page) {
  await page.evaluate(() => document.documentElement.setAttribute("data-marked", ""));
  return { isSame: () => page.evaluate(() => document.documentElement.hasAttribute("data-marked")) };
}

/** The requests that wait for their answers; the stream of events has no end. */
export function watchRequests(page: Page): Set<Request> {
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/events")) pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  return pending;
}
