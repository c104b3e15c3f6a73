import { ApiProblem, type CallApi } from "#app/client/api.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";

/** What a member may order, and what they have asked for that still waits or came back; undefined without a company. */
export type Member = { isViewer: boolean; orderLimit: string | null; asked: Approval[] };

/** @throws ApiProblem unless the answer is that this person belongs to no company. */
export async function findMember(callApi: CallApi, userId: string): Promise<Member | undefined> {
  try {
    const [{ data: company }, { data: mine }] = await Promise.all([
      callApi("GET /company"),
      callApi("GET /approvals", { query: { mine: "true", limit: 20 } }),
    ]);
    const orderLimit = company.members.find(({ _id }) => _id === userId)?.orderLimit ?? null;
    const asked = mine.filter(({ state }) => state === "waiting" || state === "returned");
    return { isViewer: company.role === "viewer", orderLimit, asked };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}
