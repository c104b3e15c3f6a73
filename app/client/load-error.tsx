import { useRevalidator, useRouteError } from "react-router";
import { ErrorState, Loading } from "#app/ui/states.tsx";
import { describeError } from "./api.ts";

/** The ErrorBoundary of a page whose loader failed. It names the page and the reason, and offers a retry. */
export function LoadError({ page, title }: { page: string; title: string }) {
  const error = useRouteError();
  const { state, revalidate } = useRevalidator();
  return (
    <>
      <h1 className="sr">{page}</h1>
      {state === "loading" ? (
        <Loading />
      ) : (
        <ErrorState title={title} text={describeError(error)} onRetry={() => void revalidate()} />
      )}
    </>
  );
}
