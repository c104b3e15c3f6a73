/** A buyer's PO number in a line of facts: "PO 4500-2271"; one that begins with PO names itself. */
export function namePo(poNumber: string): string {
  return /^po(?![a-z])/i.test(poNumber) ? poNumber : `PO ${poNumber}`;
}
