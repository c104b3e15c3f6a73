import { useRevalidator } from "react-router";
import { ApiProblem } from "#app/client/api.ts";
import { LoadError } from "#app/client/load-error.tsx";
import { protectedLoader } from "#app/client/protected.ts";
import { pageTitle } from "#app/content/brand.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { Route } from "./+types/approvals.page.ts";
import { ApprovalPart } from "./approval-part.tsx";

export const loader = protectedLoader("buyer", async ({ callApi }) => {
  try {
    const { data, headers } = await callApi("GET /approvals", {
      query: { state: "waiting", mine: "false", limit: 50 },
    });
    return { waiting: data, total: Number(headers.get("x-total-count")) };
  } catch (error) {
    // Nothing waits for whoever belongs to no company.
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    return { waiting: [], total: 0 };
  }
});

export const handle = { heading: "To approve" };

export const meta: Route.MetaFunction = () => [{ title: pageTitle(handle.heading) }];

/** What colleagues want to order and may not by themselves. */
export default function ApprovalsPage({ loaderData: { waiting, total } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHead>
        <h1 id="approvals" tabIndex={-1}>
          {handle.heading} : {total}
        </h1>
      </PageHead>
      {total === 0 && (
        <EmptyState
          title="Nothing waits for you"
          text="What is over a colleague's limit comes here, and by mail."
          action={<ButtonLink to="/dashboard/myorders">My Orders</ButtonLink>}
        />
      )}
      {waiting.map((approval) => (
        <ApprovalPart
          key={approval._id}
          approval={approval}
          onDone={async () => {
            await revalidate();
            document.getElementById("approvals")?.focus();
          }}
          onChanged={revalidate}
        />
      ))}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadError title="What waits for approval did not load" />;
}
