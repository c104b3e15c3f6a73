import { Outlet } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader, useLeaveWhenSignedOut } from "#app/client/protected.ts";
import { shouldReloadList } from "#app/client/should-reload.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Loading } from "#app/ui/states.tsx";
import type { Route } from "./+types/dashboard-gate.layout.ts";
import { followSession } from "./follow-session.ts";
import { NeedsScripts } from "./needs-scripts.tsx";

/** Whose pages these are. Each navigation asks again. */
export const loader = protectedLoader(undefined, async ({ rendered: { sessionId, user } }) => ({ sessionId, user }));

/** A row that only opens its details asks nothing. */
export const shouldRevalidate = shouldReloadList;

export const clientMiddleware = [followSession];

/** The name of a page that has none of its own. */
export const handle = { name: "Dashboard" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.name) }];

/** Admits only signed-in users to the dashboard. */
export default function DashboardGate() {
  const { status } = useLeaveWhenSignedOut();
  if (status !== "in") return <Loading />;
  return (
    <>
      <NeedsScripts what="Changing anything here" />
      <Outlet />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="The dashboard did not load" />;
}
