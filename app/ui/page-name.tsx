import { useLocation, useMatches } from "react-router";
import { PageHead } from "./page-head.tsx";
import styles from "./page-name.module.css";

/** What a dashboard page says of its name in `handle`. */
type Named =
  /** Its heading, if it stands at the top whatever the data. */
  | { heading: string | ((query: URLSearchParams) => string) }
  /** If not: the name that screen readers hear until there is a heading. */
  | { name: string };

/** The heading of the page while it has no data. If `isHeld`, it only keeps the place. */
export function PageName({ isHeld = false }: { isHeld?: boolean }) {
  const { search } = useLocation();
  const handles = useMatches().map(({ handle }) => handle as unknown);
  const named = handles.findLast(isNamed);
  if (!named) return null;
  if ("name" in named) return isHeld ? null : <h1 className="sr">{named.name}</h1>;
  const { heading } = named;
  return (
    <PageHead className={isHeld ? styles.held : undefined}>
      {/* While it is held the page is as the server rendered it: without a query. */}
      <h1>{typeof heading === "string" ? heading : heading(new URLSearchParams(isHeld ? "" : search))}</h1>
    </PageHead>
  );
}

function isNamed(handle: unknown): handle is Named {
  return typeof handle === "object" && handle !== null && ("heading" in handle || "name" in handle);
}
