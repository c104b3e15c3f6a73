import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader, type Signed } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import type { Route } from "./+types/statement-of.page.ts";
import { HEADING, readPeriod, StatementView } from "./statement-view.tsx";

export const loader = protectedLoader("admin", async ({ url, params, callApi }: Signed<Route.LoaderArgs>) => {
  const of = "company" in params ? { company: params.company } : { buyer: params.buyer };
  return { of, statement: (await callApi("GET /statement", { query: { ...readPeriod(url.href), ...of } })).data };
});

export const handle = { heading: HEADING };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(HEADING) }];

/** The same of any company or buyer, for staff. */
export default function StatementOfPage({ loaderData: { of, statement } }: Route.ComponentProps) {
  return <StatementView statement={statement} of={of} />;
}

export function ErrorBoundary() {
  return <LoadError title="The statement did not load" />;
}
