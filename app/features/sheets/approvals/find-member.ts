import type { CallApi } from "#app/client/api.ts";
import type { OwnCompany } from "#app/features/companies/own-company.ts";
import type { Approval } from "#app/features/sheets/approvals.contract.ts";

/** What a member may order, and what they have asked for that still waits or came back. */
export type Member = Pick<OwnCompany, "isViewer" | "orderLimit"> & { asked: Approval[] };

/** Undefined without a company. @throws ApiProblem */
export async function findMember(callApi: CallApi, company: OwnCompany | undefined): Promise<Member | undefined> {
  if (!company) return undefined;
  const { data: mine } = await callApi("GET /approvals", { query: { mine: "true", limit: 20 } });
  const { isViewer, orderLimit } = company;
  return { isViewer, orderLimit, asked: mine.filter(({ state }) => state === "waiting" || state === "returned") };
}
