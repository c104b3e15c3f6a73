import { useEffect } from "react";
import { Outlet } from "react-router";
import { useSession } from "#app/client/session.ts";
import styles from "./dashboard.layout.module.css";
import { DashboardMenu, DashboardSheet } from "./dashboard-menu.tsx";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";

/** What the page itself asks for goes first. */
const WARM_AFTER_MS = 1000;

/**
 * The frame of the dashboard. It has no loader, so it appears with the first paint and stays: a menu opened before we
 * know who is signed in must not close under the finger.
 */
export default function DashboardLayout() {
  const session = useSession();
  // Here every act is answered by a toast: its code is there before the first one, which then waits for nothing.
  useEffect(() => {
    const warm = setTimeout(() => void import("#app/ui/toast-viewport.tsx").catch(() => {}), WARM_AFTER_MS);
    return () => clearTimeout(warm);
  }, []);
  const role = session.status === "in" ? (session.isAdmin ? "admin" : "buyer") : undefined;
  return (
    <>
      <SkipLink />
      <Header wide more={role && <DashboardSheet role={role} />} />
      <div className={styles.frame}>
        <DashboardMenu role={role} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}
