import { describe, expect, it } from "vitest";
import { isPermitted, type Permission, permissions, type StaffRole, staffRoles } from "./staff.ts";

describe("what a role may do", () => {
  const allowed: Record<StaffRole, readonly Permission[]> = {
    owner: [
      ...(["manage-orders", "ship-orders", "issue-invoices", "see-invoices", "manage-money", "see-buyers"] as const),
      ...(["manage-stock", "manage-products", "manage-people", "read-record"] as const),
    ],
    orders: ["manage-orders", "issue-invoices", "see-invoices", "see-buyers"],
    warehouse: ["ship-orders", "manage-stock"],
    catalogue: ["manage-stock", "manage-products"],
    accounts: ["issue-invoices", "see-invoices", "manage-money", "see-buyers"],
  };

  it.each(staffRoles)("%s", (role) => {
    const may = (Object.keys(permissions) as Permission[]).filter((one) => isPermitted([role], one));
    expect(may).toEqual(allowed[role]);
  });

  it("is all that its roles may do for somebody with several, and nothing for nobody", () => {
    expect(isPermitted(["warehouse", "accounts"], "manage-money")).toBe(true);
    expect(isPermitted(["warehouse", "accounts"], "manage-products")).toBe(false);
    expect(isPermitted([], "ship-orders")).toBe(false);
  });
});
