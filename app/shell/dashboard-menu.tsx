import type { ComponentType } from "react";
import { NavLink } from "react-router";
import { IconList, IconOrders } from "#app/ui/icons.tsx";

type Entry = { label: string; to: string; icon: ComponentType; for: "buyers" | "admins" | "all" };

const entries: readonly Entry[] = [
  { label: "My Orders", to: "/dashboard/myorders", icon: IconOrders, for: "buyers" },
  { label: "Manage All Orders", to: "/dashboard/manageorders", icon: IconList, for: "admins" },
];

/** The side menu; without a role yet it only keeps the place. */
export function DashboardMenu({ role }: { role?: "buyer" | "admin" | undefined }) {
  const shown = entries.filter((entry) => role && (entry.for === "all" || entry.for === `${role}s`));
  return (
    <nav className="side denim" aria-label="Dashboard">
      <div className="side-in">
        <p className="label">Dashboard</p>
        <ul>
          {shown.map(({ label, to, icon: Icon }) => (
            <li key={to}>
              <NavLink to={to}>
                <Icon />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
