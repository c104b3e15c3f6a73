/** What becomes of a request: a manager approves or returns it; the asker takes it back, also after it was returned. */
export const approvalStates = ["waiting", "approved", "returned", "withdrawn"] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** Freight and discounts that a new sheet may have. */
export const MAX_CHARGES = 5;
