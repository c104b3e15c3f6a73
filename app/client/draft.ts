import { useSyncExternalStore } from "react";
import {
  changeOwner,
  type DraftLine,
  draftOwner,
  eraseVisitorLines,
  readVisitorLines,
  showLines,
  shownLines,
  subscribeLines,
  VISITOR_KEY,
  writeVisitorLines,
} from "./draft-lines.ts";
import { loadPart } from "./load-part.ts";
import { knownSession, type Session, subscribeSession } from "./session.ts";

// On every page, so it stays small: what keeps the draft of a signed-in person is loaded only by them.

let followers = 0;
let stopFollowing = () => {};

/** The lines of the order sheet that is not sent yet; undefined on the server and until they are known. */
export function useDraftLines(): readonly DraftLine[] | undefined {
  return useSyncExternalStore(subscribe, shownLines, () => undefined);
}

/**
 * Puts pieces of a trim on the order sheet, replacing those it has there. Returns how many those were: 0 for a new
 * line.
 * @throws ApiProblem when the draft of a signed-in person cannot be read.
 */
export async function putOnDraft(line: DraftLine & { name: string }): Promise<number> {
  const session = await knownSession();
  if (session.status === "in") {
    const { editDraft, loadedDraft, withLine } = await loadPart(import("./account-draft.ts"));
    const { lines } = await loadedDraft(session.user.uid);
    editDraft(session.user.uid, withLine(line));
    return piecesOf(line, lines);
  }
  const lines = readVisitorLines();
  const { trimId, orderQuantity } = line;
  const isThere = lines.some((one) => one.trimId === trimId);
  const changed = lines.map((one) => (one.trimId === trimId ? { trimId, orderQuantity } : one));
  writeVisitorLines(isThere ? changed : [...lines, { trimId, orderQuantity }]);
  showLines(undefined, readVisitorLines());
  return piecesOf(line, lines);
}

function piecesOf({ trimId }: DraftLine, lines: readonly DraftLine[]): number {
  return lines.find((line) => line.trimId === trimId)?.orderQuantity ?? 0;
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
