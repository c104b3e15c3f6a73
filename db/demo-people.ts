import type { StaffRole } from "#app/contract/staff.ts";

export type DemoPerson = {
  name: string;
  email: string;
  password: string;
  role: "buyer" | "admin";
  staffRoles: StaffRole[];
};

function staff(role: StaffRole, name: string, password: string): DemoPerson {
  return { name, email: `${role}@rivet-and-reed.example`, password, role: "admin", staffRoles: [role] };
}

/**
 * The people of a demo shop: a buyer, the owner, and a member of staff for each other role. They exist in demo mode only;
 * `.example` is nobody's domain (RFC 2606).
 */
export const demoPeople = {
  buyer: {
    ...{ name: "Demo Buyer", email: "buyer@rivet-and-reed.example", password: "ecru-and-indigo" },
    ...{ role: "buyer", staffRoles: [] },
  },
  admin: {
    ...{ name: "Demo Admin", email: "admin@rivet-and-reed.example", password: "denim-and-brass" },
    ...{ role: "admin", staffRoles: ["owner"] },
  },
  orders: staff("orders", "Demo Orders", "twill-and-copper"),
  warehouse: staff("warehouse", "Demo Warehouse", "canvas-and-nickel"),
  catalogue: staff("catalogue", "Demo Catalogue", "linen-and-silver"),
  accounts: staff("accounts", "Demo Accounts", "cotton-and-bronze"),
} satisfies Record<string, DemoPerson>;
