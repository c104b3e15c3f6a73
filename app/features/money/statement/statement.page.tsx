import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Route } from "./+types/statement.page.ts";
import { HEADING, readPeriod, StatementView } from "./statement-view.tsx";

export const loader = protectedLoader("buyer", async ({ url, callApi }) => {
  return (await callApi("GET /statement", { query: readPeriod(url.href) })).data;
});

export const handle = { heading: HEADING };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(HEADING) }];

/** What a buyer, or their company, was invoiced, paid and owes. */
export default function StatementPage({ loaderData }: Route.ComponentProps) {
  return <StatementView statement={loaderData} />;
}

export function ErrorBoundary() {
  return <LoadError title="The statement did not load" />;
}
