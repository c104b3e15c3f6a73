import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import { adoptSession, callApi, RenderedFor, toSession, useSession } from "#app/client/session.ts";
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
  const toApprove = useToApprove(role === "buyer");
  return (
    <>
      <SkipLink />
      <Header wide more={role && <DashboardSheet role={role} toReview={toReview} toApprove={toApprove} />} />
      <Unconfirmed wide />
      <div className={styles.frame}>
        <DashboardMenu role={role} toReview={toReview} toApprove={toApprove} />
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

/** How many requests of colleagues a manager may decide now; asked anew on each page. */
function useToApprove(isBuyer: boolean): number {
  const [count, setCount] = useState(0);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each page that is shown
  useEffect(() => {
    if (!isBuyer) return;
    let isOver = false;
    const ask = async () => {
      const { headers } = await callApi("GET /approvals", { query: { state: "waiting", mine: "false", limit: 1 } });
      if (!isOver) setCount(Number(headers.get("x-total-count")));
    };
    const wait = setTimeout(() => void ask().catch(leaveAsItIs), WARM_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(wait);
    };
  }, [isBuyer, key]);
  return count;
}

/** Whoever belongs to no company has nothing to approve, and the page itself says what is wrong. */
function leaveAsItIs(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
}
