import type { ReactNode } from "react";
import { Outlet } from "react-router";
import { LoadError } from "#app/client/load-error.tsx";
import { useLeaveWhenSignedOut } from "#app/client/protected.ts";
import { askSessionEarly, requireSession } from "#app/client/session.ts";
import { pageTitle } from "#app/content/brand.ts";
import { Loading } from "#app/ui/states.tsx";
import type { Route } from "./+types/dashboard.layout.ts";
import { DashboardMenu, DashboardSheet } from "./dashboard-menu.tsx";
import { Header } from "./header.tsx";
import { SkipLink } from "./skip-link.tsx";
import "./dashboard.css";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
}
clientLoader.hydrate = true as const;

export const meta: Route.MetaFunction = () => [{ title: pageTitle("Dashboard") }];

export default function DashboardLayout() {
  const session = useLeaveWhenSignedOut();
  if (session.status !== "in") return <HydrateFallback />;
  return (
    <Frame role={session.isAdmin ? "admin" : "buyer"}>
      <Outlet />
    </Frame>
  );
}

export function HydrateFallback() {
  askSessionEarly();
  return (
    <Frame>
      <Loading />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <LoadError page="Dashboard" title="The dashboard did not load" />
    </Frame>
  );
}

function Frame({ role, children }: { role?: "buyer" | "admin"; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header wide more={role && <DashboardSheet role={role} />} />
      <div className="dash">
        <DashboardMenu role={role} />
        <main id="main" className="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}
