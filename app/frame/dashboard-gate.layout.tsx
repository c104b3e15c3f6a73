import { Outlet, useMatches } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { useLeaveWhenSignedOut } from "#app/client/protected.ts";
import { askSessionEarly, requireSession, useSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { PageName } from "#app/ui/page-name.tsx";
import { Loading } from "#app/ui/states.tsx";
import type { Route } from "./+types/dashboard-gate.layout.ts";
import styles from "./dashboard-gate.layout.module.css";
import { NeedsScripts } from "./needs-scripts.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
}
clientLoader.hydrate = true as const;

/** The name of a page that has none of its own. */
export const handle = { name: "Dashboard" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.name) }];

/** Admits only signed-in users to the dashboard. */
export default function DashboardGate() {
  const session = useLeaveWhenSignedOut();
  return session.status === "in" ? <Outlet /> : <Waiting />;
}

export function HydrateFallback() {
  return <Waiting />;
}

// The build moves a route's other exports into separate files, so the page must not use them.
function Waiting() {
  askSessionEarly();
  const { status } = useSession();
  const isPicture = useMatches().some(({ handle }) => isPictureHandle(handle));
  return isPicture ? (
    <div className={styles.picture} data-whole-page>
      <Loading />
    </div>
  ) : (
    <>
      {/* Before it is known who asks, only its place is there. */}
      <PageName isHeld={status !== "in"} />
      <NeedsScripts what="The dashboard" />
      <Loading />
    </>
  );
}

/** For a page that is only a picture, without the menu beside it. */
function isPictureHandle(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "isPicture" in handle;
}

export function ErrorBoundary() {
  return <LoadError title="The dashboard did not load" />;
}
