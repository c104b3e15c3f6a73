import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import { adoptSession, callApi, RenderedFor, toSession, useSession } from "#app/client/session.ts";
import styles from "./dashboard.layout.module.css";
import type { loader } from "./dashboard-gate.layout.tsx";
import { DashboardMenu, DashboardSheet, type Waiting } from "./dashboard-menu.tsx";
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
  const role: "admin" | "buyer" | undefined =
    session.status === "in" ? (session.isAdmin ? "admin" : "buyer") : undefined;
  const forStaff = useForStaff(role === "admin" && session.status === "in" ? session.user.uid : undefined);
  const forBuyer = useForBuyer(role === "buyer");
  const menu = { role, waiting: role === "admin" ? forStaff : forBuyer };
  return (
    <>
      <SkipLink />
      <Header wide more={role && <DashboardSheet {...menu} />} />
      <Unconfirmed wide />
      <div className={styles.frame}>
        <DashboardMenu {...menu} />
        <main id="main" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** What waits for this member of staff or another. Buyers do not load what counts it. */
function useForStaff(adminId: string | undefined): Waiting {
  const [waiting, setWaiting] = useState<Waiting>({});
  useEffect(() => {
    if (adminId === undefined) return;
    let isOver = false;
    let stop = () => {};
    const follow = async () => {
      const { followToReview } = await import("./to-review.ts");
      if (!isOver) stop = followToReview(adminId, setWaiting);
    };
    const wait = setTimeout(() => void follow().catch(() => {}), WARM_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(wait);
      stop();
    };
  }, [adminId]);
  return waiting;
}

/** How many questions a buyer, and how many requests of colleagues a manager may answer now; asked anew on each page. */
function useForBuyer(isBuyer: boolean): Waiting {
  const [waiting, setWaiting] = useState<Waiting>({});
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each page that is shown
  useEffect(() => {
    if (!isBuyer) return;
    let isOver = false;
    const add = (found: Waiting) => !isOver && setWaiting((known) => ({ ...known, ...found }));
    const countToApprove = async () => {
      const { headers } = await callApi("GET /approvals", { query: { state: "waiting", mine: "false", limit: 1 } });
      add({ toApprove: Number(headers.get("x-total-count")) });
    };
    const countToAnswer = async () => add({ toAnswer: (await callApi("GET /waitingMessages")).data.length });
    const ask = () => {
      for (const count of [countToApprove, countToAnswer]) void count().catch(leaveAsItIs);
    };
    const wait = setTimeout(ask, WARM_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(wait);
    };
  }, [isBuyer, key]);
  return waiting;
}

/** Whoever belongs to no company has nothing to approve, and the page itself says what is wrong. */
function leaveAsItIs(error: unknown): void {
  if (!(error instanceof ApiProblem)) throw error;
}
