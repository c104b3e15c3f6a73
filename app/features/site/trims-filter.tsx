import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { lineKeys, lines } from "#app/content/lines.ts";
import { Button } from "#app/ui/button.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { type HomeAsked, TRIMS_STEP, trimsHref } from "./home-query.ts";
import styles from "./trims-filter.module.css";

/** Search and product line. Both live in the address, so they are shared, go back, and need no JavaScript. */
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
  // Back and forward change the address without the field.
  useEffect(() => {
    if (input.current) input.current.value = asked.q;
  }, [asked.q]);
  return (
    <Form className="search" role="search" action="#trims" preventScrollReset>
      <IconSearch />
      <label className="sr" htmlFor="q">
        Search trims
      </label>
      <input
        ref={input}
        className="in"
        id="q"
        name="q"
        type="search"
        placeholder="Search trims"
        maxLength={80}
        defaultValue={asked.q}
        enterKeyHint="search"
      />
      {asked.line && <input type="hidden" name="line" value={asked.line} />}
      <Button type="submit" kind="text" size="small" className={styles.submit}>
        Search
      </Button>
    </Form>
  );
}
