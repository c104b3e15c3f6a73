import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import { adoptSession, RenderedFor, toSession, useSession } from "#app/client/session.ts";
import styles from "./dashboard.layout.module.css";
import type { loader } from "./dashboard-gate.layout.tsx";
import { DashboardMenu, DashboardSheet } from "./dashboard-menu.tsx";
import { GATE } from "./follow-session.ts";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import { Unconfirmed } from "./unconfirmed.tsx";

/** The page's own requests go first. */
const WARM_AFTER_MS = 1000;

/** Every page below is rendered for the person of the session alone. */
export const handle = { isPrivate: true };

/** The frame of the dashboard. It has no loader, so it stays when a page does not load. */
export default function DashboardLayout() {
  const rendered = useRouteLoaderData<typeof loader>(GATE);
  // Before the effects of any page, which may call the API.
  useLayoutEffect(() => {
    if (rendered) adoptSession(rendered);
  }, [rendered]);
  return (
    <RenderedFor value={useMemo(() => rendered && toSession(rendered.user), [rendered])}>
      <Frame />
    </RenderedFor>
  );
}

function Frame() {
  const session = useSession();
  // Every action here ends in a toast: its code is loaded before the first one, so that one does not have to wait.
  useEffect(() => {
    const warm = setTimeout(() => void import("#app/ui/toast-viewport.tsx").catch(() => {}), WARM_AFTER_MS);
    return () => clearTimeout(warm);
  }, []);
  const role = session.status === "in" ? (session.isAdmin ? "admin" : "buyer") : undefined;
  const toReview = useToReview(role === "admin" && session.status === "in" ? session.user.uid : undefined);
  return (
    <>
      <SkipLink />
      <Header wide more={role && <DashboardSheet role={role} toReview={toReview} />} />
      <Unconfirmed wide />
      <div className={styles.frame}>
        <DashboardMenu role={role} toReview={toReview} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** How many orders wait for a review by this admin or another. Buyers do not load what counts them. */
function useToReview(adminId: string | undefined): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (adminId === undefined) return;
    let isOver = false;
    let stop = () => {};
    const follow = async () => {
      const { followToReview } = await import("./to-review.ts");
      if (!isOver) stop = followToReview(adminId, setCount);
    };
    const wait = setTimeout(() => void follow().catch(() => {}), WARM_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(wait);
      stop();
    };
  }, [adminId]);
  return count;
}
