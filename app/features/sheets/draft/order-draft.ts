import { loadPart } from "#app/client/load-part.ts";
import type { DraftLine, OrderDraft } from "#app/client/order-draft.ts";
import { knownSession, type Session, subscribeSession } from "#app/client/session.ts";
import {
  changeOwner,
  draftOwner,
  eraseVisitorLines,
  mayOrder,
  readVisitorLines,
  showLines,
  shownLines,
  subscribeLines,
  VISITOR_KEY,
  writeVisitorLines,
} from "./shown-lines.ts";

// On every page, so it stays small: what keeps the draft of a signed-in person is loaded only by them.

let followers = 0;
let stopFollowing = () => {};

/** The draft of whoever uses this browser, for all pages. */
export const orderDraft: OrderDraft = {
  subscribe,
  lines: shownLines,
  mayOrder,
  put,
  orderAgain: async (...what) => (await loadAccountDraft()).orderAgain(...what),
  reload,
};

const loadAccountDraft = () => loadPart(import("./account-draft.ts"));

async function put(line: DraftLine & { name: string }): Promise<number> {
  const session = await knownSession();
  const before =
    session.status === "in" ? await (await loadAccountDraft()).putLine(session.user.uid, line) : putHere(line);
  return before.find(({ trimId }) => trimId === line.trimId)?.orderQuantity ?? 0;
}

async function reload(): Promise<void> {
  try {
    const session = await knownSession();
    if (session.status === "in") await (await loadAccountDraft()).loadedDraft(session.user.uid, { fresh: true });
  } catch {
    // The next page reads it, too.
  }
}

/** Puts a visitor's line on the sheet. Returns the lines as they were. */
function putHere({ trimId, orderQuantity }: DraftLine): readonly DraftLine[] {
  const lines = readVisitorLines();
  const isThere = lines.some((one) => one.trimId === trimId);
  const changed = lines.map((one) => (one.trimId === trimId ? { trimId, orderQuantity } : one));
  writeVisitorLines(isThere ? changed : [...lines, { trimId, orderQuantity }]);
  showLines(undefined, readVisitorLines());
  return lines;
}

function follow(session: Session): void {
  if (session.status === "loading") return;
  const uid = session.status === "in" ? session.user.uid : undefined;
  if (uid !== undefined && uid === draftOwner()) return;
  // The next person to use this browser starts with an empty sheet.
  if (draftOwner() !== undefined) eraseVisitorLines();
  changeOwner(uid, uid === undefined ? readVisitorLines() : undefined);
  if (uid !== undefined) void import("./account-draft.ts").then(({ openDraft }) => openDraft(uid));
}

function hearOtherTabs({ key }: StorageEvent): void {
  if (key === VISITOR_KEY || key === null) showLines(undefined, readVisitorLines());
}

function subscribe(listener: () => void): () => void {
  const stopHearing = subscribeLines(listener);
  followers += 1;
  if (followers === 1) {
    stopFollowing = subscribeSession(follow);
    window.addEventListener("storage", hearOtherTabs);
  }
  return () => {
    stopHearing();
    followers -= 1;
    if (followers > 0) return;
    stopFollowing();
    window.removeEventListener("storage", hearOtherTabs);
  };
}
