import { expect, type Page, type Route } from "@playwright/test";

/** A phone and a desktop; each journey of the dashboard is walked on both. */
export const sizes = [
  { name: "phone", viewport: { width: 360, height: 780 } },
  { name: "desktop", viewport: { width: 1280, height: 900 } },
];

export type Failure =
  | { status: 401 | 403 | 409 | 422 | 500; errors?: readonly { field: string; message: string }[] }
  | "network";

/** The next call like this fails; those after it go through. */
export async function failNext(page: Page, method: string, path: RegExp, failure: Failure): Promise<void> {
  let isDue = true;
  await page.route(path, async (route) => {
    if (!isDue || route.request().method() !== method) return route.fallback();
    isDue = false;
    if (failure === "network") return route.abort("internetdisconnected");
    const { status, errors } = failure;
    const problem = { type: "about:blank", title: "Refused", status, code: "test", requestId: "test", errors };
    return route.fulfill({
      status,
      contentType: "application/problem+json",
      json: { ...problem, detail: saidFor(failure) },
    });
  });
}

/** The next call to this address arrives, and its answer does not, nor its cookies. */
export async function loseNextAnswer(page: Page, path: string): Promise<void> {
  const lose = async (route: Route) => {
    const cookies = await page.context().cookies();
    await route.fetch();
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await route.abort();
  };
  await page.route(path, lose, { times: 1 });
}

/** Holds all calls like this, as a slow line does, until `release`. */
export async function hold(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await held.promise;
    return route.fallback();
  });
  return held.resolve;
}

/** What the page says of it. */
export function saidFor(failure: Failure): string {
  return failure === "network"
    ? "No connection to the shop. Please try again."
    : `The shop refused with ${failure.status}.`;
}

/** Closes the toasts in the corner, and those that appear meanwhile: they may cover what is needed next. */
export async function dismissToasts(page: Page): Promise<void> {
  const close = page
    .getByRole("region", { name: "Notifications", includeHidden: true })
    .getByRole("button", { name: "Close", includeHidden: true });
  await expect(async () => {
    await close.evaluateAll((buttons: HTMLElement[]) => buttons.map((button) => button.click()));
    await expect(close).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}
