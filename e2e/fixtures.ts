import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

type Fixtures = {
  /** Console errors that the journey expects, such as the 401 of a wrong password. All others fail the test. */
  expectedErrors: RegExp[];
  /** The address of the shop. */
  shop: string;
  /** A page for one more person: cookies of their own, watched like the first. */
  newPerson: () => Promise<Page>;
};

export { expect };

/**
 * A test that fails on console errors, uncaught errors and violations of the content security policy, in any window.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  shop: async ({}, use) => {
    if (!process.env.SHOP_URL) throw new Error("SHOP_URL is not set: e2e/global-setup.ts starts the shop");
    await use(process.env.SHOP_URL);
  },

  baseURL: async ({ shop }, use) => use(shop),

  context: async ({ context, expectedErrors }, use) => {
    const errors = watchErrors(context);
    await noteHydration(context);
    await use(context);
    expectOnly(expectedErrors, errors);
  },

  // Journeys begin once the page hears them; what is pressed earlier has a journey of its own.
  page: async ({ page }, use) => use(hydrating(page)),

  newPerson: async ({ browser, shop, expectedErrors, extraHTTPHeaders }, use) => {
    const contexts: { context: BrowserContext; errors: string[] }[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: shop, ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}) });
      contexts.push({ context, errors: watchErrors(context) });
      await noteHydration(context);
      return hydrating(await context.newPage());
    });
    for (const { context, errors } of contexts) {
      await context.close();
      expectOnly(expectedErrors, errors);
    }
  },
});

// Each page gets axe once, and without its comments: the package would send all 1.3 MB of it twice for every check.
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
const AXE_IS_THERE = "undefined";

/**
 * Expects no accessibility violation on the page at rest: what comes or goes meanwhile, such as a toast, does so
 * without motion.
 */
export async function axe(page: Page): Promise<void> {
  await findFaults(page, "all rules");
}

/**
 * As `axe`, in the light scheme; and in the dark one what depends on colours, which is all that differs. Leaves the
 * page light.
 */
export async function axeInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await findFaults(page, "colours");
  await page.emulateMedia({ colorScheme: "light" });
  await findFaults(page, "all rules");
}

async function findFaults(page: Page, what: "all rules" | "colours"): Promise<void> {
  // Finished, not awaited: a page that the browser does not draw would never come to their end.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of ending) animation.finish();
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations, passes, incomplete } = await new AxeBuilder({ page, axeSource: AXE_IS_THERE })
    // No page here has frames: without a second page to gather their results in, a check takes half the time.
    .setLegacyMode()
    .options({
      resultTypes: ["violations"],
      // Style sheets are read only for a rule that is not among these.
      preload: { assets: ["media"] },
      ...(what === "colours" && { runOnly: ["color-contrast", "link-in-text-block"] }),
    })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
  // A page on which axe saw no text would pass, too.
  expect([...passes, ...incomplete].map(({ id }) => id)).toContain("color-contrast");
}

declare global {
  interface Window {
    isHydrated?: boolean;
    __reactRouterContext?: unknown;
  }
}

async function noteHydration(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.addEventListener("hydrated", () => {
      window.isHydrated = true;
    });
  });
}

/**
 * The page, whose `goto` and `reload` end when it hears what is pressed; pages of others, and without scripts, at once.
 */
function hydrating(page: Page): Page {
  const isHeard = () => page.waitForFunction(() => !window.__reactRouterContext || window.isHydrated);
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...address) => {
    const response = await goto(...address);
    await isHeard();
    return response;
  };
  page.reload = async (...options) => {
    const response = await reload(...options);
    await isHeard();
    return response;
  };
  return page;
}

function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on("console", (message) => {
    const { url } = message.location();
    // Reviews of other journeys show photos that do not exist.
    if (message.type() !== "error" || url.startsWith("https://pictures.example/")) return;
    errors.push(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  return errors;
}

function expectOnly(expected: RegExp[], errors: string[]): void {
  expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([]);
}
