import { formatTotal } from "#app/contract/money.ts";
import { notAllowed } from "#app/contract/problem.ts";
import { ONLY_LOOKS } from "#app/features/companies/labels.ts";
import type { Membership } from "#app/features/companies/queries.server.ts";
import { isOverLimit } from "#app/features/companies/rules.ts";
import { approvalNeeded } from "#app/features/orders/problems.ts";
import { Refusal } from "#app/platform/http/refusal.server.ts";

/**
 * Why a member may not order for this sum by themselves, a refusal not-allowed or approval-needed; undefined if they may,
 * and for people without a company. The limit is on the net total in dollars and cents; the limit itself is allowed.
 */
export function findMemberRefusal(member: Pick<Membership, "role" | "orderLimit"> | undefined, total: string) {
  if (member?.role === "viewer") return new Refusal(notAllowed, ONLY_LOOKS);
  const limit = member?.orderLimit ?? null;
  if (limit === null || !isOverLimit(total, limit)) return undefined;
  const sums = `${formatTotal(total)} is above your limit of ${formatTotal(limit)}`;
  return new Refusal(approvalNeeded, `${sums}. A manager of your company has to approve it.`);
}
