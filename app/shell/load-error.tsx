import { useRevalidator } from "react-router";
import { ErrorState, Loading } from "#app/ui/states.tsx";
import { reasonOf } from "./api.ts";

/** For the ErrorBoundary of a page whose loader failed: says why, and loads again. */
export function LoadError({ title, error }: { title: string; error: unknown }) {
  const { state, revalidate } = useRevalidator();
  if (state === "loading") return <Loading />;
  return <ErrorState title={title} text={reasonOf(error)} onRetry={() => void revalidate()} />;
}
