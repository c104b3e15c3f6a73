import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { PageName } from "#app/ui/page-name.tsx";
import { ErrorState, Loading } from "#app/ui/states.tsx";
import { describeError } from "./api.ts";

/** The ErrorBoundary of a page whose loader failed. It names the page and the reason, and offers a retry. */
export function LoadError({ title }: { title: string }) {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  return (
    <>
      <PageName />
      {state === "loading" ? (
        <Loading />
      ) : (
        <ErrorState title={title} text={sayWhy(error)} onRetry={() => void revalidate()} />
      )}
    </>
  );
}

/** What the API refused to a loader on the server comes as an answer with its words. */
function sayWhy(error: unknown): string {
  const isRefusal = isRouteErrorResponse(error) && typeof error.data === "object" && "detail" in error.data;
  return isRefusal ? String(error.data.detail) : describeError(error);
}
