import { ApiProblem, describeError, isUnanswered } from "#app/client/api.ts";

/** Whether the outcome is unknown: no answer came, or the shop failed. A refusal has its own words. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof ApiProblem) || isUnanswered(error) || error.status >= 500;
}

/** Why a file was not checked, and what to do. */
export function describeUnchecked(name: string, error: unknown): string {
  if (!isUnknown(error)) return describeError(error);
  return `${name} was not checked: ${reason(error)} Nothing is changed. Please choose the file again.`;
}

/** Why a file was not applied, for the report that follows, and for when that does not come either. */
export function describeUnapplied(name: string, error: unknown): { above: string; alone: string | undefined } {
  if (!isUnknown(error)) return { above: describeError(error), alone: undefined };
  const said = `Applying ${name} was interrupted: ${reason(error)} It was applied completely or not at all.`;
  return {
    above: `${said} Here is what it would change now.`,
    alone: `${said} Please choose the file again to see which.`,
  };
}

function reason(error: unknown): string {
  return isUnanswered(error) ? "No connection to the shop." : describeError(error);
}
