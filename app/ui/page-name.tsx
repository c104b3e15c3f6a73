import { useLocation, useMatches } from "react-router";
import { PageHead } from "./page-head.tsx";

/** What a dashboard page says of its name in `handle`. */
type Named =
  /** Its heading, if it stands at the top whatever the data. */
  | { heading: string | ((query: URLSearchParams) => string) }
  /** If not: the name that screen readers hear until there is a heading. */
  | { name: string };

/** The heading of the page while it has no data. */
export function PageName() {
  const { search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle as unknown);
  const named = handles.findLast(isNamed);
  if (!named) return null;
  if ("name" in named) return <h1 className="sr">{named.name}</h1>;
  const { heading } = named;
  return (
    <PageHead>
      <h1>{typeof heading === "string" ? heading : heading(new URLSearchParams(search))}</h1>
    </PageHead>
  );
}

function isNamed(handle: unknown): handle is Named {
  return typeof handle === "object" && handle !== null && ("heading" in handle || "name" in handle);
}
