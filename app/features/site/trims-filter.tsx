import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { lineKeys, lines } from "#app/content/lines.ts";
import { Button } from "#app/ui/button.tsx";
import { SearchBox } from "#app/ui/search-box.tsx";
import { type HomeAsked, TRIMS_STEP, trimsHref } from "./home-query.ts";
import styles from "./trims-filter.module.css";

/** Search and product line. Both live in the URL, so they can be shared, work with "back", and need no JavaScript. */
export function TrimsFilter({ asked }: { asked: HomeAsked }) {
  return (
    <div className={styles.filter}>
      <Search asked={asked} />
      <nav className={styles.lines} aria-label="Product line">
        {[undefined, ...lineKeys].map((line) => (
          <Link
            key={line ?? "all"}
            className={styles.line}
            to={trimsHref({ ...asked, line, show: TRIMS_STEP })}
            aria-current={line === asked.line ? "true" : undefined}
            preventScrollReset
          >
            {line ? lines[line].name : "All lines"}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Search({ asked }: { asked: HomeAsked }) {
  const input = useRef<HTMLInputElement>(null);
  // Back and forward change the URL but not the field.
  useEffect(() => {
    if (input.current) input.current.value = asked.q;
  }, [asked.q]);
  return (
    <SearchBox
      label="Search trims"
      input={{ ref: input, id: "q", defaultValue: asked.q }}
      form={{ action: "#trims", preventScrollReset: true }}
    >
      {asked.line && <input type="hidden" name="line" value={asked.line} />}
      <Button type="submit" kind="text" size="small" className={styles.submit}>
        Search
      </Button>
    </SearchBox>
  );
}
