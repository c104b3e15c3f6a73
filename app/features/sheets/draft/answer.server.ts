import { draft as draftShape } from "#app/features/sheets/contract.ts";
import { draftChanged } from "#app/features/sheets/problems.ts";
import { refuse } from "#app/platform/http/refusal.server.ts";
import type { SavedDraft } from "./draft.server.ts";

type SetHeader = (name: string, value: string) => void;

/** The draft as it is answered; its version goes into the `ETag`. */
export function answerDraft(setHeader: SetHeader, { draft, version }: SavedDraft) {
  setHeader("ETag", `"${version}"`);
  return draft;
}

/** @throws Refusal draft-changed with the present draft. */
export function refuseChanged(setHeader: SetHeader, draft: SavedDraft, detail: string): never {
  // Parsed like any answer: no column gets out unless the contract names it.
  refuse(draftChanged, detail, undefined, draftShape.parse(answerDraft(setHeader, draft)));
}
