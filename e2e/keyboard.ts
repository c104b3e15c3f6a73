import { expect, type Locator, type Page } from "@playwright/test";

const STEPS_MAX = 400;

/** At most this many presses in a row before the page is asked what they reached. */
const STRIDE = 8;

type Way = "Tab" | "Shift+Tab";

/** Where to: the control that is named, the end of the page, or nowhere in particular. */
type Goal = "control" | "end" | "none";
/**
 * What ends a stride early: the control has the focus, or is there no longer; the last stop was passed; or a stop is
 * not seen.
 */
type Met = "nothing" | "reached" | "gone" | "end" | "fault";

declare global {
  interface Window {
    stride?: { findFault: () => string; end: () => Met };
  }
}

/** Goes on with Tab until the control has the focus; each one on the way must be seen to have it. */
export async function tabTo(control: Locator, way: Way = "Tab"): Promise<void> {
  let presses = 1;
  for (let steps = 0; steps < STEPS_MAX; steps += presses) {
    if ((await stride(control, "control", way, presses)) === "reached") break;
    // Most controls are near.
    presses = Math.min(2 * presses, STRIDE);
  }
  await expect(control).toBeFocused();
}

/** Goes to the control and presses it. */
export async function press(control: Locator, way?: Way): Promise<void> {
  await tabTo(control, way);
  await control.page().keyboard.press("Enter");
}

/** Goes to the field and replaces what is in it. */
export async function write(field: Locator, words: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type(words);
}

/** Opens a dialog, which lets the keyboard nowhere else, and leaves it with Escape, which gives the focus back. */
export async function openAndLeave(opener: Locator): Promise<void> {
  const page = opener.page();
  const dialogs = page.locator("dialog:modal");
  // On a phone the details around the opener are one already.
  const before = await dialogs.count();
  await press(opener);
  await expect(dialogs).toHaveCount(before + 1);
  // Further than a dialog of few stops is long: what lies behind the dialog would be out of sight.
  await stride(page.locator(":root"), "none", "Tab", 4);
  await page.keyboard.press("Escape");
  await expect(dialogs).toHaveCount(before);
  await expect(opener).toBeFocused();
}

/** From the top of a page that was just opened past the header, as its first stop offers. */
export async function skipToContent(page: Page): Promise<void> {
  await expectSettled(page);
  await press(page.getByRole("link", { name: "Skip to content" }));
  await expect(page.locator("main")).toBeFocused();
}

/**
 * Until it is known who is signed in, a page shows a spinner, a form takes no input, and the header offers no login.
 */
export async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator("[data-wait], form[inert], [inert]:has(form), header noscript")).toHaveCount(0);
}

/** From one end of the page to the other, past every control. */
export async function walk(page: Page, way: Way): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += STRIDE) {
    if ((await stride(page.locator(":root"), "end", way, STRIDE)) === "end") break;
  }
  expect(await page.evaluate(findPassedBy), `passed by on ${page.url()}`).toEqual([]);
}

/**
 * Presses Tab, and looks at each stop before the next press: what has the focus must be seen to have it. It goes no
 * further than its goal.
 */
async function stride(control: Locator, goal: Goal, way: Way, presses: number): Promise<Met> {
  const page = control.page();
  // The page looks by itself: asked after each press, a walk of hundreds of stops takes several times as long.
  const met = await control.evaluate(beginStride, goal, { timeout: 5000 });
  if (met === "reached") return met;
  // Held down, the key presses itself again: one message to the browser each time, instead of two or four.
  if (way === "Shift+Tab") await page.keyboard.down("Shift");
  for (let press = 0; press < presses; press++) await page.keyboard.down("Tab");
  await page.keyboard.up("Tab");
  if (way === "Shift+Tab") await page.keyboard.up("Shift");
  const found = await page.evaluate(() => window.stride?.end() ?? "nothing");
  if (found === "fault") await expectFocusSeen(page);
  return found;
}

/** After an action the keyboard must have a place to go on from, in sight. */
export async function expectFocusStays(page: Page): Promise<void> {
  await expect(page.locator("body"), "the focus is lost").not.toBeFocused();
  await expectFocusSeen(page);
}

/** What has the focus is in the window, in the open, and marked; a toast may lie over it until it goes. */
async function expectFocusSeen(page: Page): Promise<void> {
  const look = async () => {
    await page.locator(":root").evaluate(beginStride, "none");
    return page.evaluate(() => {
      const fault = window.stride?.findFault();
      window.stride?.end();
      return fault;
    });
  };
  await expect.poll(look, { timeout: 8000, intervals: [50, 250] }).toBe("none");
}

/** Runs in the page: what can be pressed, but was never reached. */
function findPassedBy(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary",
  );
  // Tab stops at one radio button of a group; the arrows lead from it to the others.
  const groups = new Set(
    [...document.querySelectorAll<HTMLInputElement>("input[type=radio][data-had-focus]")].map(({ name }) => name),
  );
  const isInGroup = (control: HTMLElement) => control instanceof HTMLInputElement && groups.has(control.name);
  const passedBy = [...controls].filter(
    (control) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches("[data-had-focus], [inert] *, [tabindex='-1']") &&
      !isInGroup(control),
  );
  for (const control of controls) control.removeAttribute("data-had-focus");
  return passedBy.map(({ outerHTML }) => outerHTML.slice(0, 160));
}

/**
 * Runs in the page: looks before each press of Tab at what the one before has led to, and lets none through once there
 * is nothing more to look for.
 */
function beginStride(control: Element, goal: string): Met {
  const findFault = (): string => {
    const focused = document.activeElement;
    // Between the last stop and the first come the browser's own controls.
    if (!focused || focused === document.body) return "none";
    const named = focused.outerHTML.slice(0, 160);
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    const isMarked = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    // The content as a whole only holds the place of what has gone; a frame around the window would mark nothing.
    if (!isMarked && focused.id !== "main") return `not marked: ${named}`;
    const isOpen = [...focused.getClientRects()].some((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left < 1 || bottom - top < 1) return false;
      return [0.1, 0.5, 0.9].some((part) => {
        const hit = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part);
        return focused.contains(hit);
      });
    });
    return isOpen ? "none" : `out of sight: ${named}`;
  };
  const isReached = () => goal === "control" && control === document.activeElement;
  let [hasMoved, met]: [boolean, Met] = [false, "nothing"];
  const look = (): Met => {
    const { activeElement, body } = document;
    if (goal === "end") activeElement?.toggleAttribute("data-had-focus", true);
    if (findFault() !== "none") return "fault";
    if (isReached()) return "reached";
    if (!control.isConnected) return "gone";
    return goal === "end" && activeElement === body ? "end" : "nothing";
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    if (hasMoved && met === "nothing") met = look();
    hasMoved = true;
    if (met === "nothing") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.stride?.end();
  if (isReached()) return "reached";
  window.addEventListener("keydown", hear, { capture: true });
  window.stride = {
    findFault,
    end() {
      window.removeEventListener("keydown", hear, { capture: true });
      delete window.stride;
      return hasMoved && met === "nothing" ? look() : met;
    },
  };
  return "nothing";
}
