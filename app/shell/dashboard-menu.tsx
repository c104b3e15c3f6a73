import { type ComponentType, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import {
  IconBox,
  IconList,
  IconOrders,
  IconPlus,
  IconProfile,
  IconRecord,
  IconReview,
  IconShield,
} from "#app/ui/icons.tsx";

type Entry = { label: string; to: string; icon: ComponentType; for: "buyers" | "admins" | "all" };

const entries: readonly Entry[] = [
  { label: "My Orders", to: "/dashboard/myorders", icon: IconOrders, for: "buyers" },
  { label: "Add A review", to: "/dashboard/addreview", icon: IconReview, for: "buyers" },
  { label: "My Profile", to: "/dashboard/myprofile", icon: IconProfile, for: "all" },
  { label: "Make Admin", to: "/dashboard/makeadmin", icon: IconShield, for: "admins" },
  { label: "Manage All Orders", to: "/dashboard/manageorders", icon: IconList, for: "admins" },
  { label: "Add A Product", to: "/dashboard/addproduct", icon: IconPlus, for: "admins" },
  { label: "Manage Products", to: "/dashboard/manageproducts", icon: IconBox, for: "admins" },
  { label: "Record", to: "/dashboard/record", icon: IconRecord, for: "admins" },
];

/** The side menu; without a role yet it only keeps the place. */
export function DashboardMenu({ role }: { role?: "buyer" | "admin" | undefined }) {
  const list = useCurrentInView(role);
  const shown = entries.filter((entry) => role && (entry.for === "all" || entry.for === `${role}s`));
  return (
    <nav className="side denim" aria-label="Dashboard">
      <div className="side-in">
        <p className="label">Dashboard</p>
        <ul ref={list}>
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

/** On a phone the menu is a row that scrolls sideways: the page that is open must not be out of sight in it. */
function useCurrentInView(role: string | undefined) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or role is another current entry
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!current || !list.current) return;
    list.current.scrollLeft = current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname, role]);
  return list;
}
