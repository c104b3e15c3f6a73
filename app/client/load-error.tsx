import { useRevalidator, useRouteError } from "react-router";
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
        <ErrorState title={title} text={describeError(error)} onRetry={() => void revalidate()} />
      )}
    </>
  );
}
