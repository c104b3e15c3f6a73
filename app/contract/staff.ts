/** What members of staff work on. Somebody may have several; an owner may do everything. */
export const staffRoles = ["owner", "orders", "warehouse", "catalogue", "accounts"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What people read for these codes. */
export const staffRoleLabels: Record<StaffRole, string> = {
  owner: "Owner",
  orders: "Orders",
  warehouse: "Warehouse",
  catalogue: "Catalogue",
  accounts: "Accounts",
};

/**
 * Which roles may do what, besides owners, who may do all of it. Menu, pages, endpoints and the authorisation test read
 * this table. Every member of staff reads orders and documents.
 */
export const permissions = {
  /** Accept and decline, cancel, change, write notes, enter orders for buyers. */
  "manage-orders": ["orders"],
  /** Production, packing, shipping, delivery, lists for the warehouse. */
  "ship-orders": ["warehouse"],
  "issue-invoices": ["orders", "accounts"],
  /** The list of invoices and each of them. */
  "see-invoices": ["orders", "accounts"],
  /** Payments, credit notes, refunds, terms of payment, exports for the accountant. */
  "manage-money": ["accounts"],
  "see-buyers": ["orders", "accounts"],
  "manage-stock": ["warehouse", "catalogue"],
  /** Products, their files, and reviews. */
  "manage-products": ["catalogue"],
  /** Profiles, staff and their roles, locked accounts. */
  "manage-people": [],
  /** The audit log. */
  "read-record": [],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Permission = keyof typeof permissions;

/** Whether somebody with these roles may do this. */
export function isPermitted(roles: readonly StaffRole[], permission: Permission): boolean {
  const others: readonly StaffRole[] = permissions[permission];
  return roles.includes("owner") || roles.some((role) => others.includes(role));
}
