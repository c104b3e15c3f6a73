import { useRevalidator, useRouteError } from "react-router";
import { ErrorState, Loading } from "#app/ui/states.tsx";
import { describeError } from "./api.ts";

/** The ErrorBoundary of a page whose loader failed: says which page it is and why, and loads again. */
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
